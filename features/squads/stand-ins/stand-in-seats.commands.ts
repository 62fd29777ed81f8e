import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { toReaderTimes } from '../../../time/reader-times.ts';
import { peopleOf } from '../../matches/matches.queries.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { leaveThread } from '../../threads/thread-members.commands.ts';
import { answersOf, type SessionRow } from '../sessions/squad-sessions.queries.ts';
import { rosterOf } from '../squads.queries.ts';
import { endMessage, type StandInEnd } from './stand-in-messages.wording.ts';
import * as queries from './stand-ins.queries.ts';
import { missingFor, offeredByItself, seatsToOffer } from './stand-ins.rules.ts';

/** Name of the job kind that offers the seats of a session to people of the pool. */
export const OFFER_JOB = 'offer-seats';

/** A squad, locked, as far as its seats are concerned. */
export type SeatsOf = { id: string; name: string; size: number };

/** A search of this version that looks for somebody now. */
export const isActive = (
  search: queries.SearchRow | undefined,
  { version }: Pick<SessionRow, 'version'>,
): search is queries.SearchRow =>
  search !== undefined && search.version === version && !search.stoppedAt && !search.filledAt;

/** Has the seats of a session looked at, in the background, once this transaction is committed. */
export const offerSoon = (tx: Db, deps: Deps, sessionId: string): Promise<void> =>
  deps.jobs.send(OFFER_JOB, { sessionId }, { tx, key: sessionId });

/**
 * What a change of answers means for the seats that stand-ins are asked to take: too many questions are taken back, and
 * where too few are open somebody is asked. For the transaction of that change, which holds the squad.
 * @param cause `lost`: a player has just fallen out; `again`: a stand-in has
 */
export async function followSeats(
  tx: Db,
  deps: Deps,
  { squad, memberIds, session }: { squad: SeatsOf; memberIds: readonly string[]; session: SessionRow },
  { lost = false, again = false }: { lost?: boolean; again?: boolean } = {},
): Promise<void> {
  const now = deps.now();
  const answers = await answersOf(tx, [session.id]);
  const asked = (await queries.liveStandIns(tx, [session.id])).filter(({ state }) => state === 'asked');
  const known = await queries.searchFor(tx, session.id);
  const search = known?.version === session.version ? known : undefined;
  const table = { size: squad.size, memberIds, answers, stoodOnce: session.toldCount > 0 };
  if (missingFor(table) === 0) {
    await endQuestions(tx, deps, { squad, session, rows: asked, why: 'enough' });
    if (isActive(search, session)) await queries.changeSearch(tx, session.id, { filledAt: now });
    return;
  }
  const begins = again || (lost && offeredByItself(session.startsAt, now));
  if (begins && !search && seatsToOffer(table, false) > 0) {
    const fresh = { sessionId: session.id, squadId: squad.id, version: session.version };
    await queries.putSearch(tx, { ...fresh, pressed: false, startedAt: now });
  } else if (begins && search && !search.stoppedAt) {
    await queries.changeSearch(tx, session.id, { filledAt: null, nobodyAt: null });
  }
  const current = await queries.searchFor(tx, session.id);
  if (!isActive(current, session)) return;
  const seats = seatsToOffer(table, current.pressed);
  // Who was asked last gives way.
  await endQuestions(tx, deps, { squad, session, rows: asked.slice(seats), why: 'fewer' });
  if (asked.length < seats) await offerSoon(tx, deps, session.id);
}

type Ending = { squad: SeatsOf; session: SessionRow; rows: readonly queries.StandInRow[]; why: StandInEnd };

/** Ends questions, and the yes of those who stand in, and tells them. */
export async function endQuestions(tx: Db, deps: Deps, { squad, session, rows, why }: Ending): Promise<void> {
  const now = deps.now();
  const [asked, standing] = [rows.filter(({ state }) => state === 'asked'), rows.filter(({ state }) => state === 'in')];
  await queries.putState(tx, idsOf(asked), { state: 'withdrawn', now });
  await queries.putState(tx, idsOf(standing), { state: 'out', now });
  for (const { userId } of standing) await leaveAsGuest(tx, deps, squad.id, userId);
  const people = await peopleOf(
    tx,
    rows.map(({ userId }) => userId),
  );
  const messages = rows.map((row) => {
    const reader = { userId: row.userId, times: toReaderTimes(people.get(row.userId)) };
    return endMessage(squad, session, reader, { question: row, why, wasIn: row.state === 'in' });
  });
  await enqueueNotifications(tx, deps, messages);
}

const idsOf = (rows: readonly queries.StandInRow[]) => rows.map(({ id }) => id);

/** Ends everything about stand-ins for sessions that do not take place as they were, and tells them. */
export async function endStandIns(
  tx: Db,
  deps: Deps,
  squad: SeatsOf,
  { sessions, why }: { sessions: readonly SessionRow[]; why: StandInEnd },
): Promise<void> {
  const live = await queries.liveStandIns(
    tx,
    sessions.map(({ id }) => id),
  );
  for (const session of sessions) {
    const rows = live.filter(({ sessionId }) => sessionId === session.id);
    await endQuestions(tx, deps, { squad, session, rows, why });
    await queries.deleteSearch(tx, session.id);
  }
}

/** Takes somebody out of the thread of a squad, unless they stand in for another of its sessions or are a member. */
export async function leaveAsGuest(tx: Db, deps: Deps, squadId: string, userId: string): Promise<void> {
  if (await queries.hasThreadTime(tx, { squadId, userId })) return;
  const roster = await rosterOf(tx, [squadId]);
  if (roster.some((member) => member.userId === userId)) return;
  await leaveThread(tx, deps, { kind: 'squad', subjectId: squadId }, [userId]);
}

/** Takes everybody who stood in out of the thread of a squad; for one that ends. */
export async function partGuests(tx: Db, deps: Deps, squadId: string): Promise<void> {
  for (const { userId } of await queries.guestsOf(tx, [squadId])) {
    await queries.clearThreadTime(tx, { squadId, userId });
    await leaveAsGuest(tx, deps, squadId, userId);
  }
}
