import { paths } from '../../../content/paths.ts';
import { type Db, isUniqueViolation } from '../../../db/database.ts';
import type { AfterCommit, Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { iso } from '../../../time/instants.ts';
import { audit } from '../../moderation/audit.commands.ts';
import { readReliabilityFile, recordEvidence } from '../../moderation/reliability/reliability.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { isBlockedIn, lockMatch } from '../matches.queries.ts';
import { NOT_FOUND } from '../matches.rules.ts';
import * as queries from './match-feedback.queries.ts';
import { FEEDBACK_DAYS, feedbackOpen, playedAt, wasMissing } from './match-feedback.rules.ts';
import type { Evidence, Feedback, OpenAbsenceAppeal, Reliability } from './match-feedback.schema.ts';

const SHOWN = 50;

/**
 * Saves what a member says after a match, and what that makes of the others' reliability; a later word replaces the
 * earlier one. The match is locked meanwhile, so that of two who speak at once the second counts both.
 * @throws Refusal not_found to everybody else, conflict before the first session is over and two weeks after it
 */
export async function giveFeedback(deps: Deps, actor: Person, matchId: string, said: Feedback): Promise<void> {
  const after = await deps.db.transaction(async (tx) => {
    const match = await lockMatch(tx, matchId);
    if (!match?.memberIds.includes(actor.userId) || (await isBlockedIn(tx, matchId, actor.userId))) {
      throw new Refusal('not_found', NOT_FOUND);
    }
    if (!feedbackOpen(match, deps.now())) {
      throw new Refusal(
        'conflict',
        `Say how it was between the end of your first session and ${FEEDBACK_DAYS} days after it.`,
      );
    }
    if (said.absent_ids.includes(actor.userId)) {
      throw new Refusal('invalid', 'You cannot name yourself as missing.', 'absent_ids');
    }
    if (said.absent_ids.some((id) => !match.memberIds.includes(id))) {
      throw new Refusal('invalid', 'Only members of this match can have been missing.', 'absent_ids');
    }
    const absent_ids = [...new Set(said.absent_ids)];
    const rating = said.took_place ? said.rating : null;
    await queries.putFeedback(tx, { matchId, userId: actor.userId }, { ...said, rating, absent_ids }, deps.now());
    return recordMatch(tx, deps, matchId);
  });
  await after();
}

/** Passes on what members said of each other: whoever anything was said about came, was missing, or neither counts. */
async function recordMatch(tx: Db, deps: Deps, matchId: string, only?: string): Promise<AfterCommit> {
  const due: AfterCommit[] = [];
  for (const row of await queries.evidenceIn(tx, matchId)) {
    if (only !== undefined && row.user_id !== only) continue;
    const happenedAt = new Date(playedOf(row));
    due.push(
      await recordEvidence(tx, deps, {
        userId: row.user_id,
        cause: `match:${matchId}`,
        happenedAt,
        outcome: outcomeOf(row),
      }),
    );
  }
  return async () => {
    for (const after of due) await after();
  };
}

const playedOf = (row: queries.EvidenceRow) => playedAt({ ...row, closedAt: new Date(row.closed_at) })!.toISOString();

function outcomeOf(row: queries.EvidenceRow): Evidence['outcome'] {
  if (row.appeal_status === 'granted') return 'set_aside';
  return wasMissing(row.reports, row.said_absent, row.size) ? 'missed' : 'came';
}

/** How reliable somebody is, with every match that it comes from; for themselves. */
export async function readReliability(deps: Deps, actor: Person): Promise<Reliability> {
  const rows = await queries.evidenceOf(deps.db, actor.userId, SHOWN);
  const evidence = rows.map(
    (row): Evidence => ({
      match_id: row.match_id,
      type: row.type,
      played_at: playedOf(row),
      reports: row.reports,
      said_absent: row.said_absent,
      outcome: outcomeOf(row),
      appeal: row.appeal_status ? { status: row.appeal_status, answer: row.appeal_answer } : null,
    }),
  );
  return { score: (await readReliabilityFile(deps, actor.userId)).score, evidence };
}

/**
 * Contests that one was missing; a moderator decides.
 * @throws Refusal conflict when one does not count as missing there, or has contested it before
 */
export async function contestAbsence(deps: Deps, actor: Person, matchId: string, message: string): Promise<void> {
  const { evidence } = await readReliability(deps, actor);
  const found = evidence.find((one) => one.match_id === matchId);
  if (!found) throw new Refusal('not_found', NOT_FOUND);
  if (found.appeal) throw new Refusal('conflict', 'You have already contested this.');
  if (found.outcome !== 'missed') throw new Refusal('conflict', 'This match does not count against you.');
  try {
    await queries.insertAbsenceAppeal(deps.db, { matchId, userId: actor.userId, message }, deps.now());
  } catch (error) {
    if (!isUniqueViolation(error, 'match_absence_appeals_once')) throw error;
    throw new Refusal('conflict', 'You have already contested this.');
  }
}

/** Contested absences that wait for a moderator, oldest first. */
export async function readAbsenceAppeals(deps: Deps): Promise<OpenAbsenceAppeal[]> {
  const rows = await queries.openAbsenceAppeals(deps.db, SHOWN);
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at) }));
}

/**
 * Decides a contested absence; granting it sets the match aside. The player is told.
 * @throws Refusal when there is none such or it has been decided
 */
export async function decideAbsence(
  deps: Deps,
  admin: Person,
  decision: { appealId: string; decision: 'granted' | 'rejected'; answer: string | null },
): Promise<void> {
  const after = await deps.db.transaction(async (tx) => {
    const row = await queries.lockAbsenceAppeal(tx, decision.appealId);
    if (!row) throw new Refusal('not_found', 'There is no such appeal.');
    if (row.status !== 'open') throw new Refusal('conflict', 'This appeal has already been decided.');
    const { decision: status, answer } = decision;
    await queries.decideAbsenceAppeal(tx, row.id, { status, answer, by: admin.userId }, deps.now());
    await audit(tx, deps, {
      adminId: admin.userId,
      action: 'decide_absence',
      targetType: 'match',
      targetId: row.match_id,
      before: { status: 'open', userId: row.user_id },
      after: { status, answer },
    });
    const granted = status === 'granted';
    await enqueueNotification(tx, deps, {
      userId: row.user_id,
      kind: 'moderation',
      title: granted ? 'A match no longer counts against you' : 'A match still counts as missed',
      lines: [
        granted ? 'A moderator set it aside.' : 'A moderator read what you wrote and left it as it is.',
        ...(answer ? [`Answer: ${answer}`] : []),
      ],
      link: { label: 'See your standing', path: paths.standing },
      dedupeKey: `absence-decided:${row.id}`,
    });
    return recordMatch(tx, deps, row.match_id, row.user_id);
  });
  await after();
}
