import { body, createApi, json, operation } from '../../../server/http.ts';
import { ByPlayerId, PlayerId } from '../../accounts/player-id.schema.ts';
import {
  changeVisibility,
  getHeadToHead,
  getOwnPlace,
  getOwnRatings,
  getRatingHistory,
  listLeaderboard,
  listPlayerRatings,
} from './leaderboards.commands.ts';
import {
  HeadToHead,
  Leaderboard,
  LeaderboardQuery,
  OwnPlace,
  OwnRatings,
  PlayerRatings,
  RatingHistory,
  RatingVisibility,
  SeasonQuery,
} from './ratings.schema.ts';

const leaderboard = operation({
  method: 'get',
  path: '/api/leaderboards',
  shows: ['ratings', 'players'],
  who: 'visitor',
  summary: "List players by their rank in a season's table",
  request: { query: LeaderboardQuery },
  responses: { 200: json(Leaderboard, 'One page of the table') },
});

const followed = operation({
  method: 'get',
  path: '/api/leaderboards/followed',
  who: 'user',
  summary: "List the players I follow, and me, by rank in a season's table",
  request: { query: LeaderboardQuery },
  responses: { 200: json(Leaderboard, 'One page of the table') },
});

const ownPlace = operation({
  method: 'get',
  path: '/api/leaderboards/me',
  who: 'user',
  summary: "Get my row in a season's table",
  request: { query: SeasonQuery },
  responses: { 200: json(OwnPlace, 'My rating and rank') },
});

const own = operation({
  method: 'get',
  path: '/api/ratings/me',
  who: 'user',
  summary: 'List my ratings',
  responses: { 200: json(OwnRatings, 'One rating per mode I have rated games in') },
});

const changeOwn = operation({
  method: 'put',
  path: '/api/ratings/me/visibility',
  who: 'user',
  surface: 'own',
  summary: 'Hide my ratings from leaderboards and other players, or show them',
  request: { body: body(RatingVisibility) },
  responses: { 200: json(RatingVisibility, 'Whether my ratings are hidden') },
});

const ofPlayer = operation({
  method: 'get',
  path: '/api/players/{id}/ratings',
  shows: ['ratings', 'players'],
  who: 'visitor',
  summary: "List a player's ratings",
  request: { params: ByPlayerId },
  responses: { 200: json(PlayerRatings, 'One rating per mode with rated games') },
});

const history = operation({
  method: 'get',
  path: '/api/players/{id}/ratings/history',
  shows: ['ratings', 'players'],
  who: 'visitor',
  summary: "Get a player's rating curve, form and best teammates in a season",
  request: { params: ByPlayerId, query: SeasonQuery },
  responses: { 200: json(RatingHistory, 'The season in this mode') },
});

const headToHead = operation({
  method: 'get',
  path: '/api/players/{id}/head-to-head/{other}',
  shows: ['ratings', 'players'],
  who: 'visitor',
  summary: 'Count the rated games of two players, against each other and together',
  request: { params: ByPlayerId.extend({ other: PlayerId }) },
  responses: { 200: json(HeadToHead, "Results from the first player's side") },
});

export const ratingsApi = createApi()
  .openapi(leaderboard, async (c) =>
    c.json(await listLeaderboard(c.var.deps, c.var.actor?.userId, c.req.valid('query')), 200),
  )
  .openapi(followed, async (c) =>
    c.json(await listLeaderboard(c.var.deps, c.var.actor!.userId, c.req.valid('query'), true), 200),
  )
  .openapi(ownPlace, async (c) => c.json(await getOwnPlace(c.var.deps, c.var.actor!, c.req.valid('query')), 200))
  .openapi(own, async (c) => c.json(await getOwnRatings(c.var.deps, c.var.actor!), 200))
  .openapi(changeOwn, async (c) => {
    const { hidden } = c.req.valid('json');
    await changeVisibility(c.var.deps, c.var.actor!, hidden);
    return c.json({ hidden }, 200);
  })
  .openapi(ofPlayer, async (c) => {
    const { id } = c.req.valid('param');
    return c.json({ ratings: await listPlayerRatings(c.var.deps, c.var.actor?.userId, id) }, 200);
  })
  .openapi(history, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await getRatingHistory(c.var.deps, c.var.actor?.userId, id, c.req.valid('query')), 200);
  })
  .openapi(headToHead, async (c) => {
    const { id, other } = c.req.valid('param');
    return c.json(await getHeadToHead(c.var.deps, c.var.actor?.userId, id, other), 200);
  });
