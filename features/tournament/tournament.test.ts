import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiers } from '../../content/tournament/tiers.ts';
import { warriors } from '../../content/tournament/warriors.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { castVote, getPairResult, getRanking, pickNextPair } from './tournament.commands.ts';
import {
  applyVote,
  getStartingStrength,
  getTierTone,
  parsePair,
  pickDuelOfTheDay,
  pickNextDuel,
  rankByCommunity,
  toDuel,
  VOTE_LIMITS,
} from './tournament.rules.ts';
import { tournamentRatings, tournamentVotes } from './tournament.tables.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.setNow('2025-11-20T18:00:00Z');
});
afterAll(() => context.close());

const makeVoter = () => makeUser(context.deps);
const place = async (id: string) => (await getRanking(context.deps)).standings.find((standing) => standing.id === id)!;

describe('voting', () => {
  test('updates the pair and both ratings and returns the rank changes', async () => {
    const before = await getRanking(context.deps);
    const outcome = await castVote(context.deps, await makeVoter(), { winner: 'claude', loser: 'chatgpt' });
    expect(outcome.result).toEqual({
      pair: 'chatgpt-vs-claude',
      first: { id: 'chatgpt', wins: 0 },
      second: { id: 'claude', wins: 1 },
    });
    expect(outcome.winner).toEqual({ id: 'claude', before: 2, after: 2, votersMissing: 4 });
    expect((await getRanking(context.deps)).votes).toBe(before.votes + 1);
    expect(await place('claude')).toMatchObject({ id: 'claude', rank: 2, votes: 1, wins: 1, settled: false });
    expect(await getPairResult(context.deps, 'chatgpt-vs-claude')).toEqual(outcome.result);
  });

  test('accepts one vote per person, pair and day, in either order', async () => {
    const person = await makeVoter();
    await castVote(context.deps, person, { winner: 'gemini', loser: 'midjourney' });
    await expect(castVote(context.deps, person, { winner: 'midjourney', loser: 'gemini' })).rejects.toMatchObject({
      code: 'conflict',
    });
    context.setNow('2025-11-21T18:00:00Z');
    await castVote(context.deps, person, { winner: 'midjourney', loser: 'gemini' });
    context.setNow('2025-11-20T18:00:00Z');
    expect((await getPairResult(context.deps, 'gemini-vs-midjourney')).first.wins).toBe(1);
  });

  test('requires two different warriors from the list', async () => {
    const person = await makeVoter();
    await expect(castVote(context.deps, person, { winner: 'claude', loser: 'claude' })).rejects.toMatchObject({
      field: 'loser',
    });
    await expect(castVote(context.deps, person, { winner: 'nobody', loser: 'claude' })).rejects.toMatchObject({
      field: 'winner',
    });
    await expect(castVote(context.deps, person, { winner: 'claude', loser: 'nobody' })).rejects.toMatchObject({
      field: 'loser',
    });
  });

  test('refuses votes over the hourly and daily limits, even in one burst', async () => {
    const person = await makeVoter();
    const pairs = warriors.flatMap((one, index) =>
      warriors.slice(index + 1).map((other) => [one.id, other.id] as const),
    );
    const burst = await Promise.allSettled(
      pairs
        .slice(0, VOTE_LIMITS.perHour + 5)
        .map(([winner, loser]) => castVote(context.deps, person, { winner, loser })),
    );
    expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(VOTE_LIMITS.perHour);
    expect(burst.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code)).toEqual(
      Array(5).fill('too_many'),
    );
    let at = VOTE_LIMITS.perHour + 5;
    for (const hour of ['19:01', '20:02', '21:03']) {
      context.setNow(`2025-11-20T${hour}:00Z`);
      const room = Math.min(
        VOTE_LIMITS.perHour,
        VOTE_LIMITS.perDay - (await pickNextPair(context.deps, person)).votesToday,
      );
      for (const [winner, loser] of pairs.slice(at, at + room)) await castVote(context.deps, person, { winner, loser });
      at += room;
    }
    const full = await pickNextPair(context.deps, person);
    expect(full).toEqual({ duel: null, votesToday: VOTE_LIMITS.perDay, votesLeft: 0 });
    const [winner, loser] = pairs[at]!;
    await expect(castVote(context.deps, person, { winner, loser })).rejects.toMatchObject({
      code: 'too_many',
      message: `You’ve cast ${VOTE_LIMITS.perDay} votes today. Come back tomorrow.`,
    });
    context.setNow('2025-11-20T18:00:00Z');
  });

  test('changes ranks only from five voters on, and discounts repeat votes', async () => {
    for (const table of [tournamentVotes, tournamentRatings]) await context.deps.db.delete(table);
    const [best, other] = [warriors[10]!.id, warriors[12]!.id];
    const eager = await makeVoter();
    for (const day of ['10', '11', '12', '13', '14', '15']) {
      context.setNow(`2025-12-${day}T12:00:00Z`);
      await castVote(context.deps, eager, { winner: other, loser: best });
    }
    expect([(await place(other)).rank, (await place(best)).rank]).toEqual([13, 11]);
    expect(await place(other)).toMatchObject({ votes: 6, voters: 1, settled: false });
    for (let votesMissing = 3; votesMissing >= 0; votesMissing -= 1) {
      const { winner } = await castVote(context.deps, await makeVoter(), { winner: other, loser: best });
      expect(winner.votersMissing).toBe(votesMissing);
    }
    expect([(await place(other)).rank, (await place(best)).rank]).toEqual([11, 13]);
    // All voters agreed, so the rank is certain. A vote for the other side makes it less certain.
    expect(await place(other)).toMatchObject({ best: 11, worst: 11 });
    await castVote(context.deps, await makeVoter(), { winner: best, loser: other });
    await castVote(context.deps, await makeVoter(), { winner: best, loser: other });
    expect(await place(other)).toMatchObject({ rank: 11, best: 11, worst: 13 });
    context.setNow('2025-11-20T18:00:00Z');
  });

  test('counts every vote when many people vote at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, makeVoter));
    await Promise.all(people.map((person) => castVote(context.deps, person, { winner: 'zapier', loser: 'n8n' })));
    expect(await getPairResult(context.deps, 'n8n-vs-zapier')).toMatchObject({
      first: { wins: 0 },
      second: { wins: 6 },
    });
    const { votes, wins } = await place('zapier');
    expect(wins).toBeGreaterThanOrEqual(6);
    expect(votes).toBeGreaterThanOrEqual(wins);
  });
});

describe('tournament API', () => {
  const ask = (path: string, init: RequestInit = {}) => context.app.request(`/api/tournament/${path}`, init);

  test('lets visitors read but requires sign-in to vote', async () => {
    expect((await ask('ranking')).status).toBe(200);
    expect((await ask('pairs/today')).status).toBe(200);
    expect((await ask('pairs/next')).status).toBe(401);
    const body = JSON.stringify({ winner: 'claude', loser: 'gemini' });
    const headers = { 'Content-Type': 'application/json' };
    expect((await ask('votes', { method: 'POST', body, headers })).status).toBe(401);
    const { accessToken } = await makeVoter();
    const signedIn = { ...headers, Authorization: `Bearer ${accessToken}` };
    expect((await ask('votes', { method: 'POST', body, headers: signedIn })).status).toBe(200);
    expect((await ask('votes', { method: 'POST', body, headers: signedIn })).status).toBe(409);
    expect((await ask('votes', { method: 'POST', body: '{"winner":"claude"}', headers: signedIn })).status).toBe(422);
  });

  test('returns 404 for pairs in the wrong order or with unknown warriors', async () => {
    expect((await ask('pairs/claude-vs-chatgpt')).status).toBe(404);
    expect((await ask('pairs/chatgpt-vs-nobody')).status).toBe(404);
    expect((await ask('pairs/chatgpt-vs-claude')).status).toBe(200);
  });

  test('renders the preview image of a result and supports conditional requests', async () => {
    const first = await context.app.request('/og/tournament/chatgpt-vs-claude.png');
    expect(first.headers.get('Content-Type')).toBe('image/png');
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
    const secondResponse = await context.app.request('/og/tournament/chatgpt-vs-claude.png', {
      headers: { 'If-None-Match': first.headers.get('ETag')! },
    });
    expect(secondResponse.status).toBe(304);
    expect((await context.app.request('/og/tournament/a-vs-b.png')).status).toBe(404);
  });
});

describe('tournament engine', () => {
  test('raises the winner, lowers the loser, and changes ratings more on an upset', () => {
    const [strong, weak] = [
      { mu: 32, sigma: 4 },
      { mu: 20, sigma: 4 },
    ];
    const expected = applyVote(strong, weak);
    const upset = applyVote(weak, strong);
    expect(expected.winner.mu).toBeGreaterThan(strong.mu);
    expect(expected.loser.mu).toBeLessThan(weak.mu);
    expect(upset.winner.mu - weak.mu).toBeGreaterThan(expected.winner.mu - strong.mu);
  });

  test('moves a warrior less for 49 votes by one person than for votes by five people', () => {
    const ratings = Array.from({ length: 49 }, (_, before) => before).reduce(
      ({ loser }, before) => applyVote({ mu: 25, sigma: 3 }, loser, before),
      { loser: { mu: 25, sigma: 3 } },
    );
    const result = Array.from({ length: 5 }).reduce<{ loser: { mu: number; sigma: number } }>(
      ({ loser }) => applyVote({ mu: 25, sigma: 3 }, loser),
      { loser: { mu: 25, sigma: 3 } },
    );
    expect(ratings.loser.mu).toBeGreaterThan(result.loser.mu);
  });

  test('matches the editorial ranking when there are no votes', () => {
    expect(rankByCommunity([]).map(({ id }) => id)).toEqual(warriors.map(({ id }) => id));
  });

  test('parses a pair only as two different warriors in id order', () => {
    expect(toDuel('claude', 'chatgpt')).toEqual({ pair: 'chatgpt-vs-claude', first: 'chatgpt', second: 'claude' });
    expect(parsePair('chatgpt-vs-claude')).toEqual(toDuel('chatgpt', 'claude'));
    for (const wrong of [
      '',
      'chatgpt',
      'claude-vs-chatgpt',
      'chatgpt-vs-chatgpt',
      'a-vs-b',
      'chatgpt-vs-claude-vs-gemini',
    ])
      expect(parsePair(wrong)).toBeUndefined();
  });

  test('changes the pair of the day daily and never pairs a warrior with itself', () => {
    const pairs = Array.from({ length: 60 }, (_, day) => pickDuelOfTheDay(new Date(Date.UTC(2025, 9, 1 + day))));
    for (const { first, second } of pairs) expect(first).not.toBe(second);
    for (const [index, { pair }] of pairs.slice(1).entries()) expect(pair).not.toBe(pairs[index]!.pair);
  });

  test('picks only undecided pairs until all are decided', () => {
    const pairs = new Set<string>();
    const all = (warriors.length * (warriors.length - 1)) / 2;
    for (let count = 0; count < 40; count++) {
      const duel = pickNextDuel([], pairs, `somebody/${count}`)!;
      expect(pairs.has(duel.pair)).toBe(false);
      pairs.add(duel.pair);
    }
    for (const [index, one] of warriors.entries())
      for (const other of warriors.slice(index + 1)) pairs.add(toDuel(one.id, other.id).pair);
    expect(pairs.size).toBe(all);
    expect(pickNextDuel([], pairs, 'somebody')).toBeUndefined();
  });

  test('assigns every tier a color, with gold for the best', () => {
    expect(getTierTone('SSS')).toBe('gold');
    expect(tiers.map(({ name }) => getTierTone(name)).every(Boolean)).toBe(true);
    expect(getStartingStrength().mu).toBeCloseTo(25);
  });
});
