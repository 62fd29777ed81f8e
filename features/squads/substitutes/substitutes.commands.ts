import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import { type Deps, type Person, resolvePort } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs } from '../../../time/instants.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { findInvitableName } from '../../matches/parties/parties.queries.ts';
import { requireAccess } from '../../moderation/access-policy.commands.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import { joinThread } from '../../threads/thread-members.commands.ts';
import {
  loadSquadWithMembers,
  notifyOfConfirmation,
  type SquadWithMembers,
  updateConfirmation,
} from '../sessions/session-confirmation.commands.ts';
import { findSquadSession, listAnswers, type SessionRow } from '../sessions/squad-sessions.queries.ts';
import { countYes, findCheckInProblem, findLateProblem, isConfirmed } from '../sessions/squad-sessions.rules.ts';
import { nameMember } from '../squad-messages.wording.ts';
import { lockCaptainSquad } from '../squads.commands.ts';
import * as messages from '../squads.messages.ts';
import { lockSquad } from '../squads.queries.ts';
import { queuedPlayersPort } from './queued-players.commands.ts';
import { removeSubstitute } from './substitute-departures.commands.ts';
import {
  endSubstituteRequests,
  isActiveSearch,
  scheduleSeatOffer,
  updateOfferedSeats,
} from './substitute-seats.commands.ts';
import * as queries from './substitutes.queries.ts';
import {
  countMissing,
  findAnswerProblem,
  getSeatOfferDeadline,
  limitToJoinDeadline,
  listSeatsToOffer,
  MAX_INVITED,
  THREAD_ACCESS_AFTER_SESSION_MS,
} from './substitutes.rules.ts';

/** A session and the version the caller saw. */
export type SessionVersion = { sessionId: string; version: number };

type LockedRequest = { question: queries.SubstituteRow; session: SessionRow; squad: SquadWithMembers };

/**
 * Loads a user's sub offer and locks its squad in the transaction.
 * @throws Refusal not_found for users who weren't invited, conflict when the squad has ended
 */
async function lockRequest(tx: Db, { userId }: Person, sessionId: string): Promise<LockedRequest> {
  const found = await queries.findRequest(tx, sessionId, userId);
  if (!found) throw new Refusal('not_found', messages.notInvitedToSub);
  const row = await lockSquad(tx, found.squadId);
  if (!row) throw new Refusal('conflict', messages.subCanceled);
  // Read after taking the lock, to see changes made while we waited for it.
  const question = (await queries.findRequest(tx, sessionId, userId))!;
  const session = (await findSquadSession(tx, row.id, sessionId))!;
  return { question, session, squad: await loadSquadWithMembers(tx, row) };
}

/**
 * Accepts a sub offer; idempotent. Of several players asked for the same spot, the first one gets it.
 * @throws Refusal not_found for users who weren't invited, forbidden for users who can't play in squads now, conflict
 * when it's too late, the offer is about an earlier version, or they play elsewhere at that time
 */
export async function acceptSubstituteRequest(
  deps: Deps,
  actor: Person,
  { sessionId, version }: SessionVersion,
): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    // Serialized per user, so that the second of two acceptances for the same time sees the first.
    await lockAccount(tx, actor.userId);
    const { question, session, squad } = await lockRequest(tx, actor, sessionId);
    const now = deps.now();
    if (question.state === 'in' && question.version === version && session.version === version) return;
    const problem = findAnswerProblem(question, session, { version, now });
    if (problem) throw new Refusal('conflict', problem);
    await requireAccess(tx, deps, actor.userId, 'squads');
    if (!(await findInvitableName(tx, actor.userId, now))) throw new Refusal('forbidden', messages.unpublishedForSub);
    const playing = (await queries.listActiveSubstitutes(tx, [sessionId])).filter(({ state }) => state === 'in');
    const besideIds = [...squad.memberIds, ...playing.map(({ userId }) => userId)];
    if (await isBlockedAmong(tx, actor.userId, besideIds)) throw new Refusal('conflict', messages.subWithdrawn);
    if (await queries.isBusyDuring(tx, actor.userId, session)) throw new Refusal('conflict', messages.subBusy);
    const also = await queries.listConflictingRequests(tx, actor.userId, session);
    const threadUntil = addMs(session.endsAt, THREAD_ACCESS_AFTER_SESSION_MS);
    if (session.startsAt <= now) await resolvePort(deps, queuedPlayersPort).leave(tx, deps, actor.userId);
    await queries.setRequestState(tx, [question.id], { state: 'in', now, threadUntil });
    const rivals = (await queries.listActiveSubstitutes(tx, [sessionId])).filter(
      ({ state, seat }) => state === 'asked' && seat === question.seat,
    );
    await endSubstituteRequests(tx, deps, { squad: squad.row, session, rows: rivals, why: 'enough' });
    await joinThread(tx, deps, { kind: 'squad', subjectId: squad.row.id }, [actor.userId]);
    await notifySubstituteAccepted(tx, deps, { question, session, squad });
    await updateConfirmation(tx, deps, { squad, session }, { isAnnounced: true });
    for (const other of also) await scheduleSeatOffer(tx, deps, other);
  });
}

async function notifySubstituteAccepted(
  tx: Db,
  deps: Deps,
  { question, session, squad }: LockedRequest,
): Promise<void> {
  const answers = await listAnswers(tx, [session.id]);
  const answerByUser = new Map(answers.map(({ userId, answer }) => [userId, answer]));
  const { row, memberIds } = squad;
  const position = question.seat ?? 'none';
  const others = answers.flatMap((one) => (one.isSubstitute && one.userId !== question.userId ? [one.userId] : []));
  const to = [...memberIds.filter((id) => answerByUser.get(id) !== 'no' || id === row.captainId), ...others];
  await notifyOfConfirmation(
    tx,
    deps,
    { squad, session, to },
    {
      what: `stand-in-${question.id}`,
      write: (t, time) => ({
        title: t(messages.subAcceptedTitle, { name: nameMember(t, squad.people, question.userId), squad: row.name }),
        lines: [
          time,
          isConfirmed(answers, row.size)
            ? t(messages.subConfirmsSession, { position })
            : t(messages.subJoinsSession, { position, count: countYes(answers), size: row.size }),
        ],
      }),
    },
  );
}

/**
 * Declines a sub offer and lets the next player be invited.
 * @throws Refusal not_found for users who weren't invited, conflict when it's too late or they've already accepted
 */
export async function declineSubstituteRequest(
  deps: Deps,
  actor: Person,
  { sessionId, version }: SessionVersion,
): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { question, session, squad } = await lockRequest(tx, actor, sessionId);
    if (question.state === 'declined' && question.version === version) return;
    const now = deps.now();
    const problem = findAnswerProblem(question, session, { version, now });
    if (problem) throw new Refusal('conflict', problem);
    if (question.state === 'in') throw new Refusal('conflict', messages.subAlreadyAccepted);
    await queries.setRequestState(tx, [question.id], { state: 'declined', now });
    await updateOfferedSeats(tx, deps, { squad: squad.row, memberIds: squad.memberIds, session });
  });
}

/**
 * Withdraws a substitute before the session begins, and offers the spot again.
 * @throws Refusal not_found for users who weren't invited, conflict when they aren't subbing in or the session has
 * started
 */
export async function cancelSubstitution(
  deps: Deps,
  actor: Person,
  { sessionId, version }: SessionVersion,
): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { question, session, squad } = await lockRequest(tx, actor, sessionId);
    const now = deps.now();
    const late = findLateProblem(limitToJoinDeadline(session), version, now);
    if (late) throw new Refusal('conflict', late);
    if (question.state !== 'in') throw new Refusal('conflict', messages.notSubbingIn);
    await removeSubstitute(tx, deps, { question, session, squad });
  });
}

/**
 * Checks a substitute in.
 * @throws Refusal not_found for users who weren't invited, conflict when they aren't subbing in or check-in isn't open
 */
export async function checkInSubstitute(
  deps: Deps,
  actor: Person,
  { sessionId, version }: SessionVersion,
): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { question, session } = await lockRequest(tx, actor, sessionId);
    const problem = findCheckInProblem(session, version, deps.now());
    if (problem) throw new Refusal('conflict', problem);
    if (question.state !== 'in') throw new Refusal('conflict', messages.notSubbingIn);
    await queries.saveSubstituteCheckIn(tx, question.id, deps.now());
  });
}

type SessionVersionInput = SessionVersion & { squadId: string };

/** @throws Refusal when the caller isn't the captain, or it's too late */
async function lockCaptainSession(
  tx: Db,
  deps: Deps,
  actor: Person,
  { squadId, sessionId, version }: SessionVersionInput,
) {
  const squad = await loadSquadWithMembers(tx, await lockCaptainSquad(tx, actor, squadId));
  const session = await findSquadSession(tx, squadId, sessionId);
  if (!session) throw new Refusal('not_found', messages.sessionNotFound);
  const problem = findLateProblem(limitToJoinDeadline(session), version, deps.now());
  if (problem) throw new Refusal('conflict', problem);
  const found = await queries.findSearch(tx, sessionId);
  return { squad, session, search: isActiveSearch(found, session) ? found : undefined };
}

/**
 * Starts the captain's search for substitutes for every missing player.
 * @throws Refusal if the caller isn't the captain, if no one is missing or no member is coming, if the search is
 * already running, or if it's too late
 */
export async function startSubstituteSearch(deps: Deps, actor: Person, seen: SessionVersionInput): Promise<void> {
  await consumeUserLimit(deps, 'squadInvitations', actor.userId, (wait) =>
    lazyText(messages.tooManySubSearches, { wait }),
  );
  await withDeadlockRetry(deps.db, async (tx) => {
    const { squad, session, search } = await lockCaptainSession(tx, deps, actor, seen);
    const before = await queries.listInvitedSubstitutes(tx, session.id, session.version);
    if (before.length >= MAX_INVITED)
      throw new Refusal('conflict', lazyText(messages.enoughSubsInvited, { max: MAX_INVITED }));
    const { row, memberIds } = squad;
    const now = deps.now();
    const answers = await listAnswers(tx, [session.id]);
    const table = { size: row.size, memberIds, answers, stoodOnce: session.toldCount > 0 };
    if (countMissing(table) === 0) throw new Refusal('conflict', messages.noSubNeeded);
    if (listSeatsToOffer(table, true) === 0) throw new Refusal('conflict', messages.noMemberConfirmed);
    if (search?.pressed && !search.nobodyAt) throw new Refusal('conflict', messages.alreadySearching);
    if (!getSeatOfferDeadline(session, now)) throw new Refusal('conflict', messages.subSearchTooLate);
    const fresh = { sessionId: session.id, squadId: row.id, version: session.version };
    await queries.upsertSearch(tx, { ...fresh, pressed: true, startedAt: now });
    await scheduleSeatOffer(tx, deps, session.id);
  });
}

/**
 * Stops the captain's substitute search for a session. Confirmed substitutes keep their spots.
 * @throws Refusal when the caller isn't the captain, conflict when no search is running
 */
export async function stopSubstituteSearch(deps: Deps, actor: Person, seen: SessionVersionInput): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { squad, session, search } = await lockCaptainSession(tx, deps, actor, seen);
    if (!search) throw new Refusal('conflict', messages.notSearching);
    await queries.updateSearch(tx, session.id, { stoppedAt: deps.now() });
    const live = await queries.listActiveSubstitutes(tx, [session.id]);
    const rows = live.filter(({ state }) => state === 'asked');
    await endSubstituteRequests(tx, deps, { squad: squad.row, session, rows, why: 'stopped' });
  });
}
