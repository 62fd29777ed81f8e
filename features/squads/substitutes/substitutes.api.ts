import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ApiEnv, body, createApi, json, operation } from '../../../server/http.ts';
import { Refusal } from '../../../server/refusal.ts';
import { getSession } from '../session-feedback/session-feedback.commands.ts';
import { SessionView } from '../session-feedback/session-feedback.schema.ts';
import { SESSION_TEXTS } from '../sessions/squad-sessions.rules.ts';
import { Version } from '../sessions/squad-sessions.schema.ts';
import { getSquad } from '../squads.commands.ts';
import { SQUAD_TEXTS } from '../squads.rules.ts';
import { SquadRoom } from '../squads.schema.ts';
import * as commands from './substitutes.commands.ts';
import { SUBSTITUTE_TEXTS } from './substitutes.rules.ts';

const Refused = z.object({ code: z.string(), message: z.string() });
const BySession = z.object({ id: z.uuid({ error: SUBSTITUTE_TEXTS.notAsked }) });
const InSquad = z.object({
  id: z.uuid({ error: SQUAD_TEXTS.notFound }),
  session_id: z.uuid({ error: SESSION_TEXTS.notFound }),
});
const Seen = body(z.object({ version: Version }));
const LATE = 'It changed in the meantime; its current state';
const own = {
  200: json(SessionView, 'The session as you see it'),
  409: json(z.object({ error: Refused, session: SessionView }), LATE),
};
const ofSquad = {
  200: json(SquadRoom, 'The current squad'),
  409: json(z.object({ error: Refused, squad: SquadRoom }), LATE),
};

const answer = operation({
  method: 'put',
  path: '/api/sessions/{id}/stand-in',
  who: 'member',
  surface: 'own',
  summary: 'Respond to a sub offer',
  request: {
    params: BySession,
    body: body(
      z.object({ version: Version, action: z.enum(['accept', 'decline'], { error: 'Choose accept or decline.' }) }),
    ),
  },
  responses: own,
});

const leave = operation({
  method: 'post',
  path: '/api/sessions/{id}/stand-in/leave',
  who: 'member',
  surface: 'own',
  summary: 'Withdraw as a substitute before the session begins',
  request: { params: BySession, body: Seen },
  responses: own,
});

const checkIn = operation({
  method: 'put',
  path: '/api/sessions/{id}/stand-in/check-in',
  who: 'member',
  surface: 'squads',
  summary: 'Check in as a substitute for a session',
  request: { params: BySession, body: Seen },
  responses: own,
});

const ask = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions/{session_id}/stand-ins',
  who: 'member',
  surface: 'squads',
  summary: 'Ask the player pool for substitutes for a session',
  request: { params: InSquad, body: Seen },
  responses: ofSquad,
});

const stop = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions/{session_id}/stand-ins/stop',
  who: 'member',
  surface: 'own',
  summary: 'Stop the substitute search for a session',
  request: { params: InSquad, body: Seen },
  responses: ofSquad,
});

/** Returns the conflict when an action came too late, to be shown along with the current state. */
async function tried(work: Promise<void>): Promise<{ code: string; message: string } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return { code: error.code, message: error.message };
    throw error;
  }
}

async function inSession(c: Context<ApiEnv>, id: string, work: Promise<void>) {
  const refusal = await tried(work);
  return { refusal, session: await getSession(c.var.deps, c.var.actor!, id) };
}

async function inSquad(c: Context<ApiEnv>, id: string, work: Promise<void>) {
  const refusal = await tried(work);
  return { refusal, squad: await getSquad(c.var.deps, c.var.actor!, id) };
}

export const substitutesApi = createApi()
  .openapi(answer, async (c) => {
    const { id } = c.req.valid('param');
    const { version, action } = c.req.valid('json');
    const give = action === 'accept' ? commands.acceptSubstituteRequest : commands.declineSubstituteRequest;
    const work = give(c.var.deps, c.var.actor!, { sessionId: id, version });
    const { refusal, session } = await inSession(c, id, work);
    return refusal ? c.json({ error: refusal, session }, 409) : c.json(session, 200);
  })
  .openapi(leave, async (c) => {
    const { id } = c.req.valid('param');
    const work = commands.cancelSubstitution(c.var.deps, c.var.actor!, { sessionId: id, ...c.req.valid('json') });
    const { refusal, session } = await inSession(c, id, work);
    return refusal ? c.json({ error: refusal, session }, 409) : c.json(session, 200);
  })
  .openapi(checkIn, async (c) => {
    const { id } = c.req.valid('param');
    const work = commands.checkInSubstitute(c.var.deps, c.var.actor!, { sessionId: id, ...c.req.valid('json') });
    const { refusal, session } = await inSession(c, id, work);
    return refusal ? c.json({ error: refusal, session }, 409) : c.json(session, 200);
  })
  .openapi(ask, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const seen = { squadId: id, sessionId, ...c.req.valid('json') };
    const { refusal, squad } = await inSquad(c, id, commands.startSubstituteSearch(c.var.deps, c.var.actor!, seen));
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  })
  .openapi(stop, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const seen = { squadId: id, sessionId, ...c.req.valid('json') };
    const { refusal, squad } = await inSquad(c, id, commands.stopSubstituteSearch(c.var.deps, c.var.actor!, seen));
    return refusal ? c.json({ error: refusal, squad }, 409) : c.json(squad, 200);
  });
