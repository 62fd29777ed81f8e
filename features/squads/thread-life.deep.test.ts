import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRandom } from '../../matcher/random.ts';
import { Refusal } from '../../server/refusal.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { deleteByAdmin } from '../accounts/account-admin/account-admin.commands.ts';
import { actorOf } from '../accounts/accounts.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { blockPlayer, unblockPlayer } from '../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { joinThread } from '../threads/thread-members.commands.ts';
import {
  editMessage,
  markRead,
  readThread,
  removeMessage,
  setMute,
  writeMessage,
} from '../threads/threads.commands.ts';
import { unreadOf } from '../threads/threads.queries.ts';
import { leaveSquad } from './squads.commands.ts';
import { makeSquad } from './squads.factory.ts';

/** At full size: `THREAD_STEPS=20000`; a run that failed is repeated with its `THREAD_SEED`. */
const STEPS = Number(process.env.THREAD_STEPS ?? 500);
const SEED = Number(process.env.THREAD_SEED ?? 7);
const POOL = 8;
const WHOLE_CHECK = 100;
const SHOWN = 200;

type Message = { author: string | null; clientId: string; text: string; removed: string | null; at: number };
type Place = { from: number; read: number };

let context: TestContext;
let admin: { userId: string };
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

test('a thread through a long life is what its rules say, for everybody in it and for nobody else', {
  timeout: 3_600_000,
}, async () => {
  const { below } = makeRandom(SEED);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  let clock = Date.parse('2026-03-03T12:00:00Z');
  context.setNow(new Date(clock));
  const { deps } = context;

  const pool: Player[] = [];
  for (let i = 0; i < POOL; i++) pool.push(await makePlayer(deps));
  const { squadId } = await makeSquad(deps, pool.slice(0, 5));
  const subject = { kind: 'squad', subjectId: squadId } as const;
  const threadId = (await readThread(deps, pool[0]!, subject, {})).id;

  const messages: Message[] = [];
  const places = new Map<string, Place>(pool.slice(0, 5).map(({ userId }) => [userId, { from: 0, read: 0 }]));
  const mutes = new Map<string, Set<string>>();
  const inside = () => pool.filter(({ userId }) => places.has(userId));
  const outside = () => pool.filter(({ userId }) => !places.has(userId));
  const isMuted = (viewer: string, author: string | null) =>
    author !== null && (mutes.get(viewer)?.has(author) ?? false);
  const mayFail = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work();
      return 'done';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  const fresh = ({ at }: Message) => clock - at < 15 * MINUTE_MS;
  const out = async (who: Player) => {
    places.delete(who.userId);
  };

  const write = async (who: Player, clientId: string, text: string) => {
    const sent = await writeMessage(deps, who, threadId, { client_id: clientId, text });
    messages.push({ author: who.userId, clientId, text, removed: null, at: clock });
    expect(sent.seq).toBe(messages.length);
  };
  const acts: [number, () => Promise<void>][] = [
    [45, async () => write(pick(inside())!, crypto.randomUUID(), `Message ${messages.length + 1}`)],
    [
      8,
      async function again() {
        const seq = below(messages.length) + 1;
        const message = messages[seq - 1];
        if (!message?.author) return;
        const author = { userId: message.author };
        const send = () => writeMessage(deps, author, threadId, { client_id: message.clientId, text: 'Other words' });
        if (!places.has(message.author)) return expect(await mayFail(send)).toBe('not_found');
        expect(await send()).toMatchObject({ seq, text: message.text });
      },
    ],
    [
      4,
      async function atOnce() {
        const writers = inside();
        const wishes = Array.from({ length: 4 }, () => ({ who: pick(writers)!, clientId: crypto.randomUUID() }));
        const both = [...wishes, ...wishes.slice(0, 2)];
        const sent = await Promise.all(
          both.map(({ who, clientId }) => writeMessage(deps, who, threadId, { client_id: clientId, text: clientId })),
        );
        const seqs = sent.map(({ seq }) => seq);
        expect(seqs.slice(4)).toEqual(seqs.slice(0, 2));
        for (const seq of [...new Set(seqs)].sort((a, b) => a - b)) {
          const { who, clientId } = both[seqs.indexOf(seq)]!;
          expect(seq).toBe(messages.length + 1);
          messages.push({ author: who.userId, clientId, text: clientId, removed: null, at: clock });
        }
      },
    ],
    [
      9,
      async function edit() {
        const seq = Math.max(1, messages.length - below(12));
        const message = messages[seq - 1];
        const who = pick(inside())!;
        const done = await mayFail(() => editMessage(deps, who, { threadId, seq }, `Changed ${seq}`));
        const sees = message && seq > places.get(who.userId)!.from;
        const own = message?.author === who.userId;
        const may = sees && own && !message.removed && fresh(message);
        expect(done).toBe(may ? 'done' : !sees ? 'not_found' : own ? 'conflict' : 'forbidden');
        if (may) message.text = `Changed ${seq}`;
      },
    ],
    [
      7,
      async function remove() {
        const seq = Math.max(1, messages.length - below(20));
        const message = messages[seq - 1];
        const who = pick(inside())!;
        const { you_lead: leads } = await readThread(deps, who, subject, {});
        const done = await mayFail(() => removeMessage(deps, who, { threadId, seq }));
        const sees = message && seq > places.get(who.userId)!.from;
        const own = message?.author === who.userId;
        const may = sees && (message.removed !== null || leads || (own && fresh(message)));
        expect(done).toBe(may ? 'done' : !sees ? 'not_found' : own ? 'conflict' : 'forbidden');
        if (!may || message.removed) return;
        Object.assign(message, { text: '', removed: own ? 'author' : 'leader' });
      },
    ],
    [
      14,
      async function read() {
        const who = pick(inside())!;
        const seq = below(messages.length + 3) + 1;
        await markRead(deps, who, { threadId, seq });
        const place = places.get(who.userId)!;
        place.read = Math.max(place.read, Math.min(seq, messages.length));
      },
    ],
    [
      4,
      async function mute() {
        const who = pick(inside())!;
        const other = pick(inside())!;
        if (who === other) return;
        const own = mutes.get(who.userId) ?? new Set();
        mutes.set(who.userId, own);
        const muted = !own.has(other.userId);
        await setMute(deps, who, { threadId, mutedId: other.userId, muted });
        if (muted) own.add(other.userId);
        else own.delete(other.userId);
      },
    ],
    [
      5,
      async function comeIn() {
        const who = pick(outside());
        if (!who) return;
        await deps.db.transaction(async (tx) => {
          await tx.execute(sql`
            insert into squad_members (squad_id, user_id, joined_at) values (${squadId}, ${who.userId}, now())
            on conflict (squad_id, user_id) do update set left_at = null, left_reason = null`);
          await joinThread(tx, deps, subject, [who.userId]);
        });
        places.set(who.userId, { from: messages.length, read: messages.length });
      },
    ],
    [
      3,
      async function leave() {
        const who = pick(inside())!;
        if (places.size < 3) return;
        await leaveSquad(deps, who, squadId, 'unsaid');
        await out(who);
      },
    ],
    [
      1,
      async function ban() {
        const who = pick(inside())!;
        if (places.size < 3) return;
        const ban = { userId: who.userId, reason: 'Test', days: 1, scope: 'matching' } as const;
        const { after } = await deps.db.transaction((tx) => banUser(tx, deps, admin, ban));
        await after();
        await out(who);
      },
    ],
    [
      1,
      async function block() {
        const [who, other] = [pick(inside())!, pick(inside())!];
        if (who === other || places.size < 3) return;
        const { you_lead: leads } = await readThread(deps, who, subject, {});
        await blockPlayer(deps, actorOf(who), other.userId, 'block');
        await out(leads ? other : who);
        await unblockPlayer(deps, actorOf(who), other.userId);
      },
    ],
    [
      1,
      async function erase() {
        const at = below(pool.length);
        const who = pool[at]!;
        if (places.has(who.userId) && places.size < 3) return;
        await deleteByAdmin(deps, who.userId, false);
        await out(who);
        mutes.delete(who.userId);
        for (const own of mutes.values()) own.delete(who.userId);
        for (const message of messages) {
          if (message.author === who.userId) Object.assign(message, { author: null, text: '', removed: 'account' });
        }
        pool[at] = await makePlayer(deps);
      },
    ],
    [
      6,
      async function wait() {
        clock += below(6) * MINUTE_MS;
        context.setNow(new Date(clock));
      },
    ],
  ];
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

  const check = async (who: Player) => {
    const place = places.get(who.userId);
    if (!place) {
      expect(await mayFail(() => readThread(deps, who, subject, {}))).toBe('not_found');
      expect((await unreadOf(deps.db, who.userId, 'squad', [squadId])).size).toBe(0);
      return;
    }
    const seen = await readThread(deps, who, subject, { from: Math.max(1, messages.length - SHOWN + 1) });
    const numbered = messages.map((message, at) => ({ ...message, seq: at + 1 }));
    const theirs = numbered.filter(({ seq }) => seq > place.from);
    expect(seen).toMatchObject({ closed: null, first_seq: place.from + 1, last_seq: messages.length });
    expect(seen.messages.map(({ seq, author, text, removed }) => [seq, author?.id ?? null, text, removed])).toEqual(
      theirs.slice(-SHOWN).map(({ seq, author, text, removed }) => [seq, author, text, removed]),
    );
    const unread = theirs.filter(
      ({ seq, author, removed }) =>
        seq > place.read && author && author !== who.userId && !removed && !isMuted(who.userId, author),
    );
    expect([seen.read_seq, seen.unread]).toEqual([Math.max(place.read, place.from), unread.length]);
    expect(seen.members.map(({ id }) => id).sort()).toEqual([...places.keys()].sort());
  };

  for (let step = 1; step <= STEPS; step++) {
    await pick(bag)!();
    await check(pick(pool)!);
    if (step % WHOLE_CHECK === 0) for (const who of pool) await check(who);
  }
  const { rows } = await deps.db.execute<{ holds: boolean }>(sql`
    select count(*) = max(seq) and min(seq) = 1 and max(seq) = ${messages.length} as holds
      from thread_messages where thread_id = ${threadId}`);
  expect(rows).toEqual([{ holds: true }]);
});
