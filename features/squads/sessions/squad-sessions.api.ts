import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ApiEnv, body, createApi, json, operation } from '../../../server/http.ts';
import { Refusal } from '../../../server/refusal.ts';
import { getSquad } from '../squads.commands.ts';
import { SQUAD_TEXTS } from '../squads.rules.ts';
import { SquadRoom } from '../squads.schema.ts';
import { startRunBack } from './squad-run-back.commands.ts';
import * as commands from './squad-sessions.commands.ts';
import { SESSION_TEXTS } from './squad-sessions.rules.ts';
import { AnswerWord, SessionTime, Version } from './squad-sessions.schema.ts';

const BySquad = z.object({ id: z.uuid({ error: SQUAD_TEXTS.notFound }) });
const BySession = BySquad.extend({ session_id: z.uuid({ error: SESSION_TEXTS.notFound }) });

const responses = {
  200: json(SquadRoom, 'The current squad'),
  409: json(
    z.object({ error: z.object({ code: z.string(), message: z.string() }), squad: SquadRoom }),
    'The session changed. Returns the current squad.',
  ),
};

const propose = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions',
  who: 'member',
  surface: 'squads',
  summary: 'Propose a session to your squad',
  request: { params: BySquad, body: body(SessionTime) },
  responses,
});

const answer = operation({
  method: 'put',
  path: '/api/squads/{id}/sessions/{session_id}/answer',
  who: 'member',
  surface: 'squads',
  summary: "Respond to one of your squad's sessions",
  request: { params: BySession, body: body(z.object({ version: Version, answer: AnswerWord })) },
  responses,
});

const move = operation({
  method: 'patch',
  path: '/api/squads/{id}/sessions/{session_id}',
  who: 'member',
  surface: 'squads',
  summary: 'Move a session and ask everyone again',
  request: { params: BySession, body: body(SessionTime.extend({ version: Version })) },
  responses,
});

const callOff = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions/{session_id}/call-off',
  who: 'member',
  surface: 'own',
  summary: 'Cancel a session',
  request: { params: BySession, body: body(z.object({ version: Version })) },
  responses,
});

const checkIn = operation({
  method: 'put',
  path: '/api/squads/{id}/sessions/{session_id}/check-in',
  who: 'member',
  surface: 'squads',
  summary: 'Check in to a session from 30 minutes before its start',
  request: { params: BySession, body: body(z.object({ version: Version })) },
  responses,
});

const back = operation({
  method: 'post',
  path: '/api/squads/{id}/run-back',
  who: 'member',
  surface: 'squads',
  summary: "Run your squad's last session back",
  request: {
    params: BySquad,
    body: body(
      z.object({
        session_id: z.uuid({ error: SESSION_TEXTS.noEvening }),
        kind: z.enum(['now', 'week'], { error: 'Choose now or week.' }),
      }),
    ),
  },
  responses,
});

/** Responds with the squad after the change. A stale request is refused along with the current state. */
async function done(c: Context<ApiEnv>, squadId: string, work: Promise<void>) {
  const { deps, actor } = c.var;
  const refusal = await work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'conflict') return { code: error.code, message: error.message };
      throw error;
    },
  );
  return { refusal, squad: await getSquad(deps, actor!, squadId) };
}

export const squadSessionsApi = createApi()
  .openapi(propose, async (c) => {
    const { id } = c.req.valid('param');
    const work = commands.proposeSession(c.var.deps, c.var.actor!, id, c.req.valid('json'));
    const { refusal, squad } = await done(c, id, work);
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  })
  .openapi(answer, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version, answer } = c.req.valid('json');
    const work = commands.answerSession(c.var.deps, c.var.actor!, { squadId: id, sessionId, version }, answer);
    const { refusal, squad } = await done(c, id, work);
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  })
  .openapi(move, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version, ...time } = c.req.valid('json');
    const work = commands.moveSession(c.var.deps, c.var.actor!, { squadId: id, sessionId, version }, time);
    const { refusal, squad } = await done(c, id, work);
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  })
  .openapi(callOff, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    const work = commands.cancelSession(c.var.deps, c.var.actor!, { squadId: id, sessionId, version });
    const { refusal, squad } = await done(c, id, work);
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  })
  .openapi(checkIn, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    const work = commands.checkIn(c.var.deps, c.var.actor!, { squadId: id, sessionId, version });
    const { refusal, squad } = await done(c, id, work);
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  })
  .openapi(back, async (c) => {
    const { id } = c.req.valid('param');
    const { session_id: sessionId, kind } = c.req.valid('json');
    const { refusal, squad } = await done(c, id, startRunBack(c.var.deps, c.var.actor!, id, { sessionId, kind }));
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  });
