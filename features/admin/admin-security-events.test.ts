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

async function read<T>(path: string, user = admin): Promise<{ status: number; body: T }> {
  const response = await context.app.request(path, { headers: { Authorization: `Bearer ${user.accessToken}` } });
  return { status: response.status, body: (await response.json()) as T };
}

const enter = (userId: string, place: string) =>
  runWithVisit({ userAgent: 'Firefox/1 (Windows)', ip: '203.0.113.7', place }, () =>
    recordEvent(context.deps.db, context.deps, userId, { action: 'signed_in', method: 'password' }),
  );

it('shows the marked events of all accounts only to admins', async () => {
  const [unusualPlayer, plainPlayer] = [await makePlayer(context.deps), await makePlayer(context.deps)];
  await enter(unusualPlayer.userId, 'DE');
  await enter(unusualPlayer.userId, 'BR');
  await enter(plainPlayer.userId, 'DE');
  await recordEvent(context.deps.db, context.deps, unusualPlayer.userId, { action: 'factor_removed' });
  for (let n = 0; n < 5; n++)
    await recordEvent(context.deps.db, context.deps, plainPlayer.userId, { action: 'sign_in_failed' });
  const { body } = await read<MarkedLines>('/api/admin/journals');
  expect(body.lines.map(({ user_id, marks, words }) => [user_id, marks, words])).toEqual([
    [plainPlayer.userId, ['many_failures'], 'Wrong password'],
    [unusualPlayer.userId, ['factor_removed'], 'Two-factor method removed'],
    [unusualPlayer.userId, ['new_country'], 'Signed in with a password'],
  ]);
  expect(body.lines[2]).toMatchObject({ place: 'Brazil, network 203.0.113.0/24', device: 'Firefox on Windows' });
  const removedLines = await read<MarkedLines>('/api/admin/journals?mark=factor_removed');
  expect(removedLines.body.lines).toHaveLength(1);
  const own = await read<SecurityActivity>(`/api/admin/accounts/${unusualPlayer.userId}/journal`);
  expect(own.body.lines).toHaveLength(3);
  expect((await read('/api/admin/journals', unusualPlayer)).status).toBe(403);
  expect((await read(`/api/admin/accounts/${unusualPlayer.userId}/journal`, plainPlayer)).status).toBe(403);
});

it('paginates without losing an entry', async () => {
  const { userId } = await makePlayer(context.deps);
  await context.deps.db.execute(sql`
    insert into auth.security_events (user_id, kind, action, resource_type, success, marks)
    select ${userId}, 'change', 'not_me', 'authentication', true, '{not_me}' from generate_series(1, 120)`);
  const ids: number[] = [];
  for (let query = '?mark=not_me'; ; ) {
    const { body } = await read<MarkedLines>(`/api/admin/journals${query}`);
    ids.push(...body.lines.map(({ id }) => id));
    if (body.before === null) break;
    query = `?mark=not_me&before=${body.before}`;
  }
  expect(new Set(ids).size).toBe(120);
  expect(ids).toHaveLength(120);
});
