import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import { Gamertag } from '../../profiles/profile-form.schema.ts';
import { Version } from '../sessions/squad-sessions.schema.ts';
import { respondWithSquad, respondWithSquadOrConflict, SQUAD_OR_CONFLICT } from '../squad-response.api.ts';
import * as messages from '../squads.messages.ts';
import { SquadRoom } from '../squads.schema.ts';
import * as commands from './live-now.commands.ts';
import { GameNumber, GameResult, VoiceUrl } from './live-now.schema.ts';

const BySquad = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });
const BySession = BySquad.extend({ session_id: z.uuid({ error: issueText(messages.sessionNotFound) }) });
const ByGame = BySession.extend({ number: GameNumber });

const start = operation({
  method: 'put',
  path: '/api/squads/{id}/sessions/{session_id}/games/{number}',
  who: 'member',
  surface: 'squads',
  summary: "Start a game of my squad's session (idempotent)",
  request: { params: ByGame },
  responses: SQUAD_OR_CONFLICT,
});

const result = operation({
  method: 'put',
  path: '/api/squads/{id}/sessions/{session_id}/games/{number}/result',
  who: 'member',
  surface: 'squads',
  summary: 'Report or confirm whether my squad won a game',
  request: { params: ByGame, body: body(z.object({ result: GameResult })) },
  responses: SQUAD_OR_CONFLICT,
});

const missing = operation({
  method: 'post',
  path: '/api/squads/{id}/sessions/{session_id}/missing',
  who: 'member',
  surface: 'squads',
  summary: 'Report a missing player and look for a substitute',
  request: { params: BySession, body: body(z.object({ version: Version, user_id: PlayerId })) },
  responses: SQUAD_OR_CONFLICT,
});

const voice = operation({
  method: 'put',
  path: '/api/squads/{id}/voice',
  who: 'member',
  surface: 'squads',
  summary: "Set my squad's voice channel",
  request: { params: BySquad, body: body(z.object({ url: VoiceUrl.nullable() })) },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const gamertag = operation({
  method: 'put',
  path: '/api/squads/{id}/gamertag',
  who: 'member',
  surface: 'own',
  summary: 'Add my gamertag to my profile, so that my squad can invite me',
  request: { params: BySquad, body: body(Gamertag) },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

export const liveNowApi = createApi()
  .openapi(start, async (c) => {
    const { id: squadId, session_id: sessionId, number } = c.req.valid('param');
    const work = commands.startGame(c.var.deps, c.var.actor!, { squadId, sessionId, number });
    return respondWithSquadOrConflict(c, squadId, work);
  })
  .openapi(result, async (c) => {
    const { id: squadId, session_id: sessionId, number } = c.req.valid('param');
    const ref = { squadId, sessionId, number };
    const work = commands.reportResult(c.var.deps, c.var.actor!, ref, c.req.valid('json').result);
    return respondWithSquadOrConflict(c, squadId, work);
  })
  .openapi(missing, async (c) => {
    const { id: squadId, session_id: sessionId } = c.req.valid('param');
    const { version, user_id } = c.req.valid('json');
    const ref = { squadId, sessionId, version };
    const work = commands.reportMissingPlayer(c.var.deps, c.var.actor!, ref, user_id);
    return respondWithSquadOrConflict(c, squadId, work);
  })
  .openapi(voice, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.setVoiceUrl(c.var.deps, c.var.actor!, id, c.req.valid('json').url));
  })
  .openapi(gamertag, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.addGamertag(c.var.deps, c.var.actor!, id, c.req.valid('json')));
  });
