import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../time/units.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { editMessage, markRead, removeMessage, setMute, writeMessage } from '../../threads/threads.commands.ts';
import { notifyUnread, UNREAD_JOB } from '../../threads/unread-news.commands.ts';
import { type Act, runForOutcome } from './test-life.ts';
import { type Message, people, type World } from './test-life-world.ts';
import { isThreadOpen } from './test-thread-checks.ts';

const CHANGED_MS = 15 * MINUTE_MS;
const NOTIFY_DELAY_MS = 2 * MINUTE_MS;
/** A job due later than this includes the current message. */
const CERTAIN_MS = 10_000;

const inside = (world: World): Player[] => people(world).filter(({ userId }) => world.squad.places.has(userId));

/** Has a player send a message. Without a response they send it again, and it still appears only once. */
export function writeAct(world: World): () => Promise<void> {
  const { life } = world;
  return async function write() {
    const who = life.below(20) === 0 ? life.pick(people(world))! : life.pick(inside(world))!;
    const { squad } = world;
    const text = `Message ${squad.messages.length + 1}`;
    const message = { client_id: crypto.randomUUID(), text };
    const open = isThreadOpen(world, who.userId);
    const expected = !squad.places.has(who.userId) ? 'not_found' : open ? 'done' : 'conflict';
    const before = life.deaths();
    await life.press(expected, (deps) => writeMessage(deps, who, squad.threadId, message));
    const died = life.deaths() > before;
    const again = () => runForOutcome(() => writeMessage(life.deps, who, squad.threadId, message));
    if (died) expect(await again()).toBe(expected);
    if (expected !== 'done') return;
    append(world, { author: who.userId, clientId: message.client_id, text, removed: null, at: life.now() });
    expect((await writeMessage(life.deps, who, squad.threadId, message)).seq).toBe(squad.messages.length);
  };
}

/** Adds a message. The others are notified shortly afterward, unless a notification is already scheduled. */
function append({ life, squad }: World, message: Message): void {
  squad.messages.push(message);
  if (squad.tellAt !== null && squad.tellAt > life.now() + CERTAIN_MS) return;
  squad.tellAt = life.now() + NOTIFY_DELAY_MS;
  const jobs = life.context.sent.filter(({ name, key }) => name === UNREAD_JOB && key === squad.threadId);
  expect(jobs.at(-1)?.startAfter?.getTime(), 'who has not read it is told').toBe(squad.tellAt);
}

/** Actions that send, edit, delete and read messages, mute people, and notify people of unread messages. */
export function threadActs(world: World): Act[] {
  const { life } = world;
  const { below, press, pick } = life;
  const sees = (who: Player, seq: number) =>
    seq <= world.squad.messages.length && seq > world.squad.places.get(who.userId)!.from;
  const recent = (within: number) => {
    const seq = Math.max(1, world.squad.messages.length - below(within));
    return { seq, message: world.squad.messages[seq - 1], who: pick(inside(world))! };
  };
  const fresh = ({ at }: Message) => life.now() - at < CHANGED_MS;

  async function again() {
    const { threadId, messages, places } = world.squad;
    const seq = below(messages.length) + 1;
    const message = messages[seq - 1];
    if (!message?.author) return;
    const author = { userId: message.author };
    const send = () => writeMessage(life.deps, author, threadId, { client_id: message.clientId, text: 'Other words' });
    if (!places.has(message.author)) return expect(await runForOutcome(send)).toBe('not_found');
    expect(await send()).toMatchObject({ seq, text: message.text });
  }

  async function atOnce() {
    const { threadId, messages } = world.squad;
    const wishes = Array.from({ length: 4 }, () => ({ who: pick(inside(world))!, clientId: crypto.randomUUID() }));
    const both = [...wishes, ...wishes.slice(0, 2)];
    const sent = await Promise.all(
      both.map(({ who, clientId }) => writeMessage(life.deps, who, threadId, { client_id: clientId, text: clientId })),
    );
    const seqs = sent.map(({ seq }) => seq);
    expect(seqs.slice(4)).toEqual(seqs.slice(0, 2));
    for (const seq of [...new Set(seqs)].sort((a, b) => a - b)) {
      const { who, clientId } = both[seqs.indexOf(seq)]!;
      expect(seq).toBe(messages.length + 1);
      append(world, { author: who.userId, clientId, text: clientId, removed: null, at: life.now() });
    }
  }

  async function edit() {
    const { seq, message, who } = recent(12);
    const own = message?.author === who.userId;
    const may = own && !message?.removed && message && fresh(message);
    const expected = !sees(who, seq) ? 'not_found' : may ? 'done' : own ? 'conflict' : 'forbidden';
    const at = { threadId: world.squad.threadId, seq };
    if (await press(expected, (deps) => editMessage(deps, who, at, `Changed ${seq}`))) message!.text = `Changed ${seq}`;
  }

  async function remove() {
    const { seq, message, who } = recent(20);
    const own = message?.author === who.userId;
    const leads = who.userId === world.squad.captain;
    const may = message && (message.removed !== null || leads || (own && fresh(message)));
    const expected = !sees(who, seq) ? 'not_found' : may ? 'done' : own ? 'conflict' : 'forbidden';
    const at = { threadId: world.squad.threadId, seq };
    if (!(await press(expected, (deps) => removeMessage(deps, who, at))) || message!.removed) return;
    Object.assign(message!, { text: '', removed: own ? 'author' : 'leader' });
  }

  async function read() {
    const who = pick(people(world))!;
    const { threadId, messages, places } = world.squad;
    const seq = below(messages.length + 3) + 1;
    const place = places.get(who.userId);
    expect(await runForOutcome(() => markRead(life.deps, who, { threadId, seq }))).toBe(place ? 'done' : 'not_found');
    if (place) place.read = Math.max(place.read, Math.min(seq, messages.length));
  }

  async function mute() {
    const [who, other] = [pick(inside(world))!, pick(inside(world))!];
    if (who === other) return;
    const { threadId, mutes } = world.squad;
    const own = mutes.get(who.userId) ?? new Set();
    mutes.set(who.userId, own);
    const muted = !own.has(other.userId);
    const wish = { threadId, mutedId: other.userId, muted };
    if (!(await press('done', (deps) => setMute(deps, who, wish)))) return;
    if (muted) own.add(other.userId);
    else own.delete(other.userId);
  }

  async function notifyReaders() {
    const done = await life.workOff<{ threadId: string }>(UNREAD_JOB, notifyUnread);
    if (done.some(({ threadId }) => threadId === world.squad.threadId)) await checkNotified(world);
  }

  async function wait() {
    life.pass(below(6) * MINUTE_MS);
  }

  return [
    ...([
      [90, writeAct(world)],
      [16, again],
      [8, atOnce],
      [18, edit],
      [14, remove],
    ] satisfies Act[]),
    ...([
      [40, read],
      [8, mute],
      [16, notifyReaders],
      [12, wait],
    ] satisfies Act[]),
  ];
}

/** Checks that everyone with unread messages was notified exactly once since they last read. */
async function checkNotified(world: World): Promise<void> {
  const { life, squad } = world;
  const { rows } = await life.deps.db.execute<{ key: string }>(sql`
    select dedupe_key as key from notification_outbox where dedupe_key like ${`%thread:${squad.threadId}:%`}`);
  const keys = rows.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const [id, { from, read }] of squad.places) {
    const own = squad.mutes.get(id);
    const waits = squad.messages.some(
      ({ author, removed }, at) =>
        at + 1 > Math.max(from, read) && author && author !== id && !removed && !own?.has(author),
    );
    if (waits) expect(keys).toContain(`${id}:thread:${squad.threadId}:${read}`);
  }
}
