import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, operation } from '../../../server/http.ts';
import { respondWithSquadOrConflict, SQUAD_OR_CONFLICT } from '../squad-response.api.ts';
import * as messages from '../squads.messages.ts';
import { startRunBack } from './squad-run-back.commands.ts';
import * as commands from './squad-sessions.commands.ts';
import { SessionAnswerChoice, SessionTime, Version } from './squad-sessions.schema.ts';

const BySquad = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });
const BySession = BySquad.extend({ session_id: z.uuid({ error: issueText(messages.sessionNotFound) }) });

const propose = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions',
  who: 'member',
  surface: 'squads',
  summary: 'Propose a session to your squad',
  request: { params: BySquad, body: body(SessionTime) },
  responses: SQUAD_OR_CONFLICT,
});

const answer = operation({
  method: 'put',
  path: '/api/squads/{id}/sessions/{session_id}/answer',
  who: 'member',
  surface: 'squads',
  summary: "Respond to one of your squad's sessions",
  request: { params: BySession, body: body(z.object({ version: Version, answer: SessionAnswerChoice })) },
  responses: SQUAD_OR_CONFLICT,
});

const move = operation({
  method: 'patch',
  path: '/api/squads/{id}/sessions/{session_id}',
  who: 'member',
  surface: 'squads',
  summary: 'Move a session and ask everyone again',
  request: { params: BySession, body: body(SessionTime.extend({ version: Version })) },
  responses: SQUAD_OR_CONFLICT,
});

const cancelOperation = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions/{session_id}/call-off',
  who: 'member',
  surface: 'own',
  summary: 'Cancel a session',
  request: { params: BySession, body: body(z.object({ version: Version })) },
  responses: SQUAD_OR_CONFLICT,
});

const checkIn = operation({
  method: 'put',
  path: '/api/squads/{id}/sessions/{session_id}/check-in',
  who: 'member',
  surface: 'squads',
  summary: 'Check in to a session from 30 minutes before its start',
  request: { params: BySession, body: body(z.object({ version: Version })) },
  responses: SQUAD_OR_CONFLICT,
});

const runBack = operation({
  method: 'post',
  path: '/api/squads/{id}/run-back',
  who: 'member',
  surface: 'squads',
  summary: "Run your squad's last session back",
  request: {
    params: BySquad,
    body: body(
      z.object({
        session_id: z.uuid({ error: issueText(messages.nothingToRunBack) }),
        kind: z.enum(['now', 'week'], { error: issueText(messages.runBackKindInvalid) }),
      }),
    ),
  },
  responses: SQUAD_OR_CONFLICT,
});

export const squadSessionsApi = createApi()
  .openapi(propose, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquadOrConflict(
      c,
      id,
      commands.proposeSession(c.var.deps, c.var.actor!, id, c.req.valid('json')),
    );
  })
  .openapi(answer, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version, answer } = c.req.valid('json');
    const work = commands.answerSession(c.var.deps, c.var.actor!, { squadId: id, sessionId, version }, answer);
    return respondWithSquadOrConflict(c, id, work);
  })
  .openapi(move, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version, ...time } = c.req.valid('json');
    const work = commands.moveSession(c.var.deps, c.var.actor!, { squadId: id, sessionId, version }, time);
    return respondWithSquadOrConflict(c, id, work);
  })
  .openapi(cancelOperation, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    const work = commands.cancelSession(c.var.deps, c.var.actor!, { squadId: id, sessionId, version });
    return respondWithSquadOrConflict(c, id, work);
  })
  .openapi(checkIn, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    const work = commands.checkIn(c.var.deps, c.var.actor!, { squadId: id, sessionId, version });
    return respondWithSquadOrConflict(c, id, work);
  })
  .openapi(runBack, async (c) => {
    const { id } = c.req.valid('param');
    const { session_id: sessionId, kind } = c.req.valid('json');
    return respondWithSquadOrConflict(c, id, startRunBack(c.var.deps, c.var.actor!, id, { sessionId, kind }));
  });
