import { body, createApi, json, operation } from '../../../server/http.ts';
import { ByPlayerId } from '../../accounts/player-id.schema.ts';
import { blockPlayer, unblockPlayer } from './blocks.commands.ts';
import { findBlock, listBlocks, listHiddenIds } from './blocks.queries.ts';
import { BlockList, BlockRequest, BlockState, HiddenPlayers, HiddenQuery } from './blocks.schema.ts';

const list = operation({
  method: 'get',
  path: '/api/profiles/me/blocks',
  who: 'user',
  summary: 'List the players I block or avoid',
  responses: { 200: json(BlockList, 'Newest first') },
});

const listHidden = operation({
  method: 'get',
  path: '/api/profiles/hidden',
  who: 'user',
  summary: 'List which of these players are hidden from me',
  request: { query: HiddenQuery },
  responses: { 200: json(HiddenPlayers, 'Players to hide') },
});

const read = operation({
  method: 'get',
  path: '/api/profiles/{id}/block',
  who: 'user',
  summary: 'Check whether I block or avoid a player',
  request: { params: ByPlayerId },
  responses: { 200: json(BlockState, 'Whether I block or avoid the player') },
});

const put = operation({
  method: 'put',
  path: '/api/profiles/{id}/block',
  who: 'user',
  surface: 'own',
  summary: 'Block or avoid a player',
  request: { params: ByPlayerId, body: body(BlockRequest) },
  responses: { 200: json(BlockState, 'Whether I now block or avoid the player') },
});

const remove = operation({
  method: 'delete',
  path: '/api/profiles/{id}/block',
  who: 'user',
  surface: 'own',
  summary: 'Remove a block or avoid',
  request: { params: ByPlayerId },
  responses: { 200: json(BlockState, 'Whether I now block or avoid the player') },
});

export const blocksApi = createApi()
  .openapi(list, async (c) => {
    const rows = await listBlocks(c.var.deps.db, c.var.actor!.userId);
    return c.json({ blocks: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) }, 200);
  })
  .openapi(listHidden, async (c) => {
    const { ids } = c.req.valid('query');
    return c.json({ hidden: await listHiddenIds(c.var.deps.reads, c.var.actor!.userId, ids) }, 200);
  })
  .openapi(read, async (c) => {
    const { id } = c.req.valid('param');
    return c.json({ kind: await findBlock(c.var.deps.db, c.var.actor!.userId, id) }, 200);
  })
  .openapi(put, async (c) => {
    const { id } = c.req.valid('param');
    const { kind } = c.req.valid('json');
    await blockPlayer(c.var.deps, c.var.actor!, id, kind);
    return c.json({ kind }, 200);
  })
  .openapi(remove, async (c) => {
    await unblockPlayer(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ kind: null }, 200);
  });
