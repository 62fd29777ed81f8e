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

  const getSubject = () => ({ kind: 'squad', subjectId: squadId }) as const;
  async function ask<T>(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  }
  const getError = (response: { body: unknown }) => (response.body as { error: { message: string } }).error.message;
  const readPage = async (player: Player, query = '') => {
    const { status, body } = await ask<ThreadPage>(player, 'GET', `/api/threads/squad/${squadId}${query}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
    return body;
  };
  const write = async (player: Player, text: string, client_id: string = crypto.randomUUID()) =>
    ask<ThreadMessage>(player, 'POST', `/api/threads/${(await readPage(player)).id}/messages`, { client_id, text });
  const change = async (player: Player, seq: number, text: string) =>
    ask<ThreadMessage>(player, 'PATCH', `/api/threads/${(await readPage(player)).id}/messages/${seq}`, { text });
  const remove = async (player: Player, seq: number) =>
    ask(player, 'DELETE', `/api/threads/${(await readPage(player)).id}/messages/${seq}`);
  const read = async (player: Player, seq: number) => {
    const { id } = await readPage(player);
    expect((await ask(player, 'PUT', `/api/threads/${id}/read`, { seq })).status).toBe(200);
  };
  const listTexts = ({ messages }: ThreadPage) => messages.map(({ text }) => text);
  const createMember = async () => {
    const player = await makePlayer(context.deps);
    await context.deps.db.transaction((tx) => joinThread(tx, context.deps, getSubject(), [player.userId]));
    return player;
  };

  it('numbers messages and stores a resent message only once', async () => {
    const [one, two] = players as [Player, Player];
    const first = await write(one, ' Hello\r\nthere ');
    expect(first.body).toMatchObject({ seq: 1, text: 'Hello\nthere', is_you: true, editable: true, removed: null });
    const secondResponse = await write(one, 'Hello\nthere', first.body.client_id!);
    expect(secondResponse.body).toEqual(first.body);
    const messages = await Promise.all([
      write(two, 'Both at once', '0b7d2a8e-0a51-4f6c-8f53-5d2f9a3f7c11'),
      write(two, 'Both at once', '0b7d2a8e-0a51-4f6c-8f53-5d2f9a3f7c11'),
    ]);
    expect(messages.map(({ status, body }) => [status, body.seq])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    const threadPage = await readPage(two);
    expect(threadPage).toMatchObject({ last_seq: 2, first_seq: 1, unread: 1, closed: null, you_lead: false });
    expect(threadPage.messages.map(({ seq, is_you, client_id }) => [seq, is_you, client_id === null])).toEqual([
      [1, false, true],
      [2, true, false],
    ]);
    expect(threadPage.messages[0]!.author).toMatchObject({ id: one.userId, display_name: 'Talker 1' });
  });

  it('stores concurrent messages and refuses the invalid ones, even while another chat is locked', async () => {
    const [one, two] = players as [Player, Player];
    const [others, strangers] = [
      [await makePlayer(context.deps), await makePlayer(context.deps)] as const,
      await createMember(),
    ];
    const second = await makeSquad(context.deps, [...others]);
    const { id } = await readPage(one);
    const getId = async (player: Player) =>
      (await ask<ThreadPage>(player, 'GET', `/api/threads/squad/${second.squadId}`)).body.id;
    const otherId = await getId(others[0]);
    await context.deps.database.pool.query(
      `insert into ban_list (user_id, scope, reason, created_at) values ($1, 'all', 'Test', now())`,
      [others[1].userId],
    );
    const send = (player: Player, threadId: string, text: string, client_id: string = crypto.randomUUID()) =>
      ask<ThreadMessage>(player, 'POST', `/api/threads/${threadId}/messages`, { client_id, text });
    const clientId = crypto.randomUUID();
    // Another connection locks the second chat for a while. The embedded database runs one transaction at a time.
    const { pool, kind } = context.deps.database;
    const holder = kind === 'postgres' ? await pool.connect() : undefined;
    await holder?.query('begin');
    await holder?.query('select 1 from threads where id = $1 for update', [otherId]);
    const sends = [
      ...Array.from({ length: 12 }, (_, index) => send(index % 2 ? one : two, id, `Number ${index}`)),
      send(one, id, 'Twice', clientId),
      send(one, id, 'Twice', clientId),
      send(others[0], id, 'Not mine'),
      send(others[1], otherId, 'Banned'),
      send(others[0], otherId, 'Held up'),
    ];
    const lastSend = sends.at(-1)!;
    const free = await Promise.all(sends.slice(0, -1));
    await holder?.query('commit');
    holder?.release();
    expect(free.map(({ status }) => status)).toEqual([...Array.from({ length: 14 }, () => 200), 404, 403]);
    expect(free[12]!.body).toEqual(free[13]!.body);
    expect((await lastSend).body).toMatchObject({ seq: 1, text: 'Held up' });
    const { messages } = await readPage(one);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect(new Set(listTexts(await readPage(strangers)))).toEqual(
      new Set([...Array.from({ length: 12 }, (_, index) => `Number ${index}`), 'Twice']),
    );
  });

  it.each([
    ['   \u200b\n', 'Write something before you send it.'],
    ['x'.repeat(2001), 'Keep your message to 2000 characters.'],
    ['\u0007\u3164\u2800', 'Write something before you send it.'],
  ])('refuses empty, overlong and untypable text (%#)', async (text, sentence) => {
    const refusal = await write(players[0]!, text);
    expect([refusal.status, getError(refusal)]).toEqual([422, sentence]);
    expect((await readPage(players[0]!)).last_seq).toBe(0);
  });

  it('accepts 2,000 characters and refuses the same blocked words as listings, including in edits', async () => {
    const [one] = players as [Player];
    expect((await write(one, '🏀'.repeat(2000))).status).toBe(200);
    const { blockedWords } = await import('../../content/blocked-words.ts');
    for (const response of [await write(one, `a ${blockedWords[0]} b`), await change(one, 1, blockedWords[0]!)]) {
      expect([response.status, getError(response)]).toEqual([
        422,
        expect.stringContaining('a word that isn’t allowed'),
      ]);
    }
  });

  it('returns messages in pages, newest first', async () => {
    const [one, two] = players as [Player, Player];
    for (let i = 1; i <= 60; i++) {
      if (i % 30 === 0) await context.deps.database.pool.query('delete from auth.rate_limits');
      await postMessage(context.deps, one, getSubject(), `${i}`);
    }
    expect(listTexts(await readPage(two))).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 11}`));
    expect(listTexts(await readPage(two, '?from=3&before=6'))).toEqual(['3', '4', '5']);
    expect(listTexts(await readPage(two, '?from=1'))).toHaveLength(60);
    expect((await ask(two, 'GET', `/api/threads/squad/${squadId}?from=x`)).status).toBe(422);
  });

  it('counts unread messages and never moves the read mark back', async () => {
    const [one, two] = players as [Player, Player];
    for (const text of ['1', '2', '3']) await write(one, text);
    const countUnread = async () => (await ask<OwnSquads>(two, 'GET', '/api/squads')).body.squads[0]!.unread;
    expect(await countUnread()).toBe(3);
    await read(two, 2);
    expect(await countUnread()).toBe(1);
    await read(two, 1);
    expect((await readPage(two)).read_seq).toBe(2);
    await read(two, 99);
    expect([await countUnread(), (await readPage(two)).read_seq]).toEqual([0, 3]);
    await write(one, '4');
    await remove(one, 4);
    expect(await countUnread()).toBe(0);
    expect((await readPage(one)).unread).toBe(0);
  });

  it('shows new members only messages from after they joined, and former members none', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Past matches');
    const latePlayer = await createMember();
    expect(await readPage(latePlayer)).toMatchObject({ messages: [], first_seq: 2, last_seq: 1, unread: 0 });
    await write(one, 'After');
    expect(listTexts(await readPage(latePlayer, '?from=1'))).toEqual(['After']);
    expect((await remove(latePlayer, 1)).status).toBe(404);
    await leaveSquad(context.deps, two, squadId, 'unsaid');
    const response = await ask(two, 'GET', `/api/threads/squad/${squadId}`);
    expect([response.status, getError(response)]).toEqual([404, 'Chat not found, or you’re no longer in it.']);
    const deniedMessage = 'Chat not found, or you’re no longer in it.';
    expect((await ask(two, 'GET', `/api/threads/squad/${squadId}?explain=denied`)).body).toEqual({
      denied: deniedMessage,
    });
    await write(one, 'Without them');
    await context.deps.db.transaction((tx) =>
      joinThread(tx, context.deps, getSubject(), [two.userId, latePlayer.userId]),
    );
    expect(listTexts(await readPage(two))).toEqual([]);
    expect(listTexts(await readPage(latePlayer))).toEqual(['After', 'Without them']);
  });

  it('lets authors edit and delete for 15 minutes, and the captain delete at any time', async () => {
    const [captain, mate] = players as [Player, Player];
    context.setNow(new Date());
    const start = context.deps.now().getTime();
    for (const text of ['One', 'Two']) await write(mate, text);
    await write(captain, 'Mine');
    expect((await change(mate, 1, 'One, changed')).body).toMatchObject({ text: 'One, changed', editable: true });
    expect((await readPage(captain)).messages[0]).toMatchObject({
      text: 'One, changed',
      edited_at: expect.any(String),
    });
    expect([(await change(captain, 1, 'No')).status, (await remove(mate, 3)).status]).toEqual([403, 403]);
    context.setNow(new Date(start + 15 * MINUTE_MS - 1000));
    expect((await remove(mate, 1)).status).toBe(200);
    context.setNow(new Date(start + 16 * MINUTE_MS));
    const lateResponses = [await change(mate, 2, 'Late'), await remove(mate, 2)];
    expect(lateResponses.map(({ status }) => status)).toEqual([409, 409]);
    expect((await remove(captain, 2)).status).toBe(200);
    expect((await remove(captain, 2)).status).toBe(200);
    expect((await readPage(mate)).messages.map(({ text, removed }) => [text, removed])).toEqual([
      ['', 'author'],
      ['', 'leader'],
      ['Mine', null],
    ]);
    context.setNow(new Date());
  });

  it('mutes a member only for the player who muted them', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Loud');
    const { id } = await readPage(two);
    const setMute = (isMuted: boolean) => ask(two, 'PUT', `/api/threads/${id}/mutes/${one.userId}`, { muted: isMuted });
    expect((await setMute(true)).status).toBe(200);
    expect((await setMute(true)).status).toBe(200);
    expect(await readPage(two)).toMatchObject({ unread: 0, messages: [{ muted: true, text: 'Loud' }] });
    expect((await readPage(one)).messages[0]!.muted).toBe(false);
    expect(JSON.stringify(await listEverythingAbout(context.deps.db, one.userId))).not.toContain('thread_mutes');
    await setMute(false);
    expect((await readPage(two)).unread).toBe(1);
    const self = await ask(two, 'PUT', `/api/threads/${id}/mutes/${two.userId}`, { muted: true });
    expect(getError(self)).toBe('You can’t mute yourself.');
  });

  it('notifies members of unread messages once until they read them, and no one else', async () => {
    const [one, two] = players as [Player, Player];
    const listNotifications = async () =>
      (await listOutbox(context.deps.db, two.userId)).filter(({ kind }) => kind === 'thread');
    const { id } = await readPage(one);
    const sentBefore = context.sent.length;
    await write(one, 'Anybody?');
    expect(context.sent.slice(sentBefore)).toMatchObject([{ name: 'tell-unread', data: { threadId: id }, key: id }]);
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
    const threadPage = await readPage(two);
    expect([threadPage.unread, findUnmarkedSeq(threadPage)]).toEqual([0, 3]);
    await read(two, findUnmarkedSeq(threadPage));
    await write(one, 'And again');
    await sendNotifications();
    expect(await listNotifications()).toHaveLength(3);
    expect((await listOutbox(context.deps.db, one.userId)).filter(({ kind }) => kind === 'thread')).toEqual([]);
  });

  it('keeps the original text of a reported message', async () => {
    const [one, two] = players as [Player, Player];
    await write(one, 'Something rude');
    await change(one, 1, 'Something nice');
    const { id } = await readPage(two);
    const report = (player: Player, seq = 1) =>
      ask(player, 'POST', `/api/threads/${id}/messages/${seq}/report`, { reason: 'harassment' });
    expect(getError(await report(one))).toBe("You can't report yourself.");
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
    for (let index = 1; index <= 30; index++) expect((await change(one, 1, `Version ${index}`)).status).toBe(200);
    const { rows } = await context.deps.db.execute<{ earlier: string[] }>(
      sql`select earlier from thread_messages where thread_id = ${(await readPage(one)).id}`,
    );
    expect(rows[0]!.earlier).toEqual([0, 1, 2, 23, 24, 25, 26, 27, 28, 29].map((at) => `Version ${at}`));
    const { messages } = await readPage(two);
    expect(messages[0]).toMatchObject({ text: 'Version 30' });
    expect(JSON.stringify(messages)).not.toContain('Version 29');
    for (let index = 31; index <= 39; index++) await change(one, 1, `Version ${index}`);
    const refusal = await change(one, 1, 'Once too often');
    expect([refusal.status, getError(refusal)]).toEqual([
      429,
      expect.stringContaining('You’ve sent or edited a lot of messages in the last minute. Wait'),
    ]);
    expect((await write(one, 'Nor a new one')).status).toBe(429);
    // The author deleted the message and a moderator restored it, so it has its last text again.
    await remove(one, 1);
    const { rows: remainingRows } = await context.deps.db.execute<{ earlier: string[] }>(
      sql`select earlier from thread_messages where thread_id = ${(await readPage(one)).id}`,
    );
    expect([remainingRows[0]!.earlier.length, remainingRows[0]!.earlier.at(-1)]).toEqual([10, 'Version 39']);
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
    const { messages, members } = await readPage(two);
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

  it('stays readable for its last members for 180 days after the squad ends', async () => {
    const [captain, mate] = players as [Player, Player];
    const leaver = await createMember();
    await write(captain, 'Bye');
    await context.deps.db.transaction((tx) => leaveThread(tx, context.deps, getSubject(), [leaver.userId]));
    const latePlayer = await createMember();
    const end = Date.now();
    context.setNow(new Date(end));
    const { id } = await readPage(mate);
    await endSquad(context.deps, captain, squadId);
    const until = new Date(end + 180 * DAY_MS).toISOString();
    const listPast = async (player: Player) => (await ask<OwnSquads>(player, 'GET', '/api/squads')).body.past.past;
    for (const user of [captain, mate]) {
      const closedMessage = 'This chat has ended, so you can’t send messages in it anymore.';
      expect(await readPage(user)).toMatchObject({ closed: closedMessage, messages: [{ text: 'Bye' }] });
      expect(await listPast(user)).toMatchObject([{ id: squadId, messages_until: until }]);
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
    expect((await readPage(latePlayer)).messages).toEqual([]);
    expect((await ask(leaver, 'GET', `/api/threads/squad/${squadId}`)).status).toBe(404);
    const countAfterDays = async (days: number) => {
      context.setNow(new Date(end + days * DAY_MS + 1000));
      await clearThreads(context.deps, {}, new AbortController().signal);
      const { rows } = await context.deps.db.execute(sql`select 1 from threads where subject_id = ${squadId}`);
      return rows.length;
    };
    expect([await countAfterDays(0), await countAfterDays(179), await countAfterDays(180)]).toEqual([1, 1, 0]);
    await expect(readThread(context.deps, mate, getSubject(), {})).rejects.toThrow(
      'Chat not found, or you’re no longer in it.',
    );
    const pastSquads = await listPastSquads(context.deps, mate, undefined);
    expect(pastSquads.past).toMatchObject([{ id: squadId, messages_until: null }]);
    context.setNow(new Date());
  });

  const listTopics = ({ event, data }: Frame) =>
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
    const { id } = await readPage(one);
    const live = await openLive(context.app, two.accessToken);
    expect(listTopics(await live.next())).toEqual(expect.arrayContaining([`thread:${id}`, `messages:${id}`]));
    const { body: message } = await write(one, 'News');
    const { topic, words } = await wordsFrom(live);
    expect(topic).toBe(`messages:${id}`);
    expect(words.messages).toEqual([
      {
        seq: 1,
        author_id: one.userId,
        client_id: message.client_id,
        text: 'News',
        created_at: message.created_at,
      },
    ]);
    // An edit publishes only the revision, so pages have to fetch the message.
    await change(one, 1, 'Newer');
    expect(await live.next()).toMatchObject({ event: 'change', data: { [`thread:${id}`]: expect.any(Number) } });
    await leaveSquad(context.deps, two, squadId, 'unsaid');
    for (let frame = await live.next(); ; frame = await live.next()) {
      if (frame.event === 'greeting') {
        expect(listTopics(frame)).not.toContain(`thread:${id}`);
        break;
      }
    }
    await live.close();
  });

  it('streams each message once and in order, and sends only a change event for a large batch', async () => {
    const [one, two] = players as [Player, Player];
    const { id } = await readPage(one);
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
    const latePlayer = await createMember();
    const { id } = await readPage(one);
    const after = new Map([[id, 0]]);
    const before = (await listThreadNews(context.deps.db, after)).get(id)!;
    expect(before.words.messages.map(({ text }) => text)).toEqual(['Past matches']);
    expect(before.readers.has(one.userId)).toBe(true);
    expect(before.readers.has(latePlayer.userId)).toBe(false);
    await write(one, 'After');
    const then = (await listThreadNews(context.deps.db, new Map([[id, 1]]))).get(id)!;
    expect(then.readers.has(latePlayer.userId)).toBe(true);
    expect(then.words.messages.map(({ text }) => text)).toEqual(['After']);
  });
});
