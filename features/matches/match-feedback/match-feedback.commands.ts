import { paths } from '../../../content/paths.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { iso } from '../../../time/instants.ts';
import { audit } from '../../moderation/audit.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { isBlockedIn, matchById } from '../matches.queries.ts';
import { NOT_FOUND } from '../matches.rules.ts';
import * as queries from './match-feedback.queries.ts';
import { FEEDBACK_DAYS, feedbackOpen, playedAt, reliability, wasMissing } from './match-feedback.rules.ts';
import type { Evidence, Feedback, OpenAbsenceAppeal, Reliability } from './match-feedback.schema.ts';

const SHOWN = 50;

/**
 * Saves what a member says after a match; a later word replaces the earlier one.
 * @throws Refusal not_found to everybody else, conflict before the first session is over and two weeks after it
 */
export async function giveFeedback(deps: Deps, actor: Person, matchId: string, said: Feedback): Promise<void> {
  const match = await matchById(deps.db, matchId);
  if (!match?.memberIds.includes(actor.userId) || (await isBlockedIn(deps.db, matchId, actor.userId))) {
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
  await queries.putFeedback(deps.db, { matchId, userId: actor.userId }, { ...said, rating, absent_ids }, deps.now());
}

/** How reliable somebody is, with every match that it comes from; for themselves. */
export async function readReliability(deps: Deps, actor: Person): Promise<Reliability> {
  const rows = await queries.evidenceOf(deps.db, actor.userId, SHOWN);
  const evidence = rows.map((row): Evidence => {
    const missed = wasMissing(row.reports, row.said_absent, row.size);
    return {
      match_id: row.match_id,
      type: row.type,
      played_at: playedAt({ ...row, closedAt: new Date(row.closed_at) })!.toISOString(),
      reports: row.reports,
      said_absent: row.said_absent,
      outcome: row.appeal_status === 'granted' ? 'set_aside' : missed ? 'missed' : 'came',
      appeal: row.appeal_status ? { status: row.appeal_status, answer: row.appeal_answer } : null,
    };
  });
  const counted = evidence
    .filter((one) => one.outcome !== 'set_aside')
    .map((one) => ({ playedAt: new Date(one.played_at), missed: one.outcome === 'missed' }));
  return { score: reliability(counted, deps.now()), evidence };
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
  await deps.db.transaction(async (tx) => {
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
  });
}
