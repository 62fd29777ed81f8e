import type { SQL, SQLWrapper } from 'drizzle-orm';
import { type Db, isUniqueViolation, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import { type AfterCommit, type Deps, type Person, port, resolvePort } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso } from '../../../time/instants.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { readReliabilityFile, recordEvidence } from '../../moderation/reliability/reliability.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import * as messages from '../matches.messages.ts';
import { isBlockedInMatch, lockMatch, type MatchRow } from '../matches.queries.ts';
import * as queries from './match-feedback.queries.ts';
import { FEEDBACK_DAYS, getPlayedAt, isFeedbackOpen, isNoShow } from './match-feedback.rules.ts';
import type { Cause, Evidence, Feedback, OpenNoShowAppeal, Reliability } from './match-feedback.schema.ts';
import { createNoShowDecisionMessage } from './no-show-decisions.wording.ts';

const SHOWN_COUNT = 50;

/**
 * Saves a member's feedback on a match and updates the others' reliability. Later feedback replaces earlier feedback.
 * The match is locked, so when two members submit at once, the second one includes both.
 * @throws Refusal not_found for non-members, conflict before the first session is over or two weeks after it
 */
export async function giveFeedback(deps: Deps, actor: Person, matchId: string, feedback: Feedback): Promise<void> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const match = await lockMatch(tx, matchId);
    if (!match?.memberIds.includes(actor.userId) || (await isBlockedInMatch(tx, matchId, actor.userId))) {
      throw new Refusal('not_found', messages.matchNotFound);
    }
    if (!isFeedbackOpen(match, deps.now())) {
      throw new Refusal('conflict', lazyText(messages.feedbackNotOpen, { days: FEEDBACK_DAYS }));
    }
    if ((await listMatchesAskedBySquad(tx, deps, [match])).has(matchId)) {
      throw new Refusal('conflict', messages.feedbackAskedBySquad);
    }
    if (feedback.absent_ids.includes(actor.userId)) {
      throw new Refusal('invalid', messages.noShowYourself, 'absent_ids');
    }
    if (feedback.absent_ids.some((id) => !match.memberIds.includes(id))) {
      throw new Refusal('invalid', messages.noShowStranger, 'absent_ids');
    }
    const absent_ids = [...new Set(feedback.absent_ids)];
    const rating = feedback.took_place ? feedback.rating : null;
    await queries.putFeedback(tx, { matchId, userId: actor.userId }, { ...feedback, rating, absent_ids }, deps.now());
    return recordMatchAttendance(tx, deps, matchId);
  });
  await after();
}

/**
 * Records the outcome of members' reports about each other: each reported player came, was a no-show, or isn't counted.
 */
async function recordMatchAttendance(tx: Db, deps: Deps, matchId: string, onlyUserId?: string): Promise<AfterCommit> {
  const due: AfterCommit[] = [];
  for (const row of await queries.listMatchEvidence(tx, matchId)) {
    if (onlyUserId !== undefined && row.user_id !== onlyUserId) continue;
    const happenedAt = new Date(toPlayedAt(row));
    due.push(
      await recordEvidence(tx, deps, {
        userId: row.user_id,
        cause: `match:${matchId}`,
        happenedAt,
        outcome: toOutcome(row),
      }),
    );
  }
  return async () => {
    for (const after of due) await after();
  };
}

const toPlayedAt = (row: queries.EvidenceRow) =>
  getPlayedAt({ ...row, closedAt: new Date(row.closed_at) })!.toISOString();

type Counted = { reports: number; said_absent: number; size: number; appeal_status: string | null };

function toOutcome(row: Counted): Evidence['outcome'] {
  if (row.appeal_status === 'granted') return 'set_aside';
  return isNoShow(row.reports, row.said_absent, row.size) ? 'missed' : 'came';
}

/** The others' reports about a player's attendance at a squad session. */
export type SessionAttendance = {
  sessionId: string;
  userId: string;
  squad: string;
  /** Number of players in the session. */
  size: number;
  playedAt: Date;
  reports: number;
  absentReports: number;
};

/** Squad session data for match feedback and for reliability. */
export type SquadSessionPort = {
  /** Returns the given matches whose first session is a squad session, which collects its own feedback. */
  findSquadSessions: (db: Db, matches: readonly SessionOutcome[], now: Date) => Promise<Set<string>>;
  /** Returns an SQL statement that selects the ids of these matches, from JSON with `id`, `start` and `end` of each. */
  selectSquadSessions: (matches: SQLWrapper, now: SQLWrapper) => SQL;
  /** Returns the sessions with reports about the user, newest first. Limited to one session if its id is given. */
  listAttendance: (
    db: Db,
    userId: string,
    which: { sessionId: string } | { limit: number },
  ) => Promise<SessionAttendance[]>;
};

/** A match with its first session, if it has one. */
type SessionOutcome = { id: string; start: string | null; end: string | null };

export const squadSessionPort = port<SquadSessionPort>('matches.squad-evenings');

/** Finds the matches whose squad already asks for feedback, so that no one is asked twice about the same session. */
const listMatchesAskedBySquad = (db: Db, deps: Deps, rows: readonly Pick<MatchRow, 'id' | 'sessions'>[]) =>
  resolvePort(deps, squadSessionPort).findSquadSessions(
    db,
    rows.map(({ id, sessions }) => ({ id, start: sessions?.[0]?.start ?? null, end: sessions?.[0]?.end ?? null })),
    deps.now(),
  );

const formatSessionCause = (sessionId: string): Cause => `session:${sessionId}`;

/** Records the reported outcome of a session for each player, in the order of their ids. */
export async function recordSessionAttendance(
  tx: Db,
  deps: Deps,
  attendances: readonly SessionAttendance[],
): Promise<AfterCommit> {
  const due: AfterCommit[] = [];
  const appeals = await queries.listSessionAppeals(tx, [...new Set(attendances.map(({ sessionId }) => sessionId))]);
  for (const one of attendances.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const { userId, sessionId, playedAt: happenedAt } = one;
    // If there are no more reports on a player, their outcome is set aside.
    const outcome = one.reports === 0 ? 'set_aside' : toOutcome(toCountedAttendance(one, appeals));
    due.push(await recordEvidence(tx, deps, { userId, cause: formatSessionCause(sessionId), happenedAt, outcome }));
  }
  return async () => {
    for (const after of due) await after();
  };
}

function toCountedAttendance(attendance: SessionAttendance, appeals: readonly queries.SessionAppeal[]) {
  const { sessionId, userId, size, reports, absentReports: said_absent } = attendance;
  const appeal = appeals.find((one) => one.session_id === sessionId && one.user_id === userId);
  return { size, reports, said_absent, appeal_status: appeal?.status ?? null, appeal };
}

async function listSessionEvidence(deps: Deps, userId: string): Promise<Evidence[]> {
  const attendance = await resolvePort(deps, squadSessionPort).listAttendance(deps.db, userId, { limit: SHOWN_COUNT });
  const appeals = await queries.listSessionAppeals(
    deps.db,
    attendance.map(({ sessionId }) => sessionId),
  );
  return attendance.map((one) => {
    const attendance = toCountedAttendance(one, appeals);
    const { reports, said_absent, appeal } = attendance;
    return {
      cause: formatSessionCause(one.sessionId),
      squad: one.squad,
      played_at: toIso(one.playedAt),
      reports,
      said_absent,
      outcome: toOutcome(attendance),
      appeal: appeal ? { status: appeal.status, answer: appeal.answer } : null,
    };
  });
}

/** Returns the caller's reliability with its evidence, newest first. */
export async function getReliability(deps: Deps, actor: Person): Promise<Reliability> {
  const rows = await queries.listPlayerEvidence(deps.db, actor.userId, SHOWN_COUNT);
  const evidence = rows.map(
    (row): Evidence => ({
      cause: `match:${row.match_id}`,
      squad: null,
      played_at: toPlayedAt(row),
      reports: row.reports,
      said_absent: row.said_absent,
      outcome: toOutcome(row),
      appeal: row.appeal_status ? { status: row.appeal_status, answer: row.appeal_answer } : null,
    }),
  );
  const sessions = await listSessionEvidence(deps, actor.userId);
  const allEvidence = [...evidence, ...sessions].toSorted((a, b) => Date.parse(b.played_at) - Date.parse(a.played_at));
  return { score: (await readReliabilityFile(deps, actor.userId)).score, evidence: allEvidence.slice(0, SHOWN_COUNT) };
}

/**
 * Appeals a no-show, for a moderator to decide.
 * @throws Refusal not_found for an unknown cause, conflict when it isn't a no-show or was already appealed
 */
export async function appealNoShow(deps: Deps, actor: Person, cause: string, message: string): Promise<void> {
  const { evidence } = await getReliability(deps, actor);
  const found = evidence.find((one) => one.cause === cause);
  if (!found) throw new Refusal('not_found', messages.matchNotFound);
  if (found.appeal) throw new Refusal('conflict', messages.alreadyContested);
  if (found.outcome !== 'missed') throw new Refusal('conflict', messages.noShowNotCounted);
  try {
    const missedKind = found.squad === null ? 'match' : 'session';
    const id = cause.slice(missedKind.length + 1);
    const appeal = { missed: { kind: missedKind, id } as const, userId: actor.userId, message };
    await queries.insertNoShowAppeal(deps.db, appeal, deps.now());
  } catch (error) {
    if (!queries.APPEAL_UNIQUE_CONSTRAINT.some((name) => isUniqueViolation(error, name))) throw error;
    throw new Refusal('conflict', messages.alreadyContested);
  }
}

/** Lists appeals against no-shows that need a decision, oldest first. */
export async function listNoShowAppeals(deps: Deps): Promise<OpenNoShowAppeal[]> {
  const rows = await queries.listOpenNoShowAppeals(deps.db, SHOWN_COUNT);
  return Promise.all(
    rows.map(async ({ match_id, session_id, ...row }) => {
      const appeal = { ...row, created_at: toIso(row.created_at) };
      if (!session_id) return { ...appeal, cause: `match:${match_id}` };
      const [attendance] = await resolvePort(deps, squadSessionPort).listAttendance(deps.db, row.user_id, {
        sessionId: session_id,
      });
      const { reports = 0, absentReports: said_absent = 0 } = attendance ?? {};
      return { ...appeal, cause: formatSessionCause(session_id), reports, said_absent };
    }),
  );
}

/**
 * Decides an appeal against a no-show and notifies the player. If the appeal is granted, the match no longer affects
 * the player's reliability.
 * @throws Refusal when the appeal doesn't exist or has been decided
 */
export async function decideNoShowAppeal(
  deps: Deps,
  admin: Person,
  decision: { appealId: string; decision: 'granted' | 'rejected'; answer: string | null },
): Promise<void> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const row = await queries.lockNoShowAppeal(tx, decision.appealId);
    if (!row) throw new Refusal('not_found', 'Appeal not found.');
    if (row.status !== 'open') throw new Refusal('conflict', 'This appeal has already been decided.');
    const { decision: status, answer } = decision;
    await queries.updateNoShowAppeal(tx, row.id, { status, answer, by: admin.userId }, deps.now());
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'decide_absence',
      targetType: row.match_id ? 'match' : 'session',
      targetId: row.match_id ?? row.session_id,
      before: { status: 'open', userId: row.user_id },
      after: { status, answer },
    });
    const kind = row.match_id ? 'match' : 'session';
    await enqueueNotification(tx, deps, {
      userId: row.user_id,
      write: (t) => createNoShowDecisionMessage(t, { ...row, kind }, { status, answer }),
    });
    if (row.match_id) return recordMatchAttendance(tx, deps, row.match_id, row.user_id);
    const target = { sessionId: row.session_id! };
    return recordSessionAttendance(
      tx,
      deps,
      await resolvePort(deps, squadSessionPort).listAttendance(tx, row.user_id, target),
    );
  });
  await after();
}
