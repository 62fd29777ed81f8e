import type { Db } from '../../db/database.ts';
import { type Deps, filled, port } from '../../server/deps.ts';

/** Ids of the things of a feature that wait for a word of one person, as the links of messages about them name them. */
type ThingsFor = (db: Db, userId: string, now: Date) => Promise<string[]>;

/** What waits for people: every feature that asks them something says so. */
export const waitingThings = port<readonly ThingsFor[]>('notifications.waiting');

/** Ids of everything that waits for a word of one person: matches, parties, squads, sessions, listings, bookings, teams. */
export async function thingsWaitingFor(deps: Deps, userId: string): Promise<string[]> {
  const now = deps.now();
  const found = await Promise.all(filled(deps, waitingThings).map((thingsFor) => thingsFor(deps.db, userId, now)));
  return [...new Set(found.flat())];
}
