import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { listEvidence, selectReliability, upsertEvidence } from './reliability.queries.ts';
import { computeReliability } from './reliability.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test.each([
  ['no evidence', []],
  ['one missed session', [[0, true]]],
  ['one missed session in the future', [[-90, true]]],
  ['one missed session long ago', [[900, true]]],
  ['one attended session', [[3, false]]],
  [
    'many missed and attended sessions',
    [
      [0, true],
      [1, false],
      [2.5, false],
      [40, true],
      [90, true],
      [91, false],
      [400, false],
    ],
  ],
] as [string, [number, boolean][]][])('computes the same value in SQL as the rules with %s', async (_what, lines) => {
  const { db } = context.deps;
  const { userId } = await makeUser(context.deps);
  for (const [i, [days, missedCount]] of lines.entries()) {
    const happenedAt = new Date(NOW.getTime() - days * DAY_MS);
    await upsertEvidence(db, { userId, cause: `test:${i}`, happenedAt, missed: missedCount });
  }
  const { rows } = await db.execute<{ is: number | null }>(
    sql`select ${selectReliability(sql`u.id`, NOW)} as is from auth.users u where u.id = ${userId}`,
  );
  expect(rows[0]!.is).toBe(computeReliability(await listEvidence(db, userId), NOW));
});
