import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { Match } from '../matches/matches.schema.ts';
import { createTestQueue } from './test-queue.ts';

let context: TestContext;
const people = createTestQueue(() => context);
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => people.begin());

describe('live squad card', () => {
  it("keeps the ready check's score and reasons when players share no availability", async () => {
    const players = await people.five();
    for (const [index, { userId }] of players.entries()) {
      const windows = [{ days: ['Mon'], start: `0${index}:00`, end: `0${index + 1}:00` }];
      await context.deps.db.execute(
        sql`update protocol_profiles set availability = ${JSON.stringify(windows)}::jsonb where id = ${userId}`,
      );
    }
    for (const one of players) await people.join(one);
    await people.tick();
    for (const one of players) await people.shown(one);
    const { check } = await people.state(players[0]!);
    for (const one of players) await people.answer(one, 'ready');

    const response = await context.app.request('/api/matches', {
      headers: { Authorization: `Bearer ${players[0]!.accessToken}` },
    });
    const { matches } = (await response.json()) as { matches: Match[] };
    expect(matches).toHaveLength(1);
    const [card] = matches;
    expect(card).toMatchObject({ status: 'mutual', live: true, score: check!.score, scheduled_overlap_minutes: 0 });
    expect(card!.score).toBeGreaterThan(50);
    expect(card!.explanation.split('\n')).toEqual(expect.arrayContaining(check!.reasons));
    const total = card!.parts.reduce((sum, part) => sum + part.value, 0);
    expect(total).toBeCloseTo(card!.score, 0);
  });
});
