import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { hasAdminRoleSql } from './admins.queries.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import { countBansOf, insertBan, isBannedNow, markLifted, selectBannedUsers } from './bans.queries.ts';
import { makeAdmin } from './moderation.factory.ts';

const now = new Date('2026-03-02T12:00:00Z');
const SCOPES: BanScope[] = ['listing', 'applying', 'matching', 'all'];

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const createBan = async (scope: BanScope, expiresAt: Date | null) => {
  const { userId } = await makeUser(context.deps);
  const { id } = await insertBan(context.deps.db, { userId, scope, reason: 'Test', expiresAt, createdAt: now });
  return { userId, id };
};
const readValue = async (expression: ReturnType<typeof sql>) =>
  (await context.deps.db.execute<{ value: unknown }>(sql`select ${expression} as value`)).rows[0]!.value;
const listDeniedScopes = async (userId: string) => {
  const found = await Promise.all(SCOPES.map((surface) => readValue(isBannedNow(sql`${userId}::uuid`, surface, now))));
  return SCOPES.filter((_, index) => found[index]);
};

test.each([
  ['listing', ['listing']],
  ['applying', ['applying']],
  ['matching', ['matching']],
  ['all', SCOPES],
] as const)('applies a ban with the scope %s to %j', async (scope, surfaces) => {
  expect(await listDeniedScopes((await createBan(scope, null)).userId)).toEqual(surfaces);
});

test('keeps a ban active until just before its end or until it is lifted', async () => {
  const running = await createBan('all', new Date(now.getTime() + 1));
  const expiredBan = await createBan('all', now);
  expect(await listDeniedScopes(running.userId)).toEqual(SCOPES);
  expect(await listDeniedScopes(expiredBan.userId)).toEqual([]);
  await markLifted(context.deps.db, running.id, expiredBan.userId, now);
  expect(await listDeniedScopes(running.userId)).toEqual([]);
});

test('counts a banned user once, but counts each of their bans', async () => {
  const { userId } = await createBan('all', null);
  for (const scope of ['all', 'matching'] as const) {
    await insertBan(context.deps.db, { userId, scope, reason: 'Test', createdAt: now });
  }
  const pastTime = new Date(now.getTime() - DAY_MS);
  await insertBan(context.deps.db, { userId, scope: 'all', reason: 'Test', expiresAt: pastTime, createdAt: now });
  const times = sql`(select count(*)::int from ${selectBannedUsers('all', now)} b where b.user_id = ${userId})`;
  expect(await readValue(times)).toBe(1);
  expect(await readValue(countBansOf(sql`${userId}::uuid`, now))).toBe(3);
});

test('detects admins with the SQL condition for the admin role', async () => {
  const [admin, user] = [await makeAdmin(context.deps), await makeUser(context.deps)];
  expect(await readValue(hasAdminRoleSql(sql`${admin.userId}::uuid`))).toBe(true);
  expect(await readValue(hasAdminRoleSql(sql`${user.userId}::uuid`))).toBe(false);
});
