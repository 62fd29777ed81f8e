import { randomUUID } from 'node:crypto';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs, toIso, toIsoOrNull } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { getMatchSessions, getPeople } from '../../matches/matches.queries.ts';
import { formatOfSize } from '../../profiles/group-formats.schema.ts';
import { nameMember } from '../squad-messages.wording.ts';
import * as messages from '../squads.messages.ts';
import { lockSquadOf, type SquadRow } from '../squads.queries.ts';
import { endSubstitutes } from '../substitutes/substitute-seats.commands.ts';
import { listSessionSeats } from '../substitutes/substitute-views.commands.ts';
import { isDroppingOut } from '../substitutes/substitutes.rules.ts';
import {
  loadSquadWithMembers,
  notifyOfConfirmation,
  type SquadWithMembers,
  updateConfirmation,
} from './session-confirmation.commands.ts';
import { listOverlaps } from './session-overlaps.commands.ts';
import { type CalendarSession, formatSessionsCalendar } from './squad-session-calendar.wording.ts';
import { PLAYERS_NEEDED } from './squad-session-messages.wording.ts';
import * as queries from './squad-sessions.queries.ts';
import {
  findCheckInProblem,
  findLateProblem,
  findTimeProblem,
  getAnswerDeadline,
  getCheckInStart,
  isConfirmed,
  isSpotTaken,
  MAX_OPEN_SESSIONS,
} from './squad-sessions.rules.ts';
import type { SessionAnswer, SessionTime, SquadSession } from './squad-sessions.schema.ts';

/** Reference to a session in the version the player saw. */
export type SessionRef = { squadId: string; sessionId: string; version: number };

/**
 * Locks the squad's row to serialize changes to its sessions.
 * @throws Refusal not_found for anyone outside the squad
 */
async function lockSquad(tx: Db, actor: Person, squadId: string): Promise<SquadWithMembers> {
  const row = await lockSquadOf(tx, squadId, actor.userId);
  if (!row) throw new Refusal('not_found', messages.squadNotFound);
  return loadSquadWithMembers(tx, row);
}

/** Rate-limits actions that notify a whole squad at once. @throws Refusal rate_limited */
export const limitSquadNotices = (deps: Deps, actor: Person): Promise<void> =>
  consumeUserLimit(deps, 'squadSessions', actor.userId, (wait) => lazyText(messages.tooManySessionChanges, { wait }));

/** @throws Refusal not_found when the squad has no session with this ID, conflict when it's too late for the action */
async function requireCurrentSession(
  tx: Db,
  { squadId, sessionId, version }: SessionRef,
  now: Date,
): Promise<queries.SessionRow> {
  const session = await queries.findSquadSession(tx, squadId, sessionId);
  if (!session) throw new Refusal('not_found', messages.sessionNotFound);
  const problem = findLateProblem(session, version, now);
  if (problem) throw new Refusal('conflict', problem);
  return session;
}

/**
 * Proposes a time to the squad, with a yes from the proposer.
 * @throws Refusal not_found for anyone outside the squad, conflict when the time is already proposed or there are too
 * many proposals
 */
export async function proposeSession(deps: Deps, actor: Person, squadId: string, time: SessionTime): Promise<void> {
  const now = deps.now();
  const { starts_at: startsAt } = time;
  const problem = findTimeProblem(startsAt, now);
  if (problem) throw new Refusal('invalid', problem, 'starts_at');
  await limitSquadNotices(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const squad = await lockSquad(tx, actor, squadId);
    const { row, memberIds } = squad;
    if (memberIds.length < 2) throw new Refusal('conflict', messages.aloneInSquad);
    if (await queries.isTaken(tx, squadId, startsAt)) throw new Refusal('conflict', messages.sessionTimeTaken);
    const upcomingSessions = await queries.listUpcomingSessions(tx, [squadId], now);
    if (upcomingSessions.filter((one) => !one.calledOffAt).length >= MAX_OPEN_SESSIONS)
      throw new Refusal('conflict', lazyText(messages.tooManySessions, { max: MAX_OPEN_SESSIONS }));
    const id = randomUUID();
    const session = {
      id,
      squadId,
      startsAt,
      endsAt: addMs(startsAt, time.minutes * MINUTE_MS),
      version: 1,
      proposedBy: actor.userId,
      setAt: now,
      calledOffAt: null,
      remindedDayAt: null,
      remindedHourAt: null,
      toldStands: false,
      toldCount: 0,
      differsSince: null,
      askedAt: null,
      follows: null,
      answersUntil: null,
      calendarUid: await chooseCalendarUid(tx, row, { id, startsAt }),
      createdAt: now,
    };
    await queries.insertSession(tx, session);
    await queries.upsertAnswer(tx, session, { userId: actor.userId, answer: 'yes', now });
    const to = memberIds.filter((userId) => userId !== actor.userId);
    await notifyOfConfirmation(
      tx,
      deps,
      { squad, session, to },
      {
        what: 'proposed',
        asks: true,
        write: (t, time) => ({
          title: t(messages.proposedTitle, { name: nameMember(t, squad.people, actor.userId), squad: row.name }),
          lines: [time, t(PLAYERS_NEEDED[formatOfSize(row.size)])],
        }),
      },
    );
  });
}

/** Returns the calendar UID. A session announced in the match keeps its UID. */
async function chooseCalendarUid(
  tx: Db,
  row: SquadRow,
  { id, startsAt }: { id: string; startsAt: Date },
): Promise<string> {
  if (!row.matchId) return id;
  const matchSessions = await getMatchSessions(tx, row.matchId);
  const uid = `${row.matchId}-${startsAt.getTime()}`;
  const isAnnounced = matchSessions.some(({ start }) => Date.parse(start) === startsAt.getTime());
  return isAnnounced && !(await queries.isUidTaken(tx, uid)) ? uid : id;
}

/**
 * Answers a session; a later answer replaces the earlier one.
 * @throws Refusal not_found for anyone outside the squad, conflict when it was moved, canceled or has started
 */
export async function answerSession(deps: Deps, actor: Person, ref: SessionRef, answer: SessionAnswer): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const squad = await lockSquad(tx, actor, ref.squadId);
    const now = deps.now();
    const session = await requireCurrentSession(tx, ref, now);
    const before = await queries.listAnswers(tx, [session.id]);
    const ownAnswer = before.find(({ userId }) => userId === actor.userId)?.answer;
    if (ownAnswer === answer) return;
    if (answer === 'yes') requireFreeSpot(squad, session, { answers: before, actor });
    await queries.upsertAnswer(tx, session, { userId: actor.userId, answer, now });
    await updateConfirmation(tx, deps, { squad, session }, { lost: isDroppingOut(ownAnswer, answer) });
  });
}

/**
 * Checks a member in, which includes a yes if they haven't given one.
 * @throws Refusal not_found for anyone outside the squad, conflict when it's more than half an hour before the session
 * or after its end, or when the session was moved or canceled
 */
export async function checkIn(deps: Deps, actor: Person, { squadId, sessionId, version }: SessionRef): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const squad = await lockSquad(tx, actor, squadId);
    const now = deps.now();
    const session = await queries.findSquadSession(tx, squadId, sessionId);
    if (!session) throw new Refusal('not_found', messages.sessionNotFound);
    const problem = findCheckInProblem(session, version, now);
    if (problem) throw new Refusal('conflict', problem);
    requireFreeSpot(squad, session, { answers: await queries.listAnswers(tx, [session.id]), actor });
    await queries.saveCheckIn(tx, session, { userId: actor.userId, now });
    await updateConfirmation(tx, deps, { squad, session });
  });
}

/** @throws Refusal conflict when someone took the spot of a player who wasn't there */
function requireFreeSpot(
  { row }: SquadWithMembers,
  session: queries.SessionRow,
  { answers, actor }: { answers: queries.AnswerRow[]; actor: Person },
): void {
  if (isSpotTaken(session, answers, { userId: actor.userId, size: row.size }))
    throw new Refusal('conflict', messages.spotTaken);
}

/** @throws Refusal forbidden for members who neither proposed the session nor are the captain */
function requireCanChange({ row }: SquadWithMembers, session: queries.SessionRow, actor: Person): void {
  if (!isOwnSession(row, session, actor.userId)) throw new Refusal('forbidden', messages.sessionNotYours);
}

const isOwnSession = (row: SquadRow, session: queries.SessionRow, userId: string) =>
  session.proposedBy === userId || row.captainId === userId;

/**
 * Moves a session and asks everyone again, with a yes from the member who moves it.
 * @throws Refusal forbidden for members who neither proposed it nor are the captain, conflict when it's too late or the
 * squad has a session at that time
 */
export async function moveSession(deps: Deps, actor: Person, ref: SessionRef, time: SessionTime): Promise<void> {
  const { starts_at: startsAt } = time;
  await limitSquadNotices(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const squad = await lockSquad(tx, actor, ref.squadId);
    const now = deps.now();
    const session = await requireCurrentSession(tx, ref, now);
    requireCanChange(squad, session, actor);
    const problem = findTimeProblem(startsAt, now);
    if (problem) throw new Refusal('invalid', problem, 'starts_at');
    const endsAt = addMs(startsAt, time.minutes * MINUTE_MS);
    if (toIso(startsAt) === toIso(session.startsAt)) {
      if (toIso(endsAt) === toIso(session.endsAt)) throw new Refusal('conflict', messages.sessionTimeSame);
    } else if (await queries.isTaken(tx, ref.squadId, startsAt))
      throw new Refusal('conflict', messages.sessionTimeTaken);
    await endSubstitutes(tx, deps, squad.row, { sessions: [session], why: 'moved' });
    const version = await queries.moveSession(tx, session.id, { startsAt, endsAt, now });
    await queries.upsertAnswer(tx, session, { userId: actor.userId, answer: 'yes', now });
    const movedSession = { ...session, startsAt, endsAt, version };
    const to = squad.memberIds.filter((userId) => userId !== actor.userId);
    await notifyOfConfirmation(
      tx,
      deps,
      { squad, session: movedSession, to },
      {
        what: 'moved',
        asks: true,
        write: (t, time) => ({
          title: t(messages.movedTitle, { squad: squad.row.name }),
          lines: [
            t(messages.movedBy, { name: nameMember(t, squad.people, actor.userId) }),
            time,
            t(messages.movedHint),
          ],
        }),
      },
    );
  });
}

/**
 * Cancels a session.
 * @throws Refusal forbidden for members who neither proposed it nor are the captain, conflict when it's too late
 */
export async function cancelSession(deps: Deps, actor: Person, ref: SessionRef): Promise<void> {
  await limitSquadNotices(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const squad = await lockSquad(tx, actor, ref.squadId);
    const now = deps.now();
    const session = await requireCurrentSession(tx, ref, now);
    requireCanChange(squad, session, actor);
    await endSubstitutes(tx, deps, squad.row, { sessions: [session], why: 'called-off' });
    await queries.markCanceled(tx, [session.id], now);
    const to = squad.memberIds.filter((userId) => userId !== actor.userId);
    await notifyOfConfirmation(
      tx,
      deps,
      { squad, session, to },
      {
        what: 'called-off',
        write: (t, time) => ({
          title: t(messages.canceledTitle, { squad: squad.row.name }),
          lines: [time, t(messages.canceledBy, { name: nameMember(t, squad.people, actor.userId) })],
        }),
      },
    );
  });
}

/**
 * Withdraws a removed member's answers to upcoming sessions and notifies the players of those no longer confirmed. When
 * only one member is left, the sessions are canceled.
 * @param row the squad, locked
 */
export async function withdrawAnswers(tx: Db, deps: Deps, row: SquadRow, userId: string): Promise<void> {
  const upcomingSessions = await lockUpcomingSessions(tx, deps, row.id);
  const ids = upcomingSessions.map(({ id }) => id);
  const playedIds = new Set<string>();
  for (const one of await queries.listAnswers(tx, ids)) {
    if (one.userId === userId && one.answer === 'yes') playedIds.add(one.sessionId);
  }
  await queries.deleteAnswers(tx, userId, ids);
  const squad = await loadSquadWithMembers(tx, row);
  if (squad.memberIds.length < 2) return markSessionsCanceled(tx, deps, row, upcomingSessions);
  for (const session of upcomingSessions) {
    await updateConfirmation(tx, deps, { squad, session }, { forGood: true, lost: playedIds.has(session.id) });
  }
}

async function markSessionsCanceled(tx: Db, deps: Deps, row: SquadRow, sessions: queries.SessionRow[]): Promise<void> {
  await endSubstitutes(tx, deps, row, { sessions, why: 'called-off' });
  await queries.markCanceled(
    tx,
    sessions.map(({ id }) => id),
    deps.now(),
  );
}

/** Cancels all upcoming sessions of a squad that ends. Its members are notified of the end instead. */
export async function cancelAllSessions(tx: Db, deps: Deps, row: SquadRow): Promise<void> {
  await markSessionsCanceled(tx, deps, row, await lockUpcomingSessions(tx, deps, row.id));
}

async function lockUpcomingSessions(tx: Db, deps: Deps, squadId: string): Promise<queries.SessionRow[]> {
  const now = deps.now();
  const upcomingSessions = await queries.listUpcomingSessions(tx, [squadId], now);
  return upcomingSessions.filter((session) => !session.calledOffAt && getAnswerDeadline(session) > now);
}

/** Returns a squad's current and upcoming sessions as one of its members sees them, next one first. */
export async function listSessionCards(
  deps: Deps,
  { row, memberIds, people }: SquadWithMembers,
  viewerId: string,
): Promise<SquadSession[]> {
  const now = deps.now();
  const sessions = await queries.listUpcomingSessions(deps.db, [row.id], now);
  const answers = await queries.listAnswers(
    deps.db,
    sessions.map(({ id }) => id),
  );
  const seats = await listSessionSeats(deps, { row, memberIds }, { sessions, answers, viewerId });
  const overlaps = await listOverlaps(deps, viewerId, sessions);
  return sessions.map((session) => {
    const sessionAnswers = answers.filter(({ sessionId }) => sessionId === session.id);
    const answersByUser = new Map(sessionAnswers.map((one) => [one.userId, one]));
    const isOpen = !session.calledOffAt && getAnswerDeadline(session) > now;
    return {
      id: session.id,
      version: session.version,
      starts_at: toIso(session.startsAt),
      ends_at: toIso(session.endsAt),
      state: getSessionState(session, sessionAnswers, row.size),
      proposed_by:
        (session.proposedBy && people.get(session.proposedBy)?.display_name) || readerTranslator(messages.formerPlayer),
      you_may_change: isOpen && isOwnSession(row, session, viewerId),
      open: isOpen,
      answers_until: toIso(getAnswerDeadline(session)),
      at_once: session.answersUntil !== null,
      check_in_from: toIso(getCheckInStart(session.startsAt)),
      my_answer: answersByUser.get(viewerId)?.answer ?? null,
      overlaps: overlaps.get(session.id) ?? [],
      answers: memberIds.map((id) => ({
        id,
        display_name: nameMember(readerTranslator, people, id),
        avatar_path: people.get(id)?.avatar_path ?? null,
        is_you: id === viewerId,
        answer: answersByUser.get(id)?.answer ?? null,
        here_at: toIsoOrNull(answersByUser.get(id)?.hereAt),
      })),
      ...seats.get(session.id)!,
    };
  });
}

/**
 * Returns a squad's upcoming sessions as a calendar file, without canceled ones and those the reader declined.
 * Undefined when there are none.
 */
export async function getSessionsFile(deps: Deps, row: SquadRow, userId: string): Promise<string | undefined> {
  const now = deps.now();
  const events = await listCalendarSessions(readerTranslator, deps, [row], { userId, since: now });
  const activeEvents = events.filter(({ state }) => state !== 'called_off');
  return activeEvents.length > 0
    ? formatSessionsCalendar(readerTranslator, activeEvents, row.name, { origin: deps.env.origin, now })
    : undefined;
}

/** Lists squad sessions that end after the given time, for calendars, except those the reader declined. */
export async function listCalendarSessions(
  t: Translator,
  deps: Deps,
  squads: readonly SquadRow[],
  { userId: reader, since }: { userId: string; since: Date },
): Promise<CalendarSession[]> {
  const squadOf = new Map(squads.map((row) => [row.id, row]));
  const sessions = await queries.listUpcomingSessions(deps.db, [...squadOf.keys()], since);
  const answers = await queries.listAnswers(
    deps.db,
    sessions.map(({ id }) => id),
  );
  const people = await getPeople(deps.db, [...new Set(answers.map(({ userId }) => userId))]);
  return sessions.flatMap((session) => {
    const squad = squadOf.get(session.squadId)!;
    const sessionAnswers = answers.filter(({ sessionId }) => sessionId === session.id);
    if (sessionAnswers.some(({ userId, answer }) => userId === reader && answer === 'no')) return [];
    const yesAnswers = sessionAnswers.filter(({ answer }) => answer === 'yes');
    const names = yesAnswers.map(({ userId }) => nameMember(t, people, userId));
    const { id, calendarUid: uid, startsAt, endsAt } = session;
    return [
      { id, uid, sequence: computeSequence(session), startsAt, endsAt, state: getNotifiedState(session), squad, names },
    ];
  });
}

/**
 * Returns the status for calendars: the last one announced to members. Announcements increase the sequence, so a
 * calendar never gets two statuses with the same sequence.
 */
function getNotifiedState(session: queries.SessionRow): CalendarSession['state'] {
  if (session.calledOffAt) return 'called_off';
  return session.toldStands ? 'stands' : 'proposed';
}

/** Returns the calendar sequence. Moving a session restarts the count of announcements, so each version adds 1,000. */
const computeSequence = ({ version, toldCount }: queries.SessionRow): number =>
  version * 1_000 + Math.min(toldCount, 999);

/**
 * Returns a session's state: canceled or, depending on the answers, confirmed or proposed.
 * @param size how many players play at once
 */
export function getSessionState(
  session: queries.SessionRow,
  sessionAnswers: queries.AnswerRow[],
  size: number,
): SquadSession['state'] {
  if (session.calledOffAt) return 'called_off';
  return isConfirmed(sessionAnswers, size) ? 'stands' : 'proposed';
}
