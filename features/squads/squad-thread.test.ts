import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { deleteByAdmin } from '../accounts/account-admin/account-admin.commands.ts';
import { listEverythingAbout } from '../accounts/own-data/test-own-data.ts';
import { type Frame, openLive } from '../live/test-live.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { joinThread, leaveThread } from '../threads/thread-members.commands.ts';
import { listThreadNews } from '../threads/thread-news.queries.ts';
import { findUnmarkedSeq } from '../threads/thread-news.rules.ts';
import { readThread } from '../threads/threads.commands.ts';
import { postMessage } from '../threads/threads.factory.ts';
import { clearThreads } from '../threads/threads.jobs.ts';
import type { ThreadMessage, ThreadNews, ThreadPage } from '../threads/threads.schema.ts';
import { notifyUnread } from '../threads/unread-news.commands.ts';
import { endSquad, leaveSquad, listPastSquads } from './squads.commands.ts';
import { makeSquad } from './squads.factory.ts';
import type { OwnSquads } from './squads.schema.ts';

describe('the squad chat', () => {
  let context: TestContext;
  let players: Player[];
  let squadId: string;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    await context.deps.database.pool.query('delete from auth.rate_limits');
    players = [];
    for (let i = 0; i < 2; i++) players.push(await makePlayer(context.deps, { display_name: `Talker ${i + 1}` }));
    ({ squadId } = await makeSquad(context.deps, players));
  });

  const subject = () => ({ kind: 'squad', subjectId: squadId }) as const;
  async function ask<T>(who: { accessToken: string }, method: string, path: string, body?: object) {
    const answer = await context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }
  const errorOf = (answer: { body: unknown }) => (answer.body as { error: { message: string } }).error.message;
  const page = async (who: Player, query = '') => {
    const { status, body } = await ask<ThreadPage>(who, 'GET', `/api/threads/squad/${squadId}${query}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
    return body;
  };
  const write = async (who: Player, text: string, client_id: string = crypto.randomUUID()) =>
    ask<ThreadMessage>(who, 'POST', `/api/threads/${(await page(who)).id}/messages`, { client_id, text });
  const change = async (who: Player, seq: number, text: string) =>
    ask<ThreadMessage>(who, 'PATCH', `/api/threads/${(await page(who)).id}/messages/${seq}`, { text });
  const remove = async (who: Player, seq: number) =>
    ask(who, 'DELETE', `/api/threads/${(await page(who)).id}/messages/${seq}`);
  const read = async (who: Player, seq: number) => {
    const { id } = await page(who);
    expect((await ask(who, 'PUT', `/api/threads/${id}/read`, { seq })).status).toBe(200);
  };
  const textsOf = ({ messages }: ThreadPage) => messages.map(({ text }) => text);
  const newcomer = async () => {
    const player = await makePlayer(context.deps);
    await context.deps.db.transaction((tx) => joinThread(tx, context.deps, subject(), [player.userId]));
    return player;
  };

  it('numbers messages and stores a resent message only once', async () => {
    const [one, two] = players as [Player, Player];
    const first = await write(one, ' Hello\r\nthere ');
    expect(first.body).toMatchObject({ seq: 1, text: 'Hello\nthere', is_you: true, editable: true, removed: null });
    const again = await write(one, 'Hello\nthere', first.body.client_id!);
    expect(again.body).toEqual(first.body);
    const both = await Promise.all([
      write(two, 'Both at once', '0b7d2a8e-0a51-4f6c-8f53-5d2f9a3f7c11'),
      write(two, 'Both at once', '0b7d2a8e-0a51-4f6c-8f53-5d2f9a3f7c11'),
    ]);
    expect(both.map(({ status, body }) => [status, body.seq])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    const seen = await page(two);
    expect(seen).toMatchObject({ last_seq: 2, first_seq: 1, unread: 1, closed: null, you_lead: false });
    expect(seen.messages.map(({ seq, is_you, client_id }) => [seq, is_you, client_id === null])).toEqual([
      [1, false, true],
      [2, true, false],
    ]);
    expect(seen.messages[0]!.author).toMatchObject({ id: one.userId, display_name: 'Talker 1' });
  });

  it('stores concurrent messages and refuses the invalid ones, even while another chat is locked', async () => {
    const [one, two] = players as [Player, Player];
    const [others, apart] = [
      [await makePlayer(context.deps), await makePlayer(context.deps)] as const,
      await newcomer(),
    ];
    const second = await makeSquad(context.deps, [...others]);
    const { id } = await page(one);
    const idOf = async (who: Player) =>
      (await ask<ThreadPage>(who, 'GET', `/api/threads/squad/${second.squadId}`)).body.id;
    const otherId = await idOf(others[0]);
    await context.deps.database.pool.query(
      `insert into ban_list (user_id, scope, reason, created_at) values ($1, 'all', 'Test', now())`,
      [others[1].userId],
    );
    const send = (who: Player, threadId: string, text: string, client_id: string = crypto.randomUUID()) =>
      ask<ThreadMessage>(who, 'POST', `/api/threads/${threadId}/messages`, { client_id, text });
    const twice = crypto.randomUUID();
    // Another connection locks the second chat for a while. The embedded database runs one transaction at a time.
    const { pool, kind } = context.deps.database;
    const holder = kind === 'postgres' ? await pool.connect() : undefined;
    await holder?.query('begin');
    await holder?.query('select 1 from threads where id = $1 for update', [otherId]);
    const sent = [
      ...Array.from({ length: 12 }, (_, at) => send(at % 2 ? one : two, id, `Number ${at}`)),
      send(one, id, 'Twice', twice),
      send(one, id, 'Twice', twice),
      send(others[0], id, 'Not mine'),
      send(others[1], otherId, 'Banned'),
      send(others[0], otherId, 'Held up'),
    ];
    const held = sent.at(-1)!;
    const free = await Promise.all(sent.slice(0, -1));
    await holder?.query('commit');
    holder?.release();
    expect(free.map(({ status }) => status)).toEqual([...Array.from({ length: 14 }, () => 200), 404, 403]);
    expect(free[12]!.body).toEqual(free[13]!.body);
    expect((await held).body).toMatchObject({ seq: 1, text: 'Held up' });
    const { messages } = await page(one);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
    expect(new Set(textsOf(await page(apart)))).toEqual(
      new Set([...Array.from({ length: 12 }, (_, at) => `Number ${at}`), 'Twice']),
    );
  });

  it.each([
    ['   \u200b\n', 'Write something before you send it.'],
    ['x'.repeat(2001), 'Keep your message to 2000 characters.'],
    ['\u0007\u3164\u2800', 'Write something before you send it.'],
  ])('refuses empty, overlong and untypable text (%#)', async (text, sentence) => {
    const refused = await write(players[0]!, text);
    expect([refused.status, errorOf(refused)]).toEqual([422, sentence]);
    expect((await page(players[0]!)).last_seq).toBe(0);
  });

  it('accepts 2,000 characters and refuses the same blocked words as listings, including in edits', async () => {
    const [one] = players as [Player];
    expect((await write(one, '🏀'.repeat(2000))).status).toBe(200);
    const { blockedWords } = await import('../../content/blocked-words.ts');
    for (const refused of [await write(one, `a ${blockedWords[0]} b`), await change(one, 1, blockedWords[0]!)]) {
      expect([refused.status, errorOf(refused)]).toEqual([422, expect.stringContaining('a word that isn’t allowed')]);
    }
  });

  it('returns messages in pages, newest first', async () => {
    const [one, two] = players as [Player, Player];
    for (let i = 1; i <= 60; i++) {
      if (i % 30 === 0) await context.deps.database.pool.query('delete from auth.rate_limits');
      await postMessage(context.deps, one, subject(), `${i}`);
    }
    expect(textsOf(await page(two))).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 11}`));
    expect(textsOf(await page(two, '?from=3&before=6'))).toEqual(['3', '4', '5']);
    expect(textsOf(await page(two, '?from=1'))).toHaveLength(60);
    expect((await ask(two, 'GET', `/api/threads/squad/${squadId}?from=x`)).status).toBe(422);
  });

  it('counts unread messages and never moves the read mark back', async () => {
    const [one, two] = players as [Player, Player];
    for (const text of ['1', '2', '3']) await write(one, text);
    const unread = async () => (await ask<OwnSquads>(two, 'GET', '/api/squads')).body.squads[0]!.unread;
    expect(await unread()).toBe(3);
    await read(two, 2);
    expect(await unread()).toBe(1);
    await read(two, 1);
    expect((await page(two)).read_seq).toBe(2);
    await read(two, 99);
    expect([await unread(), (await page(two)).read_seq]).toEqual([0, 3]);
    await write(one, '4');
    await remove(one, 4);
    expect(await unread()).toBe(0);
    expect((await page(one)).unread).toBe(0);
  });

  it('shows new members only messages from after they joined, and former members none', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Past matches');
    const late = await newcomer();
    expect(await page(late)).toMatchObject({ messages: [], first_seq: 2, last_seq: 1, unread: 0 });
    await write(one, 'After');
    expect(textsOf(await page(late, '?from=1'))).toEqual(['After']);
    expect((await remove(late, 1)).status).toBe(404);
    await leaveSquad(context.deps, two, squadId, 'unsaid');
    const gone = await ask(two, 'GET', `/api/threads/squad/${squadId}`);
    expect([gone.status, errorOf(gone)]).toEqual([404, 'Chat not found, or you’re no longer in it.']);
    const denied = 'Chat not found, or you’re no longer in it.';
    expect((await ask(two, 'GET', `/api/threads/squad/${squadId}?explain=denied`)).body).toEqual({ denied });
    await write(one, 'Without them');
    await context.deps.db.transaction((tx) => joinThread(tx, context.deps, subject(), [two.userId, late.userId]));
    expect(textsOf(await page(two))).toEqual([]);
    expect(textsOf(await page(late))).toEqual(['After', 'Without them']);
  });

  it('lets authors edit and delete for 15 minutes, and the captain delete at any time', async () => {
    const [captain, mate] = players as [Player, Player];
    context.setNow(new Date());
    const start = context.deps.now().getTime();
    for (const text of ['One', 'Two']) await write(mate, text);
    await write(captain, 'Mine');
    expect((await change(mate, 1, 'One, changed')).body).toMatchObject({ text: 'One, changed', editable: true });
    expect((await page(captain)).messages[0]).toMatchObject({ text: 'One, changed', edited_at: expect.any(String) });
    expect([(await change(captain, 1, 'No')).status, (await remove(mate, 3)).status]).toEqual([403, 403]);
    context.setNow(new Date(start + 15 * MINUTE_MS - 1000));
    expect((await remove(mate, 1)).status).toBe(200);
    context.setNow(new Date(start + 16 * MINUTE_MS));
    const late = [await change(mate, 2, 'Late'), await remove(mate, 2)];
    expect(late.map(({ status }) => status)).toEqual([409, 409]);
    expect((await remove(captain, 2)).status).toBe(200);
    expect((await remove(captain, 2)).status).toBe(200);
    expect((await page(mate)).messages.map(({ text, removed }) => [text, removed])).toEqual([
      ['', 'author'],
      ['', 'leader'],
      ['Mine', null],
    ]);
    context.setNow(new Date());
  });

  it('mutes a member only for the player who muted them', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Loud');
    const { id } = await page(two);
    const mute = (muted: boolean) => ask(two, 'PUT', `/api/threads/${id}/mutes/${one.userId}`, { muted });
    expect((await mute(true)).status).toBe(200);
    expect((await mute(true)).status).toBe(200);
    expect(await page(two)).toMatchObject({ unread: 0, messages: [{ muted: true, text: 'Loud' }] });
    expect((await page(one)).messages[0]!.muted).toBe(false);
    expect(JSON.stringify(await listEverythingAbout(context.deps.db, one.userId))).not.toContain('thread_mutes');
    await mute(false);
    expect((await page(two)).unread).toBe(1);
    const self = await ask(two, 'PUT', `/api/threads/${id}/mutes/${two.userId}`, { muted: true });
    expect(errorOf(self)).toBe('You can’t mute yourself.');
  });

  it('notifies members of unread messages once until they read them, and no one else', async () => {
    const [one, two] = players as [Player, Player];
    const listNotifications = async () =>
      (await listOutbox(context.deps.db, two.userId)).filter(({ kind }) => kind === 'thread');
    const { id } = await page(one);
    const asked = context.sent.length;
    await write(one, 'Anybody?');
    expect(context.sent.slice(asked)).toMatchObject([{ name: 'tell-unread', data: { threadId: id }, key: id }]);
    const sendNotifications = () => notifyUnread(context.deps, { threadId: id });
    await sendNotifications();
    await write(one, 'Hello?');
    await sendNotifications();
    expect(await listNotifications()).toMatchObject([{ title: expect.stringMatching(/^Talker 1 wrote in /) }]);
    await read(two, 2);
    await sendNotifications();
    expect(await listNotifications()).toHaveLength(1);
    await write(one, 'Again');
    await sendNotifications();
    expect(await listNotifications()).toHaveLength(2);
    // The unread messages are deleted. After opening the chat with nothing unread, the reader is notified of the next
    // message.
    await remove(one, 3);
    const seen = await page(two);
    expect([seen.unread, findUnmarkedSeq(seen)]).toEqual([0, 3]);
    await read(two, findUnmarkedSeq(seen));
    await write(one, 'And again');
    await sendNotifications();
    expect(await listNotifications()).toHaveLength(3);
    expect((await listOutbox(context.deps.db, one.userId)).filter(({ kind }) => kind === 'thread')).toEqual([]);
  });

  it('keeps the original text of a reported message', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Something rude');
    await change(one, 1, 'Something nice');
    const { id } = await page(two);
    const report = (who: Player, seq = 1) =>
      ask(who, 'POST', `/api/threads/${id}/messages/${seq}/report`, { reason: 'harassment' });
    expect(errorOf(await report(one))).toBe("You can't report yourself.");
    expect((await report(two)).body).toEqual({ message: 'Message reported for review' });
    expect((await report(two)).status).toBe(409);
    expect((await report(two, 2)).status).toBe(404);
    await remove(one, 1);
    const admin = await makeAdmin(context.deps);
    const queue = await ask<{ items: object[] }>(admin, 'GET', '/api/admin/queue');
    expect(queue.body.items).toContainEqual(
      expect.objectContaining({
        kind: 'message',
        owner_id: one.userId,
        notes: 'Something nice\nBefore edit 1: Something rude',
      }),
    );
  });

  it('limits the edit history, hides it from players, and rate-limits edits like messages', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Version 0');
    for (let at = 1; at <= 30; at++) expect((await change(one, 1, `Version ${at}`)).status).toBe(200);
    const { rows } = await context.deps.db.execute<{ earlier: string[] }>(
      sql`select earlier from thread_messages where thread_id = ${(await page(one)).id}`,
    );
    expect(rows[0]!.earlier).toEqual([0, 1, 2, 23, 24, 25, 26, 27, 28, 29].map((at) => `Version ${at}`));
    const { messages } = await page(two);
    expect(messages[0]).toMatchObject({ text: 'Version 30' });
    expect(JSON.stringify(messages)).not.toContain('Version 29');
    for (let at = 31; at <= 39; at++) await change(one, 1, `Version ${at}`);
    const refused = await change(one, 1, 'Once too often');
    expect([refused.status, errorOf(refused)]).toEqual([
      429,
      expect.stringContaining('You’ve sent or edited a lot of messages in the last minute. Wait'),
    ]);
    expect((await write(one, 'Nor a new one')).status).toBe(429);
    // The author deleted the message and a moderator restored it, so it has its last text again.
    await remove(one, 1);
    const { rows: left } = await context.deps.db.execute<{ earlier: string[] }>(
      sql`select earlier from thread_messages where thread_id = ${(await page(one)).id}`,
    );
    expect([left[0]!.earlier.length, left[0]!.earlier.at(-1)]).toEqual([10, 'Version 39']);
  });

  it('erases text and author but keeps the message numbers when an account is erased', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'My words');
    await change(one, 1, 'My other words');
    await write(two, 'Theirs');
    expect((await listEverythingAbout(context.deps.db, one.userId)).thread_messages).toMatchObject([
      { body: 'My other words' },
    ]);
    await deleteByAdmin(context.deps, one.userId, false);
    const { messages, members } = await page(two);
    expect(messages.map(({ seq, text, author, removed }) => [seq, text, author?.id ?? null, removed])).toEqual([
      [1, '', null, 'account'],
      [2, 'Theirs', two.userId, null],
    ]);
    expect(members).toHaveLength(1);
    const { rows } = await context.deps.db.execute(
      sql`select 1 from thread_messages where body like 'My %' or earlier::text like '%My %'`,
    );
    expect(rows).toEqual([]);
  });

  it('keeps the chat readable for its last members for 180 days after the squad ends', async () => {
    const [captain, mate] = players as [Player, Player];
    const left = await newcomer();
    await write(captain, 'Bye');
    await context.deps.db.transaction((tx) => leaveThread(tx, context.deps, subject(), [left.userId]));
    const late = await newcomer();
    const end = Date.now();
    context.setNow(new Date(end));
    const { id } = await page(mate);
    await endSquad(context.deps, captain, squadId);
    const until = new Date(end + 180 * DAY_MS).toISOString();
    const past = async (who: Player) => (await ask<OwnSquads>(who, 'GET', '/api/squads')).body.past.past;
    for (const who of [captain, mate]) {
      const closed = 'This chat has ended, so you can’t send messages in it anymore.';
      expect(await page(who)).toMatchObject({ closed, messages: [{ text: 'Bye' }] });
      expect(await past(who)).toMatchObject([{ id: squadId, messages_until: until }]);
    }
    const more = [
      await ask(mate, 'POST', `/api/threads/${id}/messages`, { client_id: crypto.randomUUID(), text: 'More' }),
      await ask(captain, 'PATCH', `/api/threads/${id}/messages/1`, { text: 'Other' }),
    ];
    expect(more.map(({ status }) => status)).toEqual([409, 409]);
    // Members who weren't notified before the squad ended get a link to the chat's new place.
    await notifyUnread(context.deps, { threadId: id });
    const notification = (await listOutbox(context.deps.db, mate.userId)).find(({ kind }) => kind === 'thread');
    expect(JSON.stringify(notification)).toContain('/protocol/squads"');
    expect((await page(late)).messages).toEqual([]);
    expect((await ask(left, 'GET', `/api/threads/squad/${squadId}`)).status).toBe(404);
    const kept = async (days: number) => {
      context.setNow(new Date(end + days * DAY_MS + 1000));
      await clearThreads(context.deps, {}, new AbortController().signal);
      const { rows } = await context.deps.db.execute(sql`select 1 from threads where subject_id = ${squadId}`);
      return rows.length;
    };
    expect([await kept(0), await kept(179), await kept(180)]).toEqual([1, 1, 0]);
    await expect(readThread(context.deps, mate, subject(), {})).rejects.toThrow(
      'Chat not found, or you’re no longer in it.',
    );
    const gone = await listPastSquads(context.deps, mate, undefined);
    expect(gone.past).toMatchObject([{ id: squadId, messages_until: null }]);
    context.setNow(new Date());
  });

  const topicsOf = ({ event, data }: Frame) =>
    Object.keys(event === 'greeting' ? (data as { topics: object }).topics : data);
  type Words = { topic: string; rev: number; words: ThreadNews };
  /** Skips to the next frame that carries messages and returns it. */
  async function wordsFrom(live: Awaited<ReturnType<typeof openLive>>): Promise<Words> {
    for (;;) {
      const { event, data } = await live.next();
      if (event === 'end') throw new Error('The stream is over.');
      // Messages from an earlier frame are followed by their revision without text.
      if (event === 'words' && (data as Words).words.messages.length > 0) return data as Words;
    }
  }

  it("updates members' open pages, but not those of former members", async () => {
    const [one, two] = players as [Player, Player];
    // Create the chat before opening the stream. Otherwise, the first event about it contains only the revision.
    const { id } = await page(one);
    const live = await openLive(context.app, two.accessToken);
    expect(topicsOf(await live.next())).toEqual(expect.arrayContaining([`thread:${id}`, `messages:${id}`]));
    const { body: sent } = await write(one, 'News');
    const { topic, words } = await wordsFrom(live);
    expect(topic).toBe(`messages:${id}`);
    expect(words.messages).toEqual([
      {
        seq: 1,
        author_id: one.userId,
        client_id: sent.client_id,
        text: 'News',
        created_at: sent.created_at,
      },
    ]);
    // An edit publishes only the revision, so pages have to fetch the message.
    await change(one, 1, 'Newer');
    expect(await live.next()).toMatchObject({ event: 'change', data: { [`thread:${id}`]: expect.any(Number) } });
    await leaveSquad(context.deps, two, squadId, 'unsaid');
    for (let frame = await live.next(); ; frame = await live.next()) {
      if (frame.event === 'greeting') {
        expect(topicsOf(frame)).not.toContain(`thread:${id}`);
        break;
      }
    }
    await live.close();
  });

  it('streams each message once and in order, and sends only a change event for a large batch', async () => {
    const [one, two] = players as [Player, Player];
    const { id } = await page(one);
    const live = await openLive(context.app, two.accessToken);
    await live.next();
    const seqs: number[] = [];
    const listen = async () => {
      while (seqs.at(-1) !== 5) seqs.push(...(await wordsFrom(live)).words.messages.map(({ seq }) => seq));
    };
    await Promise.all([listen(), ...[1, 2, 3, 4, 5].map((at) => write(one, `Number ${at}`))]);
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
    // Inserts many messages in one transaction, like a batch. Only the newest are sent, and the page detects the gap.
    await context.deps.database.pool.query(
      `with more as (update threads set last_seq = 45 where id = $1)
       insert into thread_messages (thread_id, seq, author_id, client_id, body, created_at)
       select $1, n, $2, gen_random_uuid(), 'Many ' || n, now() from generate_series(6, 45) n`,
      [id, one.userId],
    );
    const { words } = await wordsFrom(live);
    expect([words.messages[0]!.seq, words.messages.at(-1)!.seq]).toEqual([26, 45]);
    await live.close();
  });

  it("doesn't stream earlier messages to a new member", async () => {
    const [one] = players as [Player];
    await write(one, 'Past matches');
    const late = await newcomer();
    const { id } = await page(one);
    const after = new Map([[id, 0]]);
    const before = (await listThreadNews(context.deps.db, after)).get(id)!;
    expect(before.words.messages.map(({ text }) => text)).toEqual(['Past matches']);
    expect(before.readers.has(one.userId)).toBe(true);
    expect(before.readers.has(late.userId)).toBe(false);
    await write(one, 'After');
    const then = (await listThreadNews(context.deps.db, new Map([[id, 1]]))).get(id)!;
    expect(then.readers.has(late.userId)).toBe(true);
    expect(then.words.messages.map(({ text }) => text)).toEqual(['After']);
  });
});
