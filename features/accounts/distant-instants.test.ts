import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { listUsersAsAdmin, readUserAsAdmin, updateByAdmin } from './account-admin/account-admin.commands.ts';
import { makeUser } from './accounts.factory.ts';
import { readUser } from './person/person.commands.ts';
import { createServiceToken } from './sessions/sessions.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

const DISTANT_INSTANTS = [
  'infinity',
  '-infinity',
  '0044-03-15 00:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  '0001-01-01 00:00:00+00',
];

/** Returns every timestamp column of the account tables, by table. */
async function listColumns(): Promise<Map<string, string[]>> {
  const { rows } = await context.deps.database.pool.query<{ table_name: string; names: string[] }>(
    `select table_name, array_agg(column_name::text) as names from information_schema.columns
      where table_schema = 'auth' and data_type = 'timestamp with time zone'
        and table_name in ('users', 'identities', 'mfa_factors') and column_name <> 'deleted_at'
      group by table_name`,
  );
  return new Map(rows.map((row) => [row.table_name, row.names]));
}

describe.each(DISTANT_INSTANTS)('a row with %s', (instant) => {
  it('can be read alone and together with others', async () => {
    const { deps, app } = context;
    const { userId, email } = await makeUser(deps, { password: 'a long and good one' });
    await deps.database.pool.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'unverified', 'x')`,
      [userId],
    );
    for (const [table, names] of await listColumns()) {
      const set = names.map((name) => `${name} = '${instant}'`).join(', ');
      const key = table === 'users' ? 'id' : 'user_id';
      await deps.database.pool.query(`update auth.${table} set ${set} where ${key} = $1`, [userId]);
    }
    const isoStart = /^\d{4}-\d\d-\d\dT/;
    expect((await readUserAsAdmin(deps, userId)).banned_until).toMatch(isoStart);
    const { users } = await listUsersAsAdmin(deps, 1, 100);
    expect(users.find(({ id }) => id === userId)!.created_at).toMatch(isoStart);
    expect((await readUser(deps, { userId, sessionId: '', email, aal: 'aal1' })).banned_until).toMatch(isoStart);
    const response = await app.request('/auth/v1/admin/users', {
      headers: { Authorization: `Bearer ${await createServiceToken(deps, '1h')}` },
    });
    expect(response.status).toBe(200);
    await updateByAdmin(deps, userId, { ban_duration: 'none' });
  });
});

it.each(['9999999999999h', `${'9'.repeat(400)}h`])(
  'clamps a ban of %s to the last representable instant',
  async (ban_duration) => {
    const { userId } = await makeUser(context.deps);
    expect((await updateByAdmin(context.deps, userId, { ban_duration })).banned_until).toBe('9999-12-31T23:59:59.999Z');
  },
);
