import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Player } from '../../profiles/profiles.factory.ts';
import { readThread } from '../../threads/threads.commands.ts';
import { countUnread } from '../../threads/threads.queries.ts';
import { runForOutcome } from './test-model-run.ts';
import { isBlocked, type SquadModel } from './test-squad-model.ts';

/** Maximum number of messages per read. */
const MAX_SHOWN = 200;

/** Checks what one person sees of the chat: everything since they joined, or nothing. */
export async function checkThread(model: SquadModel, player: Player): Promise<void> {
  const { run, squad } = model;
  const { places, messages } = squad;
  const { userId } = player;
  const subject = { kind: 'squad', subjectId: squad.id } as const;
  const place = places.get(userId);
  if (!place) {
    expect(await runForOutcome(() => readThread(run.deps, player, subject, {}))).toBe('not_found');
    expect((await countUnread(run.deps.db, userId, 'squad', [squad.id])).size).toBe(0);
    return;
  }
  const view = await readThread(run.deps, player, subject, { from: Math.max(1, messages.length - MAX_SHOWN + 1) });
  const visibleMessages = messages
    .map((message, index) => ({ ...message, seq: index + 1 }))
    .filter(({ seq }) => seq > place.from);
  expect(view).toMatchObject({ first_seq: place.from + 1, last_seq: messages.length });
  expect([view.you_lead, view.closed === null]).toEqual([userId === squad.captain, isThreadOpen(model, userId)]);
  expect(view.messages.map(({ seq, author, text, removed }) => [seq, author?.id ?? null, text, removed])).toEqual(
    visibleMessages.slice(-MAX_SHOWN).map(({ seq, author, text, removed }) => [seq, author, text, removed]),
  );
  const isMuted = (author: string) => squad.mutes.get(userId)?.has(author) ?? false;
  const unread = visibleMessages.filter(
    ({ seq, author, removed }) => seq > place.read && author && author !== userId && !removed && !isMuted(author),
  );
  expect([view.read_seq, view.unread]).toEqual([Math.max(place.read, place.from), unread.length]);
  expect((await countUnread(run.deps.db, userId, 'squad', [squad.id])).get(squad.id) ?? 0).toBe(unread.length);
  expect(view.members.map(({ id }) => id).sort()).toEqual([...places.keys()].sort());
  const earlier = await readThread(run.deps, player, subject, { before: place.from + 1 });
  expect(earlier.messages, 'from before they joined').toEqual([]);
}

/**
 * Returns whether the chat is open to a user. A block with anyone in it, such as another session's substitute, closes
 * it.
 */
export const isThreadOpen = (model: SquadModel, userId: string): boolean =>
  !isBlocked(model, userId, [...model.squad.places.keys()]);

/** Checks who is in the chat and from which message on: members, and substitutes with access. */
export async function checkPlaces({ run, squad }: SquadModel): Promise<void> {
  const { rows } = await run.deps.db.execute<{ id: string; from: number }>(sql`
    select user_id as id, from_seq as from from thread_members where thread_id = ${squad.threadId} and left_at is null`);
  expect(Object.fromEntries(rows.map(({ id, from }) => [id, from]))).toEqual(
    Object.fromEntries([...squad.places].map(([id, { from }]) => [id, from])),
  );
}

/** Checks that message numbers have no gaps and no duplicates. */
export async function checkMessageNumbers({ run, squad }: SquadModel): Promise<void> {
  const { rows } = await run.deps.db.execute<{ seq: number }>(sql`
    select seq from thread_messages where thread_id = ${squad.threadId} order by seq`);
  expect(rows.map(({ seq }) => seq)).toEqual(squad.messages.map((_, index) => index + 1));
}
