import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../time/units.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { editMessage, markRead, muteMember, removeMessage, writeMessage } from '../../threads/threads.commands.ts';
import { notifyUnread, UNREAD_JOB } from '../../threads/unread-news.commands.ts';
import { type Command, runForOutcome } from './test-model-run.ts';
import { listPlayers, type Message, type SquadModel } from './test-squad-model.ts';
import { isThreadOpen } from './test-thread-invariants.ts';

const EDIT_WINDOW_MS = 15 * MINUTE_MS;
const NOTIFY_DELAY_MS = 2 * MINUTE_MS;
/** Minimum lead time of a scheduled notification that's certain to include the current message. */
const CLOCK_TOLERANCE_MS = 10_000;

const listReaders = (model: SquadModel): Player[] =>
  listPlayers(model).filter(({ userId }) => model.squad.places.has(userId));

/** Returns a command that sends a message and, without a response, resends it. The message appears only once. */
export function createWriteCommand(model: SquadModel): () => Promise<void> {
  const { run } = model;
  return async function write() {
    const player = run.below(20) === 0 ? run.pick(listPlayers(model))! : run.pick(listReaders(model))!;
    const { squad } = model;
    const text = `Message ${squad.messages.length + 1}`;
    const message = { client_id: crypto.randomUUID(), text };
    const isOpen = isThreadOpen(model, player.userId);
    const expected = !squad.places.has(player.userId) ? 'not_found' : isOpen ? 'done' : 'conflict';
    const before = run.crashes();
    await run.press(expected, (deps) => writeMessage(deps, player, squad.threadId, message));
    const hasCrashed = run.crashes() > before;
    const resend = () => runForOutcome(() => writeMessage(run.deps, player, squad.threadId, message));
    if (hasCrashed) expect(await resend()).toBe(expected);
    if (expected !== 'done') return;
    appendMessage(model, { author: player.userId, clientId: message.client_id, text, removed: null, at: run.now() });
    expect((await writeMessage(run.deps, player, squad.threadId, message)).seq).toBe(squad.messages.length);
  };
}

/** Adds a message and schedules a notification, unless one is already scheduled. */
function appendMessage({ run, squad }: SquadModel, message: Message): void {
  squad.messages.push(message);
  if (squad.notifyAt !== null && squad.notifyAt > run.now() + CLOCK_TOLERANCE_MS) return;
  squad.notifyAt = run.now() + NOTIFY_DELAY_MS;
  const jobs = run.context.sent.filter(({ name, key }) => name === UNREAD_JOB && key === squad.threadId);
  expect(jobs.at(-1)?.startAfter?.getTime(), 'notifies the others').toBe(squad.notifyAt);
}

/** Returns commands that send, edit, delete and read messages, mute people, and notify people of unread messages. */
export function createThreadCommands(model: SquadModel): Command[] {
  const { run } = model;
  const { below, press, pick } = run;
  const canSee = (player: Player, seq: number) =>
    seq <= model.squad.messages.length && seq > model.squad.places.get(player.userId)!.from;
  const pickRecent = (within: number) => {
    const seq = Math.max(1, model.squad.messages.length - below(within));
    return { seq, message: model.squad.messages[seq - 1], who: pick(listReaders(model))! };
  };
  const isFresh = ({ at }: Message) => run.now() - at < EDIT_WINDOW_MS;

  async function resend() {
    const { threadId, messages, places } = model.squad;
    const seq = below(messages.length) + 1;
    const message = messages[seq - 1];
    if (!message?.author) return;
    const author = { userId: message.author };
    const send = () => writeMessage(run.deps, author, threadId, { client_id: message.clientId, text: 'Other words' });
    if (!places.has(message.author)) return expect(await runForOutcome(send)).toBe('not_found');
    expect(await send()).toMatchObject({ seq, text: message.text });
  }

  async function writeTogether() {
    const { threadId, messages } = model.squad;
    const inputs = Array.from({ length: 4 }, () => ({ who: pick(listReaders(model))!, clientId: crypto.randomUUID() }));
    const sentInputs = [...inputs, ...inputs.slice(0, 2)];
    const outcomes = await Promise.all(
      sentInputs.map(({ who, clientId }) =>
        writeMessage(run.deps, who, threadId, { client_id: clientId, text: clientId }),
      ),
    );
    const seqs = outcomes.map(({ seq }) => seq);
    expect(seqs.slice(4)).toEqual(seqs.slice(0, 2));
    for (const seq of [...new Set(seqs)].sort((a, b) => a - b)) {
      const { who, clientId } = sentInputs[seqs.indexOf(seq)]!;
      expect(seq).toBe(messages.length + 1);
      appendMessage(model, { author: who.userId, clientId, text: clientId, removed: null, at: run.now() });
    }
  }

  async function edit() {
    const { seq, message, who } = pickRecent(12);
    const isOwn = message?.author === who.userId;
    const may = isOwn && !message?.removed && message && isFresh(message);
    const expected = !canSee(who, seq) ? 'not_found' : may ? 'done' : isOwn ? 'conflict' : 'forbidden';
    const ref = { threadId: model.squad.threadId, seq };
    if (await press(expected, (deps) => editMessage(deps, who, ref, `Changed ${seq}`)))
      message!.text = `Changed ${seq}`;
  }

  async function remove() {
    const { seq, message, who } = pickRecent(20);
    const isOwn = message?.author === who.userId;
    const isLeader = who.userId === model.squad.captain;
    const may = message && (message.removed !== null || isLeader || (isOwn && isFresh(message)));
    const expected = !canSee(who, seq) ? 'not_found' : may ? 'done' : isOwn ? 'conflict' : 'forbidden';
    const ref = { threadId: model.squad.threadId, seq };
    if (!(await press(expected, (deps) => removeMessage(deps, who, ref))) || message!.removed) return;
    Object.assign(message!, { text: '', removed: isOwn ? 'author' : 'leader' });
  }

  async function read() {
    const player = pick(listPlayers(model))!;
    const { threadId, messages, places } = model.squad;
    const seq = below(messages.length + 3) + 1;
    const place = places.get(player.userId);
    expect(await runForOutcome(() => markRead(run.deps, player, { threadId, seq }))).toBe(place ? 'done' : 'not_found');
    if (place) place.read = Math.max(place.read, Math.min(seq, messages.length));
  }

  async function changeMute() {
    const [player, other] = [pick(listReaders(model))!, pick(listReaders(model))!];
    if (player === other) return;
    const { threadId, mutes } = model.squad;
    const own = mutes.get(player.userId) ?? new Set();
    mutes.set(player.userId, own);
    const isMuted = !own.has(other.userId);
    const input = { threadId, mutedId: other.userId, muted: isMuted };
    if (!(await press('done', (deps) => muteMember(deps, player, input)))) return;
    if (isMuted) own.add(other.userId);
    else own.delete(other.userId);
  }

  async function notifyReaders() {
    const done = await run.workOff<{ threadId: string }>(UNREAD_JOB, notifyUnread);
    if (done.some(({ threadId }) => threadId === model.squad.threadId)) await checkNotified(model);
  }

  async function wait() {
    run.pass(below(6) * MINUTE_MS);
  }

  return [
    ...([
      [90, createWriteCommand(model)],
      [16, resend],
      [8, writeTogether],
      [18, edit],
      [14, remove],
    ] satisfies Command[]),
    ...([
      [40, read],
      [8, changeMute],
      [16, notifyReaders],
      [12, wait],
    ] satisfies Command[]),
  ];
}

/** Checks that everyone with unread messages was notified exactly once since they last read. */
async function checkNotified(model: SquadModel): Promise<void> {
  const { run, squad } = model;
  const { rows } = await run.deps.db.execute<{ key: string }>(sql`
    select dedupe_key as key from notification_outbox where dedupe_key like ${`%thread:${squad.threadId}:%`}`);
  const keys = rows.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const [id, { from, read }] of squad.places) {
    const own = squad.mutes.get(id);
    const isWaiting = squad.messages.some(
      ({ author, removed }, index) =>
        index + 1 > Math.max(from, read) && author && author !== id && !removed && !own?.has(author),
    );
    if (isWaiting) expect(keys).toContain(`${id}:thread:${squad.threadId}:${read}`);
  }
}
