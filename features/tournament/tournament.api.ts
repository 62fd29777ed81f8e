import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { parsePictureFile, pictureResponses, sendPicture } from '../profiles/profile-pictures/share-pictures.api.ts';
import { getPairPicture } from './duel-picture.commands.ts';
import { castVote, getPairResult, getRanking, pickNextPair } from './tournament.commands.ts';
import * as messages from './tournament.messages.ts';
import { pickDuelOfTheDay } from './tournament.rules.ts';
import { Duel, NewVote, NextDuel, PairResult, Ranking, VoteOutcome } from './tournament.schema.ts';

const PAIR = /^[a-z0-9-]{5,120}$/;

const readRanking = operation({
  method: 'get',
  path: '/api/tournament/ranking',
  shows: ['tournament'],
  who: 'visitor',
  summary: 'Get the community ranking of all warriors',
  responses: { 200: json(Ranking, 'Best first') },
});

const getToday = operation({
  method: 'get',
  path: '/api/tournament/pairs/today',
  shows: ['tournament'],
  who: 'visitor',
  summary: 'Get the pair of the day',
  responses: { 200: json(Duel, 'Two warriors') },
});

const getNextPair = operation({
  method: 'get',
  path: '/api/tournament/pairs/next',
  who: 'user',
  summary: 'Get my next pair and remaining votes for today',
  responses: { 200: json(NextDuel, 'A pair, or none when I’ve voted on them all') },
});

const getResult = operation({
  method: 'get',
  path: '/api/tournament/pairs/{pair}',
  shows: ['tournament'],
  who: 'visitor',
  summary: 'Get the result of a pair',
  request: { params: z.object({ pair: z.string().regex(PAIR, issueText(messages.pairInvalid)) }) },
  responses: { 200: json(PairResult, 'The vote count') },
});

const castOperation = operation({
  method: 'post',
  path: '/api/tournament/votes',
  who: 'user',
  surface: 'voting',
  summary: 'Vote for one warrior over another',
  request: { body: body(NewVote) },
  responses: { 200: json(VoteOutcome, 'The effect of the vote') },
});

const getPairImage = operation({
  method: 'get',
  path: '/og/tournament/{file}',
  who: 'visitor',
  summary: "Get the preview image of a pair's result (1200 × 630)",
  request: {
    params: z.object({
      file: z.string().regex(/^[a-z0-9-]{5,120}\.png$/, issueText(messages.pictureNameInvalid)),
    }),
  },
  responses: pictureResponses,
});

export const tournamentApi = createApi()
  .openapi(readRanking, async (c) => c.json(await getRanking(c.var.deps), 200))
  .openapi(getToday, (c) => c.json(pickDuelOfTheDay(c.var.deps.now()), 200))
  .openapi(getNextPair, async (c) => c.json(await pickNextPair(c.var.deps, c.var.actor!), 200))
  .openapi(getResult, async (c) => c.json(await getPairResult(c.var.deps, c.req.valid('param').pair), 200))
  .openapi(castOperation, async (c) => c.json(await castVote(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(getPairImage, async (c) => {
    const picture = await getPairPicture(c.var.deps, parsePictureFile(c.req.valid('param')));
    return sendPicture(c, picture, 'max-age=60, stale-while-revalidate=86400');
  });
