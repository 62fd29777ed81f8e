import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makePlayer } from '../profiles.factory.ts';
import * as queries from './blocks.queries.ts';

let context: TestContext;
let one: string;
let other: string;
let third: string;
beforeAll(async () => {
  context = await openTestContext();
  [one, other, third] = (await Promise.all([1, 2, 3].map(async () => (await makePlayer(context.deps)).userId))) as [
    string,
    string,
    string,
  ];
  const now = context.deps.now();
  await queries.upsertBlock(context.deps.db, { blockerId: one, blockedId: other, kind: 'block', now });
  await queries.upsertBlock(context.deps.db, { blockerId: other, blockedId: third, kind: 'avoid', now });
});
afterAll(() => context.close());

const idsWhere = async (condition: ReturnType<typeof queries.isBlockedBetweenSql>) => {
  const { rows } = await context.deps.db.execute<{ id: string }>(
    sql`select p.id from protocol_profiles p where ${condition}`,
  );
  return rows.map((row) => row.id).sort();
};

test('counts a block in both directions and ignores avoids', async () => {
  const { db } = context.deps;
  expect(await queries.areBlocked(db, one, other)).toBe(true);
  expect(await queries.areBlocked(db, other, one)).toBe(true);
  expect(await queries.areBlocked(db, other, third)).toBe(false);
  expect(await queries.isBlockedAmong(db, other, [third, one])).toBe(true);
  expect(await queries.isBlockedAmong(db, third, [other, one])).toBe(false);
  expect(await queries.isBlockedAmong(db, one, [])).toBe(false);
});

test('block conditions select only the blocked players in another query', async () => {
  const id = sql`p.id`;
  expect(await idsWhere(queries.isBlockedBetweenSql(one, id))).toEqual([other]);
  expect(await idsWhere(queries.isBlockedBetweenSql(id, other))).toEqual([one]);
  expect(await idsWhere(queries.hasBlockedSql(one, id))).toEqual([other]);
  expect(await idsWhere(queries.hasBlockedSql(other, id))).toEqual([]);
  expect(await idsWhere(queries.hasBlockAmongSql(id, [one, third]))).toEqual([other]);
});
