import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { issueText } from '../../../messages/issue-text.ts';
import { type ApiEnv, body, createApi, json, operation } from '../../../server/http.ts';
import { catchConflict } from '../../../server/refusal.ts';
import { getSession } from '../session-feedback/session-feedback.commands.ts';
import { SessionView } from '../session-feedback/session-feedback.schema.ts';
import { Version } from '../sessions/squad-sessions.schema.ts';
import { Conflict, respondWithSquadOrConflict, SQUAD_OR_CONFLICT } from '../squad-response.api.ts';
import * as messages from '../squads.messages.ts';
import * as commands from './substitutes.commands.ts';

const BySession = z.object({ id: z.uuid({ error: issueText(messages.notInvitedToSub) }) });
const InSquad = z.object({
  id: z.uuid({ error: issueText(messages.squadNotFound) }),
  session_id: z.uuid({ error: issueText(messages.sessionNotFound) }),
});
const Seen = body(z.object({ version: Version }));
const own = {
  200: json(SessionView, 'The session as you see it'),
  409: json(z.object({ error: Conflict, session: SessionView }), 'The session changed. Returns the current one.'),
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
      z.object({
        version: Version,
        action: z.enum(['accept', 'decline'], { error: issueText(messages.subAnswerInvalid) }),
      }),
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
  responses: SQUAD_OR_CONFLICT,
});

const stop = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions/{session_id}/stand-ins/stop',
  who: 'member',
  surface: 'own',
  summary: 'Stop the substitute search for a session',
  request: { params: InSquad, body: Seen },
  responses: SQUAD_OR_CONFLICT,
});

/** Responds with the session, or with a conflict and the session when an action came too late. */
async function respondSession(c: Context<ApiEnv>, id: string, work: Promise<void>) {
  const error = await catchConflict(work);
  const session = await getSession(c.var.deps, c.var.actor!, id);
  return error ? c.json({ error, session }, 409) : c.json(session, 200);
}

export const substitutesApi = createApi()
  .openapi(answer, async (c) => {
    const { id } = c.req.valid('param');
    const { version, action } = c.req.valid('json');
    const give = action === 'accept' ? commands.acceptSubstituteRequest : commands.declineSubstituteRequest;
    return respondSession(c, id, give(c.var.deps, c.var.actor!, { sessionId: id, version }));
  })
  .openapi(leave, async (c) => {
    const { id } = c.req.valid('param');
    const work = commands.cancelSubstitution(c.var.deps, c.var.actor!, { sessionId: id, ...c.req.valid('json') });
    return respondSession(c, id, work);
  })
  .openapi(checkIn, async (c) => {
    const { id } = c.req.valid('param');
    const work = commands.checkInSubstitute(c.var.deps, c.var.actor!, { sessionId: id, ...c.req.valid('json') });
    return respondSession(c, id, work);
  })
  .openapi(ask, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const ref = { squadId: id, sessionId, ...c.req.valid('json') };
    return respondWithSquadOrConflict(c, id, commands.startSubstituteSearch(c.var.deps, c.var.actor!, ref));
  })
  .openapi(stop, async (c) => {
    const { id, session_id: sessionId } = c.req.valid('param');
    const ref = { squadId: id, sessionId, ...c.req.valid('json') };
    return respondWithSquadOrConflict(c, id, commands.stopSubstituteSearch(c.var.deps, c.var.actor!, ref));
  });
