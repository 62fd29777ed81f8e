import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { createExplanationReader, explainStoredFacts } from '../../matches/explanations.wording.ts';
import { getPeople } from '../../matches/matches.queries.ts';
import { type RankedSubstitute, rankSubstitutesForSession } from '../../matches/substitute-ranking.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { runEachInTransaction } from '../each-in-transaction.commands.ts';
import { findSession, findSquadSession, listAnswers, type SessionRow } from '../sessions/squad-sessions.queries.ts';
import { getJoinDeadline } from '../sessions/squad-sessions.rules.ts';
import { listFormerMembers, listRoster, lockSquad, type SquadRow } from '../squads.queries.ts';
import { askQueuedPlayers, findQueuedPlayers } from './queued-players.commands.ts';
import { createSubstituteInviteMessage } from './substitute-messages.wording.ts';
import { isActiveSearch, removeGuestFromThread } from './substitute-seats.commands.ts';
import * as queries from './substitutes.queries.ts';
import {
  countOfferedSeats,
  getSeatOfferDeadline,
  getStateAt,
  INVITE_WINDOW_MS,
  isQueueAskedFirst,
  listEmptySeats,
  listSeatsToOffer,
  MAX_INVITED,
  MAX_INVITES_PER_DAY,
  RECHECK_MS,
} from './substitutes.rules.ts';

/** Number of candidates considered per spot. Players who can't be invited now are skipped. */
const MAX_RANKED = 20;
/** Maximum number of spots a squad can offer. */
const MAX_SEATS = 5;

/** Offers the open spots of all sessions that are due, and removes substitutes from chats when their access ends. */
export async function offerAllOpenSeats(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const due = await queries.listSessionsToOffer(deps.db, { now, nobodySince: subtractMs(now, RECHECK_MS) });
  await runEachInTransaction(deps, { signal, what: 'could not offer spots' }, due, (id) => offerSessionSeats(deps, id));
  const guests = await queries.listExpiredGuests(deps.db, now);
  await runEachInTransaction(deps, { signal, what: 'could not remove a substitute from a chat' }, guests, (guest) =>
    deps.db.transaction(async (tx) => {
      await lockSquad(tx, guest.squadId);
      await queries.clearChatAccess(tx, guest, now);
      await removeGuestFromThread(tx, deps, guest.squadId, guest.userId);
    }),
  );
}

/**
 * Offers the open spots of one session. If the others are in the lobby, players who wait in the live queue are asked
 * first. After that, each spot is offered to the best available candidate.
 */
export async function offerSessionSeats(deps: Deps, sessionId: string): Promise<void> {
  for (let seats = 0; seats < MAX_SEATS; seats++) {
    const openSeats = await refreshSessionNeed(deps, sessionId);
    if (!openSeats) return;
    if (openSeats.fromQueue) await inviteFromQueue(deps, openSeats);
    else if (!(await inviteBestCandidates(deps, openSeats))) return;
  }
}

/** A session's spots without an open offer, with its current lineup. */
type OpenSeats = {
  squad: SquadRow;
  session: SessionRow;
  seats: (Position | null)[];
  playerIds: string[];
  memberIds: string[];
  until: Date;
  /** Number of spots to fill. */
  count: number;
  /** Whether to ask players in the live queue, who haven't been asked yet. */
  fromQueue: boolean;
};

/** Ends expired offers and returns the spots that are left to offer. */
async function refreshSessionNeed(deps: Deps, sessionId: string): Promise<OpenSeats | undefined> {
  const existingSession = await findSession(deps.db, sessionId);
  if (!existingSession) return undefined;
  return deps.db.transaction(async (tx) => {
    const squad = await lockSquad(tx, existingSession.squadId);
    const session = await findSquadSession(tx, existingSession.squadId, sessionId);
    if (!session) return undefined;
    const now = deps.now();
    const live = await queries.listActiveSubstitutes(tx, [sessionId]);
    const lapsedOffers = live.filter((row) => row.state === 'asked' && getStateAt(row, now) === 'lapsed');
    await queries.setRequestState(tx, listIds(lapsedOffers), { state: 'lapsed', now });
    if (!squad || session.calledOffAt || getJoinDeadline(session) <= now) {
      await queries.deleteSearch(tx, sessionId);
      return undefined;
    }
    const rows = live.filter((row) => row.state === 'asked' && !lapsedOffers.includes(row));
    for (const row of rows) {
      // These players accepted another session, so they aren't notified.
      if (!(await queries.isBusyDuring(tx, row.userId, session))) continue;
      await queries.setRequestState(tx, [row.id], { state: 'lapsed', now });
    }
    return getSessionNeed(tx, deps, squad, session);
  });
}

const listIds = (rows: readonly queries.SubstituteRow[]) => rows.map(({ id }) => id);

/**
 * Returns the spots that a session of a locked squad still has to offer; undefined when no one should be invited now.
 */
async function getSessionNeed(
  tx: Db,
  deps: Deps,
  squad: SquadRow,
  session: SessionRow,
): Promise<OpenSeats | undefined> {
  const now = deps.now();
  const search = await queries.findSearch(tx, session.id);
  const until = getSeatOfferDeadline(session, now);
  if (!isActiveSearch(search, session) || !until) return undefined;
  if (search.nobodyAt && search.nobodyAt > subtractMs(now, RECHECK_MS)) return undefined;
  const roster = await listRoster(tx, [squad.id]);
  const memberIds = roster.map(({ userId }) => userId);
  const answers = await listAnswers(tx, [session.id]);
  const playerIds = answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : []));
  const live = await queries.listActiveSubstitutes(tx, [session.id]);
  const openOffers = live.filter(({ state }) => state === 'asked');
  const table = { size: squad.size, memberIds, answers, stoodOnce: session.toldCount > 0 };
  const count = listSeatsToOffer(table, search.pressed) - countOfferedSeats(openOffers);
  if (count <= 0) return undefined;
  const answeredIds = new Set(answers.map(({ userId }) => userId));
  const silentIds = memberIds.filter((id) => !answeredIds.has(id));
  const people = await getPeople(tx, [...playerIds, ...silentIds]);
  const getSeat = (userId: string) => {
    const member = roster.find((one) => one.userId === userId);
    const substitute = live.find((one) => one.userId === userId);
    return (member?.position ?? substitute?.seat ?? people.get(userId)?.role ?? null) as Position | null;
  };
  const empty = listEmptySeats(squad.size, { takenSeats: playerIds.map(getSeat), mayStill: silentIds.map(getSeat) });
  const seats = empty.filter((seat) => !openOffers.some((one) => one.seat === seat));
  const isQueueNext = isQueueAskedFirst(session, now) && !search.queueAskedAt;
  return { squad, session, seats, playerIds, memberIds, until, count, fromQueue: isQueueNext };
}

/** Asks players in the live queue who fit the open spots. */
async function inviteFromQueue(deps: Deps, openSeats: OpenSeats): Promise<void> {
  const { squad, session } = openSeats;
  const candidates = await findQueuedPlayers(deps, openSeats, await listExceptIds(deps.db, openSeats));
  await deps.db.transaction(async (tx) => {
    const lockedSquad = await lockSquad(tx, squad.id);
    const current = await findSquadSession(tx, squad.id, session.id);
    if (!lockedSquad || !current || current.calledOffAt || current.version !== session.version) return;
    const need = await getSessionNeed(tx, deps, lockedSquad, current);
    if (!need?.fromQueue) return;
    const ids = candidates.flatMap(({ ranked }) => ranked.map(({ id }) => id));
    const free = await filterInvitable(tx, need, { ids, now: deps.now() });
    await askQueuedPlayers(tx, deps, {
      squad: lockedSquad,
      session: current,
      candidates: candidates
        .filter(({ seat }) => need.seats.includes(seat))
        .map(({ seat, ranked }) => ({ seat, ranked: ranked.filter(({ id }) => free.has(id)) })),
    });
  });
}

/**
 * Lists players who can't be invited to a session: they belong to the squad, were invited before, are busy, or were
 * invited too often.
 */
async function listExceptIds(
  db: Db,
  { squad, session, memberIds }: OpenSeats,
  often?: queries.InviteLimit,
): Promise<string[]> {
  const before = await queries.listInvitedSubstitutes(db, session.id, session.version);
  const unavailable = await queries.listUninvitable(db, session, often);
  return [...memberIds, ...(await listFormerMembers(db, squad.id)), ...before, ...unavailable];
}

const getInviteLimit = (now: Date) => ({ times: MAX_INVITES_PER_DAY, since: subtractMs(now, INVITE_WINDOW_MS) });

/** @returns whether someone was invited to one of the spots */
async function inviteBestCandidates(deps: Deps, openSeats: OpenSeats): Promise<boolean> {
  const { squad, session, playerIds } = openSeats;
  const now = deps.now();
  const before = await queries.listInvitedSubstitutes(deps.db, session.id, session.version);
  if (before.length < MAX_INVITED) {
    const exceptIds = await listExceptIds(deps.db, openSeats, getInviteLimit(now));
    for (const seat of openSeats.seats) {
      const rankedPlayers = await rankSubstitutesForSession(
        deps,
        { ...session, memberIds: playerIds, seat, exceptIds },
        MAX_RANKED,
      );
      if (rankedPlayers.length > 0 && (await askCandidate(deps, { squad, session, seat }, rankedPlayers))) return true;
    }
  }
  await deps.db.transaction(async (tx) => {
    const lockedSquad = await lockSquad(tx, squad.id);
    const currentSession = await findSquadSession(tx, squad.id, session.id);
    if (lockedSquad && currentSession && (await getSessionNeed(tx, deps, lockedSquad, currentSession))) {
      // The next search starts with the live queue again.
      await queries.updateSearch(tx, session.id, { nobodyAt: now, queueAskedAt: null });
    }
  });
  return false;
}

/** Returns which of these users can be invited to play with everyone in the lineup. */
async function filterInvitable(
  tx: Db,
  { session, memberIds }: OpenSeats,
  { ids, now, often }: { ids: string[]; now: Date; often?: queries.InviteLimit },
): Promise<Set<string>> {
  const active = await queries.listActiveSubstitutes(tx, [session.id]);
  const besideIds = [...memberIds, ...active.flatMap(({ state, userId }) => (state === 'in' ? [userId] : []))];
  const free = await queries.filterInvitable(tx, ids, { besideIds, now });
  const others = new Set([...(await queries.listUninvitable(tx, session, often)), ...besideIds]);
  return free.difference(others);
}

type Seat = { squad: SquadRow; session: SessionRow; seat: Position | null };

/** Invites the first available candidate if the spot is still open. @returns whether anyone was invited */
async function askCandidate(
  deps: Deps,
  { squad, session, seat }: Seat,
  rankedPlayers: readonly RankedSubstitute[],
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const lockedSquad = await lockSquad(tx, squad.id);
    const current = await findSquadSession(tx, squad.id, session.id);
    if (!lockedSquad || !current || current.calledOffAt || current.version !== session.version) return false;
    const openSeats = await getSessionNeed(tx, deps, lockedSquad, current);
    if (!openSeats?.seats.includes(seat)) return false;
    const now = deps.now();
    const ids = rankedPlayers.map(({ id }) => id);
    const invitableIds = await filterInvitable(tx, openSeats, { ids, now, often: getInviteLimit(now) });
    for (const { id: userId, score, facts } of rankedPlayers) {
      if (!invitableIds.has(userId)) continue;
      const row = { sessionId: session.id, squadId: squad.id, userId, version: session.version, seat };
      const why = { score, facts, askedAt: now, until: openSeats.until };
      const question = await queries.insertRequest(tx, { ...row, ...why, state: 'asked' });
      if (!question) continue;
      await queries.updateSearch(tx, session.id, { nobodyAt: null });
      const people = await getPeople(tx, [userId, ...openSeats.playerIds]);
      const times = toTimePreferences(people.get(userId));
      const goingCount = openSeats.playerIds.length;
      await enqueueNotification(tx, deps, {
        userId,
        write: (t) => {
          const reasons = explainStoredFacts(t, facts, [], createExplanationReader(userId, times, people));
          const about = { squad: lockedSquad, session: current };
          return createSubstituteInviteMessage(t, about, times, { question, goingCount, reasons });
        },
      });
      return true;
    }
    return false;
  });
}
