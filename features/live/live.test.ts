import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { closeLiveStreams, openLiveStream } from './live-hub.commands.ts';
import { openLive, readLive } from './test-live.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow(new Date()));

const run = (text: string, values: unknown[] = []) => context.deps.database.pool.query(text, values);
const raise = (kind: string, ...ids: string[]) => run('select live_raise($1, $2::uuid[])', [kind, ids]);

test("starts a stream with the server time and the revisions of all the user's topics", async () => {
  const person = await makeUser(context.deps);
  context.setNow('2026-11-20T12:00:00Z');
  const newUser = await makeUser(context.deps);
  const live = await openLive(context.app, newUser.accessToken);
  expect(await live.next()).toEqual({
    event: 'greeting',
    data: {
      now: '2026-11-20T12:00:00.000Z',
      topics: { [`person:${newUser.userId}`]: 0, [`inbox:${newUser.userId}`]: 0, [`queue:${newUser.userId}`]: 0 },
    },
  });
  expect(person.userId).not.toBe(newUser.userId);
  await live.close();
});

test('publishes a change once per committed transaction and never after a rollback', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  const topic = `inbox:${person.userId}`;
  const client = await context.deps.database.pool.connect();
  await client.query('begin');
  await client.query('select live_raise($1, $2::uuid[])', ['inbox', [person.userId]]);
  await client.query('rollback');
  await client.query('begin');
  for (let times = 0; times < 3; times += 1) {
    await client.query('select live_raise($1, $2::uuid[])', ['inbox', [person.userId]]);
  }
  await client.query('commit');
  client.release();
  const first = await live.next();
  expect(first).toEqual({ event: 'change', data: { [topic]: expect.any(Number) } });
  await raise('inbox', person.userId);
  const second = await live.next();
  const [before, after] = [first, second].map(({ data }) => (data as Record<string, number>)[topic]!);
  expect(after).toBeGreaterThan(before!);
  expect((await run('select rev from live_topics where id = $1', [person.userId])).rows).toEqual([{ rev: after }]);
  expect((await run('select * from live_pending')).rows).toEqual([]);
  await live.close();
});

test("never sends a topic to a user who can't see it", async () => {
  const [one, other] = [await makeUser(context.deps), await makeUser(context.deps)];
  const [liveStream, quietStream] = [
    await openLive(context.app, one.accessToken),
    await openLive(context.app, other.accessToken),
  ];
  await liveStream.next();
  await quietStream.next();
  await raise('inbox', one.userId);
  await raise('match', crypto.randomUUID());
  await raise('inbox', other.userId);
  expect(await liveStream.next()).toMatchObject({ data: { [`inbox:${one.userId}`]: expect.any(Number) } });
  expect(Object.keys((await quietStream.next()).data)).toEqual([`inbox:${other.userId}`]);
  await Promise.all([liveStream.close(), quietStream.close()]);
});

test('splits notifications to many users into several database messages', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  await raise('inbox', ...Array.from({ length: 500 }, () => crypto.randomUUID()), person.userId);
  expect(await live.next()).toMatchObject({
    event: 'change',
    data: { [`inbox:${person.userId}`]: expect.any(Number) },
  });
  await live.close();
});

test("doesn't deadlock when transactions change the same topics in opposite order", async () => {
  const [a, b] = [await makeUser(context.deps), await makeUser(context.deps)];
  const orderings = [
    [a.userId, b.userId],
    [b.userId, a.userId],
  ];
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await context.deps.db.transaction(async (tx) => {
        for (const id of orderings[index % 2]!) await tx.execute(`select live_raise('inbox', array['${id}'::uuid])`);
      });
    }),
  );
  const live = await openLive(context.app, a.accessToken);
  const { data } = (await live.next()) as { data: { topics: Record<string, number> } };
  expect(data.topics[`inbox:${a.userId}`]).toBeGreaterThan(0);
  await live.close();
});

test('sends a slow reader only the newest revision', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  const readRevs = async () =>
    (await run('select rev from live_topics where kind = $1 and id = $2', ['inbox', person.userId])).rows[0]?.rev;
  for (let times = 0; times < 30; times += 1) await raise('inbox', person.userId);
  const newestRevs = await readRevs();
  let frames = 0;
  for (let rev = 0; rev !== newestRevs; frames += 1) {
    const { event, data } = await live.next();
    const topics = (event === 'greeting' ? (data as { topics: object }).topics : data) as Record<string, number>;
    rev = topics[`inbox:${person.userId}`]!;
  }
  expect(frames).toBeLessThan(8);
  await live.close();
});

test('counts an ended stream toward the limit until its connection closes', async () => {
  const person = await makeUser(context.deps);
  const claims = JSON.parse(Buffer.from(person.accessToken.split('.')[1]!, 'base64url').toString());
  const actor = { userId: person.userId, sessionId: claims.session_id, email: null, aal: 'aal1' as const };
  const open = () => openLiveStream(context.deps, actor, person.accessToken);
  const streams: Awaited<ReturnType<typeof openLiveStream>>[] = [];
  for (let no = 0; no < 12; no += 1) streams.push(await open());
  for (const stream of streams) stream.attach({ write: () => false, end: () => {} });
  for (const stream of streams) stream.end('expired');
  await expect(open()).rejects.toMatchObject({ code: 'too_many' });
  const close = async (streamsToClose: typeof streams) => {
    for (const stream of streamsToClose) stream.onDisconnect();
    await Promise.all(streamsToClose.map(({ closed }) => closed));
  };
  await close(streams.slice(0, 2));
  const secondResponse = [await open(), await open()];
  await expect(open()).rejects.toMatchObject({ code: 'too_many' });
  await close([...streams, ...secondResponse]);
  (await open()).onDisconnect();
});

test('ends a stream at sign-out and rejects its session afterward', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  const headers = { Authorization: `Bearer ${person.accessToken}` };
  expect((await context.app.request('/auth/v1/logout', { method: 'POST', headers })).status).toBe(204);
  expect(await live.next()).toEqual({ event: 'bye', data: { reason: 'ended' } });
  expect(await live.next()).toEqual({ event: 'end', data: {} });
  expect((await context.app.request('/api/live', { headers })).status).toBe(401);
});

test('ends a stream on a full ban but not on a partial ban', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  const ban = (scope: string) =>
    run('insert into ban_list (user_id, scope, reason, created_at) values ($1, $2, $3, now())', [
      person.userId,
      scope,
      'Test',
    ]);
  await ban('listing');
  await raise('inbox', person.userId);
  expect((await live.next()).event).toBe('change');
  await ban('all');
  expect(await live.next()).toEqual({ event: 'bye', data: { reason: 'banned' } });
  expect(await live.next()).toEqual({ event: 'end', data: {} });
});

test('sends a banned user the reason without an error response and ends the stream', async () => {
  const person = await makeUser(context.deps);
  await run('insert into ban_list (user_id, scope, reason, created_at) values ($1, $2, $3, now())', [
    person.userId,
    'all',
    'Test',
  ]);
  const refusedStream = await openLive(context.app, person.accessToken);
  expect(await refusedStream.next()).toEqual({ event: 'bye', data: { reason: 'banned' } });
  expect(await refusedStream.next()).toEqual({ event: 'end', data: {} });
  await run('update ban_list set lifted_at = now() where user_id = $1', [person.userId]);
  const live = await openLive(context.app, person.accessToken);
  expect((await live.next()).event).toBe('greeting');
  await live.close();
});

test('ends a stream when account deletion is requested', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  await run('update auth.users set delete_after = now() where id = $1', [person.userId]);
  expect(await live.next()).toEqual({ event: 'bye', data: { reason: 'ended' } });
});

test('ends a stream when its token expires', async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  context.setNow(new Date(Date.now() + 25 * 3_600_000));
  expect(await live.next()).toEqual({ event: 'bye', data: { reason: 'expired' } });
}, 30_000);

test('refuses a thirteenth stream of a user until another one is closed', async () => {
  const person = await makeUser(context.deps);
  const open = await Promise.all(Array.from({ length: 12 }, () => openLive(context.app, person.accessToken)));
  const headers = { Authorization: `Bearer ${person.accessToken}` };
  const refusal = await context.app.request('/api/live', { headers });
  expect([refusal.status, await refusal.text()]).toEqual([
    429,
    expect.stringContaining(
      'You have live updates open in too many browsers. This page will check for updates automatically.',
    ),
  ]);
  await open[0]!.close();
  const secondResponse = await openLive(context.app, person.accessToken);
  expect((await secondResponse.next()).event).toBe('greeting');
  await Promise.all([...open.slice(1), secondResponse].map((one) => one.close()));
});

test("deletes an account's topics when the account is erased", async () => {
  const person = await makeUser(context.deps);
  for (const kind of ['inbox', 'queue']) await raise(kind, person.userId);
  expect((await run('select kind from live_topics where id = $1', [person.userId])).rowCount).toBe(2);
  await run('delete from auth.users where id = $1', [person.userId]);
  expect((await run('select kind from live_topics where id = $1', [person.userId])).rowCount).toBe(0);
});

test("uses the index to look up a commit's topics", async () => {
  const person = await makeUser(context.deps);
  await run(
    `insert into live_topics (kind, id, rev) select 'person', gen_random_uuid(), 0 from generate_series(1, 5000)`,
  );
  await run('analyze live_topics');
  const client = await context.deps.database.pool.connect();
  const countScans = async () => {
    const { rows } = await client.query<{ whole: number; looked_up: number }>(
      `select coalesce(sum(seq_scan), 0)::int as whole, coalesce(sum(idx_scan), 0)::int as looked_up
         from pg_stat_xact_user_tables where relname = 'live_topics'`,
    );
    return rows[0]!;
  };
  await client.query('begin');
  const before = await countScans();
  await client.query('select live_raise($1, $2::uuid[])', ['person', [person.userId]]);
  await client.query('set constraints all immediate');
  const after = await countScans();
  await client.query('rollback');
  client.release();
  await run('delete from live_topics where rev = 0');
  expect(after.whole - before.whole).toBe(0);
  expect(after.looked_up - before.looked_up).toBeGreaterThan(0);
});

test('sends a reconnect notice before a closing node ends its streams', async () => {
  const closingContext = await openTestContext();
  const person = await makeUser(closingContext.deps);
  const [own, sharedStream] = [
    await openLive(closingContext.app, person.accessToken),
    await openLive(closingContext.app, (await makeUser(closingContext.deps)).accessToken),
  ];
  await own.next();
  closeLiveStreams(closingContext.deps);
  expect(await own.next()).toEqual({ event: 'bye', data: { reason: 'closing' } });
  expect(await own.next()).toEqual({ event: 'end', data: {} });
  // The second stream may end before or after its greeting.
  for (let frame = await sharedStream.next(); frame.event !== 'end'; frame = await sharedStream.next()) {
    expect(['greeting', 'bye']).toContain(frame.event);
  }
  await closingContext.close();
});

test('leaves no stream open when an account is erased while connecting', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makeUser(context.deps)));
  const endedStreams = await Promise.all(
    people.map(async ({ userId, accessToken }, index) => {
      const erase = async () => {
        // Erase the account at different times: before, during and after the access check.
        for (let turn = 0; turn < index; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await run('delete from auth.users where id = $1', [userId]);
      };
      const [answer] = await Promise.all([
        context.app.request('/api/live', { headers: { Authorization: `Bearer ${accessToken}` } }),
        erase(),
      ]);
      if (answer.status !== 200) return answer.status;
      const live = readLive(answer.body!);
      for (;;) {
        const { event, data } = await live.next();
        if (event === 'bye') return (data as { reason: string }).reason;
        if (event === 'end') return 'no word';
      }
    }),
  );
  expect(endedStreams.filter((end) => end !== 401 && end !== 'ended')).toEqual([]);
  const ids = people.map(({ userId }) => userId);
  expect((await run('select 1 from live_topics where id = any ($1)', [ids])).rowCount).toBe(0);
});
