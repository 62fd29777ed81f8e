import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs } from '../../../time/instants.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { invitableName } from '../../matches/parties/parties.queries.ts';
import { requireAccess } from '../../moderation/access-policy.commands.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import { joinThread } from '../../threads/thread-members.commands.ts';
import {
  followStanding,
  nameIn,
  notify,
  type SquadWithMembers,
  withMembers,
} from '../sessions/squad-session-standing.commands.ts';
import { answersOf, type SessionRow, sessionIn } from '../sessions/squad-sessions.queries.ts';
import { checkInProblem, lateProblem, SESSION_TEXTS, stands, yesCount } from '../sessions/squad-sessions.rules.ts';
import { lockLed } from '../squads.commands.ts';
import { lockSquad } from '../squads.queries.ts';
import { endQuestions, followSeats, isActive, leaveAsGuest, offerSoon } from './stand-in-seats.commands.ts';
import * as queries from './stand-ins.queries.ts';
import {
  ASKED_MOST,
  answerProblem,
  answerUntil,
  missingFor,
  STAND_IN_TEXTS,
  seatsToOffer,
  THREAD_MS,
} from './stand-ins.rules.ts';

/** A session and the version of it that was seen. */
export type SeenSession = { sessionId: string; version: number };

type Asked = { question: queries.StandInRow; session: SessionRow; squad: SquadWithMembers };

/**
 * A question to somebody, with its squad held by the transaction.
 * @throws Refusal not_found to who was not asked, conflict when the squad has ended
 */
async function lockAsked(tx: Db, { userId }: Person, sessionId: string): Promise<Asked> {
  const found = await queries.questionTo(tx, sessionId, userId);
  if (!found) throw new Refusal('not_found', STAND_IN_TEXTS.notAsked);
  const row = await lockSquad(tx, found.squadId);
  if (!row) throw new Refusal('conflict', STAND_IN_TEXTS.calledOff);
  // Read after the lock: what became of it while this waited is seen.
  const question = (await queries.questionTo(tx, sessionId, userId))!;
  const session = (await sessionIn(tx, row.id, sessionId))!;
  return { question, session, squad: await withMembers(tx, row) };
}

/**
 * Says yes to standing in; again, it is the same yes.
 * @throws Refusal not_found to who was not asked, forbidden to who may play in no squad now, conflict when it comes too
 *   late, is about an earlier version, or they play elsewhere at that time
 */
export async function acceptStandIn(deps: Deps, actor: Person, { sessionId, version }: SeenSession): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    // One after the other for each person: of two yeses for one time the second finds the first.
    await lockAccount(tx, actor.userId);
    const { question, session, squad } = await lockAsked(tx, actor, sessionId);
    const now = deps.now();
    if (question.state === 'in' && question.version === version && session.version === version) return;
    const problem = answerProblem(question, session, { version, now });
    if (problem) throw new Refusal('conflict', problem);
    await requireAccess(tx, deps, actor.userId, 'squads');
    if (!(await invitableName(tx, actor.userId, now))) throw new Refusal('forbidden', STAND_IN_TEXTS.hidden);
    const playing = (await queries.liveStandIns(tx, [sessionId])).filter(({ state }) => state === 'in');
    const besideIds = [...squad.memberIds, ...playing.map(({ userId }) => userId)];
    if (await isBlockedAmong(tx, actor.userId, besideIds)) throw new Refusal('conflict', STAND_IN_TEXTS.withdrawn);
    if (await queries.isBusy(tx, actor.userId, session)) throw new Refusal('conflict', STAND_IN_TEXTS.busy);
    const also = await queries.alsoAskedFor(tx, actor.userId, session);
    const threadUntil = addMs(session.endsAt, THREAD_MS);
    await queries.putState(tx, [question.id], { state: 'in', now, threadUntil });
    await joinThread(tx, deps, { kind: 'squad', subjectId: squad.row.id }, [actor.userId]);
    await tellOfYes(tx, deps, { question, session, squad });
    await followStanding(tx, deps, { squad, session }, { said: true });
    for (const other of also) await offerSoon(tx, deps, other);
  });
}

async function tellOfYes(tx: Db, deps: Deps, { question, session, squad }: Asked): Promise<void> {
  const answers = await answersOf(tx, [session.id]);
  const said = new Map(answers.map(({ userId, answer }) => [userId, answer]));
  const { row, memberIds } = squad;
  const name = nameIn(squad, question.userId);
  const count = stands(answers, row.size) ? 'It stands.' : `${yesCount(answers)} of ${row.size} are in.`;
  const others = answers.flatMap((one) => (one.standIn && one.userId !== question.userId ? [one.userId] : []));
  const to = [...memberIds.filter((id) => said.get(id) !== 'no' || id === row.captainId), ...others];
  await notify(
    tx,
    deps,
    { squad, session, to },
    {
      what: `stand-in-${question.id}`,
      title: `${name} stands in for ${row.name}`,
      lines: (time) => [time, `${question.seat ? `They play ${question.seat}. ` : ''}${count}`],
    },
  );
}

/**
 * Says no to standing in; somebody else is asked.
 * @throws Refusal not_found to who was not asked, conflict when it comes too late or they have said yes
 */
export async function declineStandIn(deps: Deps, actor: Person, { sessionId, version }: SeenSession): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { question, session, squad } = await lockAsked(tx, actor, sessionId);
    if (question.state === 'declined' && question.version === version) return;
    const now = deps.now();
    const problem = answerProblem(question, session, { version, now });
    if (problem) throw new Refusal('conflict', problem);
    if (question.state === 'in') throw new Refusal('conflict', STAND_IN_TEXTS.isIn);
    await queries.putState(tx, [question.id], { state: 'declined', now });
    await followSeats(tx, deps, { squad: squad.row, memberIds: squad.memberIds, session });
  });
}

/**
 * Takes the yes back until the session begins; the seat is offered on.
 * @throws Refusal not_found to who was not asked, conflict when they are not in or it has begun
 */
export async function leaveStandIn(deps: Deps, actor: Person, { sessionId, version }: SeenSession): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { question, session, squad } = await lockAsked(tx, actor, sessionId);
    const now = deps.now();
    const late = lateProblem({ ...session, answersUntil: null }, version, now);
    if (late) throw new Refusal('conflict', late);
    if (question.state !== 'in') throw new Refusal('conflict', STAND_IN_TEXTS.notIn);
    await dropStandIn(tx, deps, { question, session, squad });
  });
}

/** Takes somebody who stands in out of a session that has not begun; the seat is offered on. */
async function dropStandIn(tx: Db, deps: Deps, { question, session, squad }: Asked): Promise<void> {
  await queries.putState(tx, [question.id], { state: 'out', now: deps.now() });
  await leaveAsGuest(tx, deps, squad.row.id, question.userId);
  await followStanding(tx, deps, { squad, session }, { forGood: true, again: true });
}

/**
 * Somebody who stands in says that they are here.
 * @throws Refusal not_found to who was not asked, conflict when they are not in, and outside its time
 */
export async function checkInStandIn(deps: Deps, actor: Person, { sessionId, version }: SeenSession): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { question, session } = await lockAsked(tx, actor, sessionId);
    const problem = checkInProblem(session, version, deps.now());
    if (problem) throw new Refusal('conflict', problem);
    if (question.state !== 'in') throw new Refusal('conflict', STAND_IN_TEXTS.notIn);
    await queries.putStandInHere(tx, question.id, deps.now());
  });
}

type Seen = SeenSession & { squadId: string };

/** @throws Refusal to who does not lead the squad, and when the word comes too late */
async function lockLedSession(tx: Db, deps: Deps, actor: Person, { squadId, sessionId, version }: Seen) {
  const squad = await withMembers(tx, await lockLed(tx, actor, squadId));
  const session = await sessionIn(tx, squadId, sessionId);
  if (!session) throw new Refusal('not_found', SESSION_TEXTS.notFound);
  const problem = lateProblem({ ...session, answersUntil: null }, version, deps.now());
  if (problem) throw new Refusal('conflict', problem);
  const found = await queries.searchFor(tx, sessionId);
  return { squad, session, search: isActive(found, session) ? found : undefined };
}

/**
 * The captain has stand-ins asked for every seat that a session lacks.
 * @throws Refusal to who does not lead the squad, when nobody is missing or nobody of the squad is in, when they are
 *   asked already, and when it is too late
 */
export async function askForStandIns(deps: Deps, actor: Person, seen: Seen): Promise<void> {
  await consumeUserLimit(deps, 'squadInvitations', actor.userId, STAND_IN_TEXTS.tooMany);
  await withDeadlockRetry(deps.db, async (tx) => {
    const { squad, session, search } = await lockLedSession(tx, deps, actor, seen);
    const before = await queries.askedFor(tx, session.id, session.version);
    if (before.length >= ASKED_MOST) throw new Refusal('conflict', STAND_IN_TEXTS.enoughAsked);
    const { row, memberIds } = squad;
    const now = deps.now();
    const answers = await answersOf(tx, [session.id]);
    const table = { size: row.size, memberIds, answers, stoodOnce: session.toldCount > 0 };
    if (missingFor(table) === 0) throw new Refusal('conflict', STAND_IN_TEXTS.nobodyMissing);
    if (seatsToOffer(table, true) === 0) throw new Refusal('conflict', STAND_IN_TEXTS.nobodyIn);
    if (search?.pressed && !search.nobodyAt) throw new Refusal('conflict', STAND_IN_TEXTS.asksAlready);
    if (!answerUntil(session.startsAt, now)) throw new Refusal('conflict', STAND_IN_TEXTS.tooLate);
    const fresh = { sessionId: session.id, squadId: row.id, version: session.version };
    await queries.putSearch(tx, { ...fresh, pressed: true, startedAt: now });
    await offerSoon(tx, deps, session.id);
  });
}

/**
 * The captain has nobody asked any more for a session; who stands in already does.
 * @throws Refusal to who does not lead the squad, conflict when nobody is looked for
 */
export async function stopStandIns(deps: Deps, actor: Person, seen: Seen): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { squad, session, search } = await lockLedSession(tx, deps, actor, seen);
    if (!search) throw new Refusal('conflict', STAND_IN_TEXTS.asksNobody);
    await queries.changeSearch(tx, session.id, { stoppedAt: deps.now() });
    const live = await queries.liveStandIns(tx, [session.id]);
    const rows = live.filter(({ state }) => state === 'asked');
    await endQuestions(tx, deps, { squad: squad.row, session, rows, why: 'stopped' });
  });
}
