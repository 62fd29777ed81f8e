import type { Db } from '../../../db/database.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Deps } from '../../../server/deps.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { getPeople } from '../../matches/matches.queries.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { leaveThread } from '../../threads/thread-members.commands.ts';
import { listAnswers, type SessionRow } from '../sessions/squad-sessions.queries.ts';
import { getJoinDeadline } from '../sessions/squad-sessions.rules.ts';
import { listRoster } from '../squads.queries.ts';
import { createSubstituteEndMessage, type SubstituteEnd } from './substitute-messages.wording.ts';
import * as queries from './substitutes.queries.ts';
import {
  countMissing,
  countOfferedSeats,
  isOfferedAutomatically,
  listSeatsToOffer,
  listSurplusOffers,
} from './substitutes.rules.ts';

/** Name of the job that offers a session's open spots to the player pool. */
export const OFFER_JOB = 'offer-seats';

/** Data of a locked squad for offering spots. */
export type SquadSeats = { id: string; name: string; size: number };

/** Returns whether the search is for the session's current version and still running. */
export const isActiveSearch = (
  search: queries.SearchRow | undefined,
  { version }: Pick<SessionRow, 'version'>,
): search is queries.SearchRow =>
  search !== undefined && search.version === version && !search.stoppedAt && !search.filledAt;

/** Schedules a background job that checks a session's spots after this transaction commits. */
export const scheduleSeatOffer = (tx: Db, deps: Deps, sessionId: string): Promise<void> =>
  deps.jobs.send(OFFER_JOB, { sessionId }, { tx, key: sessionId });

/**
 * Adjusts the offered spots after answers change, by withdrawing surplus offers or scheduling new ones. Runs in the
 * caller's transaction, which holds the squad's lock.
 * @param cause `lost`: a member just dropped out; `substituteLost`: a substitute dropped out
 */
export async function updateOfferedSeats(
  tx: Db,
  deps: Deps,
  { squad, memberIds, session }: { squad: SquadSeats; memberIds: readonly string[]; session: SessionRow },
  { lost = false, substituteLost = false }: { lost?: boolean; substituteLost?: boolean } = {},
): Promise<void> {
  const now = deps.now();
  const answers = await listAnswers(tx, [session.id]);
  const openOffers = (await queries.listActiveSubstitutes(tx, [session.id])).filter(({ state }) => state === 'asked');
  const previousSearch = await queries.findSearch(tx, session.id);
  const search = previousSearch?.version === session.version ? previousSearch : undefined;
  const table = { size: squad.size, memberIds, answers, stoodOnce: session.toldCount > 0 };
  if (countMissing(table) === 0) {
    await endSubstituteRequests(tx, deps, { squad, session, rows: openOffers, why: 'enough' });
    if (isActiveSearch(search, session)) await queries.updateSearch(tx, session.id, { filledAt: now });
    return;
  }
  const shouldSearch = substituteLost || (lost && isOfferedAutomatically(getJoinDeadline(session), now));
  if (shouldSearch && !search && listSeatsToOffer(table, false) > 0) {
    const newSearch = { sessionId: session.id, squadId: squad.id, version: session.version };
    await queries.upsertSearch(tx, { ...newSearch, pressed: false, startedAt: now });
  } else if (shouldSearch && search && !search.stoppedAt) {
    await queries.updateSearch(tx, session.id, { filledAt: null, nobodyAt: null, queueAskedAt: null });
  }
  const current = await queries.findSearch(tx, session.id);
  if (!isActiveSearch(current, session)) return;
  const seats = listSeatsToOffer(table, current.pressed);
  // Withdraw the latest offers first.
  await endSubstituteRequests(tx, deps, { squad, session, rows: listSurplusOffers(openOffers, seats), why: 'fewer' });
  if (countOfferedSeats(openOffers) < seats) await scheduleSeatOffer(tx, deps, session.id);
}

type SubstituteEnding = {
  squad: SquadSeats;
  session: SessionRow;
  rows: readonly queries.SubstituteRow[];
  why: SubstituteEnd;
};

/**
 * Ends sub offers and accepted substitutions, and notifies the players. Players asked in the queue are still waiting there
 * and only lose the offer.
 */
export async function endSubstituteRequests(
  tx: Db,
  deps: Deps,
  { squad, session, rows, why }: SubstituteEnding,
): Promise<void> {
  const now = deps.now();
  const [offered, confirmedSubs] = [
    rows.filter(({ state }) => state === 'asked'),
    rows.filter(({ state }) => state === 'in'),
  ];
  await queries.setRequestState(tx, listIds(offered), { state: 'withdrawn', now });
  await queries.setRequestState(tx, listIds(confirmedSubs), { state: 'out', now });
  for (const { userId } of confirmedSubs) await removeGuestFromThread(tx, deps, squad.id, userId);
  const notifiedRows = rows.filter(({ source, state }) => source === 'pool' || state === 'in');
  const people = await getPeople(
    tx,
    notifiedRows.map(({ userId }) => userId),
  );
  const drafts = notifiedRows.map((row) => ({
    userId: row.userId,
    write: (t: Translator) => {
      const times = toTimePreferences(people.get(row.userId));
      const end = { question: row, why, wasIn: row.state === 'in' };
      return createSubstituteEndMessage(t, { squad, session }, times, end);
    },
  }));
  await enqueueNotifications(tx, deps, drafts);
}

const listIds = (rows: readonly queries.SubstituteRow[]) => rows.map(({ id }) => id);

/** Ends all substitutions for sessions that won't take place as planned, and notifies the players. */
export async function endSubstitutes(
  tx: Db,
  deps: Deps,
  squad: SquadSeats,
  { sessions, why }: { sessions: readonly SessionRow[]; why: SubstituteEnd },
): Promise<void> {
  const live = await queries.listActiveSubstitutes(
    tx,
    sessions.map(({ id }) => id),
  );
  for (const session of sessions) {
    const rows = live.filter(({ sessionId }) => sessionId === session.id);
    await endSubstituteRequests(tx, deps, { squad, session, rows, why });
    await queries.deleteSearch(tx, session.id);
  }
}

/** Removes a user from a squad's chat, unless they're a member or a substitute in another of its sessions. */
export async function removeGuestFromThread(tx: Db, deps: Deps, squadId: string, userId: string): Promise<void> {
  if (await queries.hasChatAccess(tx, { squadId, userId })) return;
  const roster = await listRoster(tx, [squadId]);
  if (roster.some((member) => member.userId === userId)) return;
  await leaveThread(tx, deps, { kind: 'squad', subjectId: squadId }, [userId]);
}

/** Removes all substitutes from the chat of a squad that's ending. */
export async function removeAllGuests(tx: Db, deps: Deps, squadId: string): Promise<void> {
  for (const { userId } of await queries.listGuests(tx, [squadId])) {
    await queries.clearChatAccess(tx, { squadId, userId });
    await removeGuestFromThread(tx, deps, squadId, userId);
  }
}
