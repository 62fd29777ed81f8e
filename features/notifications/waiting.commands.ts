import type { SQL } from 'drizzle-orm';
import { type Deps, filled, port } from '../../server/deps.ts';
import { readWaiting } from './waiting.queries.ts';
import { ASKED_BY_MESSAGE, type Waiting } from './waiting.schema.ts';

/** A statement with the columns of `waitingColumns`: what of a feature waits for one person. */
type WaitingFor = (userId: string, now: Date) => SQL;

/** What waits for people: every feature that asks them something says so. */
export const waitingThings = port<readonly WaitingFor[]>('notifications.waiting');

/** Everything that waits for one person, in no order; one statement, however many features ask. */
export function waitingFor(deps: Deps, userId: string): Promise<Waiting[]> {
  const now = deps.now();
  return readWaiting(
    deps.db,
    filled(deps, waitingThings).map((statement) => statement(userId, now)),
  );
}

/** Ids of what waits for a word of one person and messages ask about: matches, parties, squads, sessions, listings, bookings, teams. */
export async function thingsWaitingFor(deps: Deps, userId: string): Promise<string[]> {
  const waiting = await waitingFor(deps, userId);
  return [...new Set(waiting.flatMap(({ kind, thing }) => (ASKED_BY_MESSAGE.has(kind) ? [thing] : [])))];
}
