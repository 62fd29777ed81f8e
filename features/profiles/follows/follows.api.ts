import { createApi, json, operation } from '../../../server/http.ts';
import { toIso } from '../../../time/instants.ts';
import { ByPlayerId } from '../../accounts/player-id.schema.ts';
import { followPlayer, unfollowPlayer } from './follows.commands.ts';
import { isFollowing, listFollows } from './follows.queries.ts';
import { FollowList, FollowState } from './follows.schema.ts';

const list = operation({
  method: 'get',
  path: '/api/profiles/me/follows',
  who: 'user',
  summary: 'List the players I follow',
  responses: { 200: json(FollowList, 'Newest first') },
});

const read = operation({
  method: 'get',
  path: '/api/profiles/{id}/follow',
  who: 'user',
  summary: 'Check whether I follow a player',
  request: { params: ByPlayerId },
  responses: { 200: json(FollowState, 'Whether I follow the player') },
});

const put = operation({
  method: 'put',
  path: '/api/profiles/{id}/follow',
  who: 'user',
  surface: 'own',
  summary: 'Follow a player',
  request: { params: ByPlayerId },
  responses: { 200: json(FollowState, 'Followed') },
});

const remove = operation({
  method: 'delete',
  path: '/api/profiles/{id}/follow',
  who: 'user',
  surface: 'own',
  summary: 'Unfollow a player',
  request: { params: ByPlayerId },
  responses: { 200: json(FollowState, 'No longer followed') },
});

export const followsApi = createApi()
  .openapi(list, async (c) => {
    const rows = await listFollows(c.var.deps.db, c.var.actor!.userId);
    return c.json({ follows: rows.map(({ created_at, ...row }) => ({ ...row, since: toIso(created_at) })) }, 200);
  })
  .openapi(read, async (c) => {
    const { id } = c.req.valid('param');
    return c.json({ following: await isFollowing(c.var.deps.db, c.var.actor!.userId, id) }, 200);
  })
  .openapi(put, async (c) => {
    await followPlayer(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ following: true }, 200);
  })
  .openapi(remove, async (c) => {
    await unfollowPlayer(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ following: false }, 200);
  });
