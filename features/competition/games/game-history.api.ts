import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { createApi, json, operation } from '../../../server/http.ts';
import { ByPlayerId } from '../../accounts/player-id.schema.ts';
import * as messages from '../competition.messages.ts';
import { listPlayerGames, listSquadGames } from './game-history.commands.ts';
import { GameHistory, HistoryQuery } from './game-history.schema.ts';

const BySquad = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });

const ofPlayer = operation({
  method: 'get',
  path: '/api/players/{id}/games',
  who: 'user',
  summary: "List a player's games that count",
  request: { params: ByPlayerId, query: HistoryQuery },
  responses: { 200: json(GameHistory, 'One page, newest first') },
});

const ofSquad = operation({
  method: 'get',
  path: '/api/squads/{id}/games',
  who: 'member',
  summary: "List my squad's games that count",
  request: { params: BySquad, query: HistoryQuery },
  responses: { 200: json(GameHistory, 'One page, newest first') },
});

export const gameHistoryApi = createApi()
  .openapi(ofPlayer, async (c) =>
    c.json(await listPlayerGames(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('query')), 200),
  )
  .openapi(ofSquad, async (c) =>
    c.json(await listSquadGames(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('query')), 200),
  );
