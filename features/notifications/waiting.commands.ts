import { type Deps, filled, port } from '../../server/deps.ts';
import { prepareWaiting, type WaitingFor } from './waiting.queries.ts';
import { ASKED_BY_MESSAGE, type Waiting } from './waiting.schema.ts';

/** What waits for people: every feature that asks them something says so. */
export const waitingThings = port<readonly WaitingFor[]>('notifications.waiting');

const readers = new WeakMap<Deps, ReturnType<typeof prepareWaiting>>();

/** Everything that waits for one person, in no order; one statement, however many features ask. */
export function waitingFor(deps: Deps, userId: string): Promise<Waiting[]> {
  const read = readers.get(deps) ?? prepareWaiting(deps.db, filled(deps, waitingThings));
  readers.set(deps, read);
  return read(userId, deps.now());
}

/** Ids of what waits for a word of one person and messages ask about: matches, parties, squads, sessions, listings, bookings, teams. */
export async function thingsWaitingFor(deps: Deps, userId: string): Promise<string[]> {
  const waiting = await waitingFor(deps, userId);
  return [...new Set(waiting.flatMap(({ kind, thing }) => (ASKED_BY_MESSAGE.has(kind) ? [thing] : [])))];
}
