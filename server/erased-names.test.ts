import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseDueAccounts, requestDeletion } from '../features/accounts/account-deletion.commands.ts';
import { toActor } from '../features/accounts/accounts.factory.ts';
import { makeListing } from '../features/lfg/lfg.factory.ts';
import { makePlayer, type Player } from '../features/profiles/profiles.factory.ts';
import { makeSquad } from '../features/squads/squads.factory.ts';
import { postMessage } from '../features/threads/threads.factory.ts';
import { notifyUnread } from '../features/threads/unread-news.commands.ts';
import { DAY_MS, HOUR_MS } from '../time/units.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

const NAME = 'Zephyrine Quark';
const HANDLES = ['zq_psn', 'zq_discord'];

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask<T>(user: Player, method: string, path: string, body?: unknown): Promise<T> {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.accessToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([path, response.status, await response.clone().text()]).toEqual([path, 200, expect.anything()]);
  return (await response.json()) as T;
}

/** Returns the tables that contain the words in any column, with the number of those rows. */
async function findTablesWith(words: string): Promise<Record<string, number>> {
  const { db } = context.deps;
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')`);
  const found: Record<string, number> = {};
  for (const { name } of rows) {
    const count = await db.$count(sql.raw(`${name} as t`), sql`strpos(t::text, ${words}) > 0`);
    if (count > 0) found[name] = count;
  }
  return found;
}

test('removes every name and handle of an erased player from the database', async () => {
  const { deps } = context;
  const gone = await makePlayer(deps, { display_name: NAME, psn: HANDLES[0]!, discord: HANDLES[1]! });
  const [mate, guest, friend, owner] = [
    await makePlayer(deps),
    await makePlayer(deps),
    await makePlayer(deps),
    await makePlayer(deps),
  ];
  const { squadId } = await makeSquad(deps, [gone, mate]);
  const room = `/api/squads/${squadId}`;
  const starts_at = new Date(Math.ceil((deps.now().getTime() + 2 * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
  const { sessions } = await ask<{ sessions: { id: string }[] }>(gone, 'POST', `${room}/sessions`, {
    starts_at,
    minutes: 60,
  });
  await ask(mate, 'PUT', `${room}/sessions/${sessions[0]!.id}/answer`, { version: 1, answer: 'yes' });
  await ask(gone, 'POST', `${room}/invitations`, { user_id: guest.userId });
  await ask(gone, 'POST', '/api/party/invitations', { user_id: friend.userId });
  const { invitations } = await ask<{ invitations: { party_id: string }[] }>(friend, 'GET', '/api/party');
  await ask(friend, 'POST', `/api/party/${invitations[0]!.party_id}/answer`, { action: 'accept' });
  const listing = await makeListing(deps, owner, { needed_positions: ['PG', 'C'] });
  await ask(gone, 'POST', `/api/lfg/listings/${listing}/apply`, { position: 'PG', message: `Ask ${HANDLES[1]}` });
  const { applications } = await ask<{ applications: { id: string }[] }>(gone, 'GET', '/api/lfg/mine');
  const subject = { kind: 'application', subjectId: applications[0]!.id } as const;
  await postMessage(deps, gone, subject, 'I can play tonight');
  const { threadId } = context.sent.find(({ name }) => name === 'tell-unread')!.data as { threadId: string };
  await notifyUnread(deps, { threadId });
  await ask(owner, 'POST', `/api/lfg/applications/${applications[0]!.id}/accept`);
  const before = await findTablesWith(NAME);
  expect(before['public.notification_outbox']).toBeGreaterThan(7);

  await requestDeletion(deps, toActor(gone));
  context.setNow(new Date(deps.now().getTime() + 15 * DAY_MS));
  expect(await eraseDueAccounts(deps)).toBe(1);
  for (const words of [NAME, ...HANDLES]) expect([words, await findTablesWith(words)]).toEqual([words, {}]);
});
