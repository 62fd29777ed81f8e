import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { AfterCommit, Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs, subtractMs, toIso, toIsoOrNull } from '../../../time/instants.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { DAY_MS } from '../../../time/units.ts';
import { listContacts } from '../../matches/match-cards.rules.ts';
import { recordSessionAttendance } from '../../matches/match-feedback/match-feedback.commands.ts';
import { getPeople, type Person as Player } from '../../matches/matches.queries.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { toKnownZone } from '../../profiles/local-week.rules.ts';
import { runEachInTransaction } from '../each-in-transaction.commands.ts';
import { createFeedbackMessage } from '../sessions/squad-session-messages.wording.ts';
import { getSessionState } from '../sessions/squad-sessions.commands.ts';
import { findSession, listAnswers, listMissingReports, type SessionRow } from '../sessions/squad-sessions.queries.ts';
import { isConfirmed } from '../sessions/squad-sessions.rules.ts';
import * as messages from '../squads.messages.ts';
import { findMemberSquad, findSquad, listRoster } from '../squads.queries.ts';
import { toRequestView } from '../substitutes/substitute-views.commands.ts';
import { listActiveSubstitutes } from '../substitutes/substitutes.queries.ts';
import { THREAD_ACCESS_AFTER_SESSION_MS } from '../substitutes/substitutes.rules.ts';
import * as queries from './session-feedback.queries.ts';
import { ASK_WITHIN_MS, FEEDBACK_DAYS, findFeedbackProblem, getFeedbackDeadline } from './session-feedback.rules.ts';
import type { SessionFeedback, SessionQuestion, SessionView } from './session-feedback.schema.ts';

/**
 * Asks everyone in the lineup of a session for feedback, exactly once, when it's over and was confirmed or someone was
 * missing.
 */
export async function askAfterSessions(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const since = subtractMs(now, ASK_WITHIN_MS);
  const finishedSessions = await queries.listSessionsAwaitingFeedbackRequest(deps.db, { since, now });
  await runEachInTransaction(deps, { signal, what: 'could not send feedback requests' }, finishedSessions, (session) =>
    askAboutSession(deps, session),
  );
}

async function askAboutSession(deps: Deps, session: SessionRow): Promise<void> {
  const after = await deps.db.transaction((tx) => requestFeedback(tx, deps, session));
  await after?.();
}

async function requestFeedback(tx: Db, deps: Deps, session: SessionRow): Promise<AfterCommit | undefined> {
  const now = deps.now();
  if (!(await queries.claimFeedbackRequest(tx, session.id, now))) return undefined;
  const squad = await findSquad(tx, session.squadId);
  const answers = await listAnswers(tx, [session.id]);
  const missing = await listMissingReports(tx, session.id);
  if (!isConfirmed(answers, squad.size) && missing.length === 0) return undefined;
  const players = answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : []));
  for (const { userId } of missing) if (!players.includes(userId)) players.push(userId);
  const reviewerIds = await queries.listAllowedReviewers(tx, players, now);
  if (reviewerIds.length === 0) return undefined;
  // Players who can't give feedback are included, too, so that others can review them.
  await queries.insertFeedbackRequests(tx, session.id, players, now);
  const people = await getPeople(tx, reviewerIds);
  const until = getFeedbackDeadline(session.endsAt);
  const drafts = reviewerIds.map((userId) => ({
    userId,
    write: (t: Translator) =>
      createFeedbackMessage(t, { squad, session }, { times: toTimePreferences(people.get(userId)), until }),
  }));
  await enqueueNotifications(tx, deps, drafts);
  return recordMissing(tx, deps, session, missing);
}

/**
 * Counts the reports from during the session like feedback given after it, except reports about players they have a
 * block with.
 */
async function recordMissing(
  tx: Db,
  deps: Deps,
  { id: sessionId }: SessionRow,
  missing: readonly { userId: string; missingBy: string[] }[],
): Promise<AfterCommit | undefined> {
  if (missing.length === 0) return undefined;
  for (const userId of new Set(missing.flatMap(({ missingBy }) => missingBy))) {
    const ids = missing.flatMap((one) => (one.missingBy.includes(userId) ? [one.userId] : []));
    const hiddenIds = await listHiddenIds(tx, userId, ids);
    const judgedIds = ids.filter((id) => !hiddenIds.includes(id));
    await queries.saveMissingReports(tx, { sessionId, userId }, judgedIds);
  }
  const attendance = await queries.listSessionAttendance(tx, sessionId);
  const reported = attendance.filter(({ reports }) => reports > 0);
  return recordSessionAttendance(tx, deps, reported);
}

/**
 * Saves a player's feedback, which replaces earlier feedback, and updates the others' reliability. Feedback about
 * players they have a block with is silently ignored.
 * @throws Refusal not_found for players who weren't asked, conflict after two weeks
 */
export async function giveSessionFeedback(
  deps: Deps,
  actor: Person,
  sessionId: string,
  feedback: SessionFeedback,
): Promise<void> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const { userId } = actor;
    const session = await queries.lockReviewedSession(tx, sessionId);
    const feedbackRequests = session ? await queries.listFeedbackRequests(tx, [sessionId]) : [];
    if (!session || !feedbackRequests.some((one) => one.userId === userId)) {
      throw new Refusal('not_found', messages.notInLineup);
    }
    const now = deps.now();
    const othersIds = feedbackRequests.map((one) => one.userId).filter((id) => id !== userId);
    const absent_ids = [...new Set(feedback.absent_ids)];
    const { endsAt } = session;
    const problem = findFeedbackProblem({ endsAt, othersIds }, { userId, absentIds: absent_ids }, now);
    if (problem) throw new Refusal(problem.field ? 'invalid' : 'conflict', problem.reason, problem.field);
    const hiddenIds = await listHiddenIds(tx, userId, othersIds);
    const judgedIds = othersIds.filter((id) => !hiddenIds.includes(id));
    const rating = feedback.took_place ? feedback.rating : null;
    await queries.saveFeedback(tx, { sessionId, userId, judgedIds }, { ...feedback, rating, absent_ids }, now);
    const attendance = await queries.listSessionAttendance(tx, sessionId);
    return recordSessionAttendance(
      tx,
      deps,
      attendance.filter((one) => one.userId !== userId),
    );
  });
  await after();
}

/**
 * Returns the room's "How was it?" questions: a member's unanswered sessions, and the last one, which can still be
 * changed.
 */
export async function toQuestions(deps: Deps, squadId: string, userId: string): Promise<SessionQuestion[]> {
  const since = subtractMs(deps.now(), FEEDBACK_DAYS * DAY_MS);
  const sessions = await queries.listFeedbackRequestsOfMember(deps.db, { squadId, userId, since });
  const questions = await listSessionQuestions(deps, sessions, userId);
  return questions.filter(({ said }, index) => index === 0 || said === null);
}

async function listSessionQuestions(deps: Deps, sessions: SessionRow[], userId: string): Promise<SessionQuestion[]> {
  const ids = sessions.map(({ id }) => id);
  const feedbackRequests = await queries.listFeedbackRequests(deps.db, ids);
  const people = await getPeople(
    deps.db,
    feedbackRequests.map((one) => one.userId),
  );
  return sessions.flatMap((session) => {
    const rows = feedbackRequests.filter(({ sessionId }) => sessionId === session.id);
    const ownRequest = rows.find((one) => one.userId === userId);
    if (!ownRequest) return [];
    const { tookPlace: took_place, rating, absentIds: absent_ids } = ownRequest;
    return [
      {
        session_id: session.id,
        starts_at: toIso(session.startsAt),
        ends_at: toIso(session.endsAt),
        until: toIso(getFeedbackDeadline(session.endsAt)),
        said: took_place === null ? null : { took_place, rating, absent_ids },
        reported: took_place === null ? absent_ids : [],
        others: rows.filter((one) => one !== ownRequest).map((one) => toQuestion(one.userId, people)),
      },
    ];
  });
}

const toQuestion = (id: string, people: Map<string, Player>) => ({
  id,
  display_name: people.get(id)?.display_name ?? readerTranslator(messages.formerPlayer),
  avatar_path: people.get(id)?.avatar_path ?? null,
});

/**
 * Returns one session. Visible to the squad's members, to players with a spot in it (even after they leave the squad),
 * and to invited substitutes.
 * @throws Refusal not_found for everyone else
 */
export async function getSession(deps: Deps, actor: Person, sessionId: string): Promise<SessionView> {
  const { userId } = actor;
  const session = await findSession(deps.db, sessionId);
  const answers = session ? await listAnswers(deps.db, [sessionId]) : [];
  const feedbackRequests = session ? await queries.listFeedbackRequests(deps.db, [sessionId]) : [];
  const isOwnSquad = session ? Boolean(await findMemberSquad(deps.db, session.squadId, userId)) : false;
  const isParticipant = [...answers.filter(({ answer }) => answer === 'yes'), ...feedbackRequests].some(
    (one) => one.userId === userId,
  );
  const squad = session && (await findSquad(deps.db, session.squadId));
  const now = deps.now();
  const question =
    squad && !isOwnSquad ? await toRequestView(deps.db, { session, size: squad.size, userId }, now) : null;
  if (!squad || !(isOwnSquad || isParticipant || question)) throw new Refusal('not_found', messages.notInLineup);
  // Players who declined or answered too late see the outcome, but not the lineup.
  const isInsider = isOwnSquad || isParticipant || question?.state === 'asked';
  const players = isInsider ? answers.filter(({ answer }) => answer === 'yes') : [];
  const people = await getPeople(deps.db, [userId, ...players.map((one) => one.userId)]);
  const seats = await getAgreedSeats(deps.db, session);
  const hiddenIds = await listHiddenIds(
    deps.db,
    userId,
    players.map((one) => one.userId),
  );
  // Handles are shown as long as the substitute has access to the squad's chat.
  const areContactsOpen = now < addMs(session.endsAt, THREAD_ACCESS_AFTER_SESSION_MS);
  const isActiveSubstitute = question?.state === 'in';
  const isOpen = now <= getFeedbackDeadline(session.endsAt);
  const [openQuestion = null] = isOpen ? await listSessionQuestions(deps, [session], userId) : [];
  return {
    id: session.id,
    squad: { id: squad.id, name: squad.name, crest_seed: squad.crestSeed, yours: isOwnSquad },
    zone: toKnownZone(people.get(userId)?.timezone ?? 'UTC'),
    starts_at: toIso(session.startsAt),
    ends_at: toIso(session.endsAt),
    state: getSessionState(session, answers, squad.size),
    players: players.map((one) => {
      // Players who have a block with each other don't see each other's names, but the number of players stays correct.
      const person = hiddenIds.includes(one.userId) ? undefined : people.get(one.userId);
      const contactable =
        areContactsOpen && one.userId !== userId && (isActiveSubstitute || (isOwnSquad && one.isSubstitute));
      return {
        id: one.userId,
        display_name: person?.display_name ?? readerTranslator(messages.formerPlayer),
        avatar_path: person?.avatar_path ?? null,
        is_you: one.userId === userId,
        here_at: toIsoOrNull(one.hereAt),
        stand_in: one.isSubstitute,
        position: seats.get(one.userId) ?? person?.role ?? null,
        contacts: contactable && person ? listContacts(person) : [],
      };
    }),
    stand_in: question,
    question: openQuestion,
  };
}

/** Returns the agreed positions of a session's players. */
async function getAgreedSeats(db: Db, { id, squadId }: SessionRow): Promise<Map<string, string | null>> {
  const guests = await listActiveSubstitutes(db, [id]);
  const roster = await listRoster(db, [squadId]);
  return new Map([
    ...guests.map(({ userId, seat }) => [userId, seat] as const),
    ...roster.map(({ userId, position }) => [userId, position] as const),
  ]);
}
