import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { closeListing } from '../lfg/lfg.commands.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import { openLive } from '../live/test-live.ts';
import { revokeAdminRole } from '../moderation/admins.queries.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const CONSOLE = 'console:00000000-0000-0000-0000-000000000000';
type Live = Awaited<ReturnType<typeof openLive>>;

/** Reads live events until one names the console topic (or the given topic). */
async function readUntil(live: Live, topic = CONSOLE): Promise<string[]> {
  for (const kinds: string[] = []; ; ) {
    const { event, data } = await live.next();
    if (event === 'end') throw new Error(`The stream ended after ${kinds}.`);
    kinds.push(...Object.keys(event === 'greeting' ? (data as { topics: object }).topics : data));
    if (kinds.includes(topic)) return kinds;
  }
}

test('sends console updates only to admins', async () => {
  const [admin, owner, reporter] = [
    await makeAdmin(context.deps),
    await makePlayer(context.deps),
    await makePlayer(context.deps),
  ];
  const [hers, othersStream] = [
    await openLive(context.app, admin.accessToken),
    await openLive(context.app, reporter.accessToken),
  ];
  await readUntil(hers);
  expect(await readUntil(othersStream, `inbox:${reporter.userId}`)).not.toContain(CONSOLE);

  const listing = await makeListing(context.deps, owner);
  await readUntil(hers);
  const report = await context.app.request('/api/lfg/reports', {
    method: 'POST',
    headers: { Authorization: `Bearer ${reporter.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ listing_id: listing }),
  });
  expect(report.status).toBe(200);
  await readUntil(hers);
  await context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: owner.userId, reason: 'Test', days: 1, scope: 'matching' }),
  );
  await readUntil(hers);
  await closeListing(context.deps, owner, listing);
  await readUntil(hers);
  const { pool } = context.deps.database;
  await pool.query(
    `insert into matches (type, score, member_ids, group_key, created_at, expires_at)
     values ('nba2k_pair', 80, '{}', 'nobody', now(), now() + interval '1 day')`,
  );
  await readUntil(hers);

  await pool.query('select live_raise($1, $2::uuid[])', ['inbox', [reporter.userId]]);
  expect(await readUntil(othersStream, `inbox:${reporter.userId}`)).not.toContain(CONSOLE);
  await Promise.all([hers, othersStream].map((live) => live.close()));
});

test('stops sending updates to an admin who loses the role', async () => {
  const admin = await makeAdmin(context.deps);
  const live = await openLive(context.app, admin.accessToken);
  await readUntil(live);
  await context.deps.db.transaction((tx) => revokeAdminRole(tx, admin.userId));
  const { event, data } = await live.next();
  expect(event).toBe('greeting');
  expect(Object.keys((data as { topics: object }).topics)).not.toContain(CONSOLE);
  await makeListing(context.deps, await makePlayer(context.deps));
  const { pool } = context.deps.database;
  await pool.query('select live_raise($1, $2::uuid[])', ['inbox', [admin.userId]]);
  expect(await readUntil(live, `inbox:${admin.userId}`)).toEqual([`inbox:${admin.userId}`]);
  await live.close();
  const newUser = await openLive(context.app, (await makeUser(context.deps)).accessToken);
  const greeting = (await newUser.next()).data as { topics: object };
  expect(Object.keys(greeting.topics)).not.toContain(CONSOLE);
  await newUser.close();
});
