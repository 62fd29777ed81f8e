import { createApi, json, operation } from '../../../server/http.ts';
import { ByPlayerId } from '../../accounts/player-id.schema.ts';
import { getPlayerRecord, getSharedHistory } from './player-record.commands.ts';
import { PlayerRecord, SharedHistory } from './player-record.schema.ts';

const record = operation({
  method: 'get',
  path: '/api/players/{id}/record',
  who: 'visitor',
  summary: "Get a player's record as confirmed by teammates",
  request: { params: ByPlayerId },
  responses: { 200: json(PlayerRecord, 'Games and squads that took place, and how often the player shows up') },
});

const withMe = operation({
  method: 'get',
  path: '/api/players/{id}/with-me',
  who: 'user',
  summary: 'Get availability, games and squads I share with a player',
  request: { params: ByPlayerId },
  responses: { 200: json(SharedHistory, 'What you and the player share') },
});

export const playerRecordApi = createApi()
  .openapi(record, async (c) =>
    c.json(await getPlayerRecord(c.var.deps, c.req.valid('param').id, c.var.actor?.userId), 200),
  )
  .openapi(withMe, async (c) => c.json(await getSharedHistory(c.var.deps, c.var.actor!, c.req.valid('param').id), 200));
