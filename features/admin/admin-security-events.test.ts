import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { CreatedUser } from '../accounts/accounts.factory.ts';
import { recordEvent } from '../accounts/security-events/security-events.commands.ts';
import type { SecurityActivity } from '../accounts/security-events/security-events.schema.ts';
import { runWithVisit } from '../accounts/sessions/visits.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import type { MarkedLines } from './admin.schema.ts';

let context: TestContext;
let admin: CreatedUser;
beforeAll(async () => {
  context = await openTestContext();
  context.setNow('2026-03-02T12:00:00Z');
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

async function read<T>(path: string, who = admin): Promise<{ status: number; body: T }> {
  const answer = await context.app.request(path, { headers: { Authorization: `Bearer ${who.accessToken}` } });
  return { status: answer.status, body: (await answer.json()) as T };
}

const enter = (userId: string, place: string) =>
  runWithVisit({ userAgent: 'Firefox/1 (Windows)', ip: '203.0.113.7', place }, () =>
    recordEvent(context.deps.db, context.deps, userId, { action: 'signed_in', method: 'password' }),
  );

it('shows the marked events of all accounts to admins only', async () => {
  const [odd, plain] = [await makePlayer(context.deps), await makePlayer(context.deps)];
  await enter(odd.userId, 'DE');
  await enter(odd.userId, 'BR');
  await enter(plain.userId, 'DE');
  await recordEvent(context.deps.db, context.deps, odd.userId, { action: 'factor_removed' });
  for (let n = 0; n < 5; n++)
    await recordEvent(context.deps.db, context.deps, plain.userId, { action: 'sign_in_failed' });
  const { body } = await read<MarkedLines>('/api/admin/journals');
  expect(body.lines.map(({ user_id, marks, words }) => [user_id, marks, words])).toEqual([
    [plain.userId, ['many_failures'], 'Wrong password'],
    [odd.userId, ['factor_removed'], 'Two-factor method removed'],
    [odd.userId, ['new_country'], 'Signed in with a password'],
  ]);
  expect(body.lines[2]).toMatchObject({ place: 'Brazil, network 203.0.113.0/24', device: 'Firefox on Windows' });
  const only = await read<MarkedLines>('/api/admin/journals?mark=factor_removed');
  expect(only.body.lines).toHaveLength(1);
  const own = await read<SecurityActivity>(`/api/admin/accounts/${odd.userId}/journal`);
  expect(own.body.lines).toHaveLength(3);
  expect((await read('/api/admin/journals', odd)).status).toBe(403);
  expect((await read(`/api/admin/accounts/${odd.userId}/journal`, plain)).status).toBe(403);
});

it('paginates without losing an entry', async () => {
  const { userId } = await makePlayer(context.deps);
  await context.deps.db.execute(sql`
    insert into auth.security_events (user_id, kind, action, resource_type, success, marks)
    select ${userId}, 'change', 'not_me', 'authentication', true, '{not_me}' from generate_series(1, 120)`);
  const seen: number[] = [];
  for (let query = '?mark=not_me'; ; ) {
    const { body } = await read<MarkedLines>(`/api/admin/journals${query}`);
    seen.push(...body.lines.map(({ id }) => id));
    if (body.before === null) break;
    query = `?mark=not_me&before=${body.before}`;
  }
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});
