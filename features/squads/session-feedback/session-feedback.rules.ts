import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';

/** So long after a session those who were to play say how it was, and change what they said. */
export const FEEDBACK_DAYS = 14;
/** A question that could not be asked for so long, because everything stood still, is not asked any more. */
export const ASK_WITHIN_MS = DAY_MS;

export const getFeedbackDeadline = (endsAt: Date): Date => addMs(endsAt, FEEDBACK_DAYS * DAY_MS);

export const FEEDBACK_TEXTS = {
  notAsked: 'There is no such session, or you were not to play in it.',
  closed: `It is more than ${FEEDBACK_DAYS} days ago, so nothing is said about it any more.`,
  yourself: 'You cannot name yourself as missing.',
  notAPlayer: 'Only those who were to play can have been missing.',
} as const;

/** Why somebody who was asked cannot say this now, as a sentence. */
export function findFeedbackProblem(
  { endsAt, othersIds }: { endsAt: Date; othersIds: readonly string[] },
  { userId, absentIds }: { userId: string; absentIds: readonly string[] },
  now: Date,
): { field?: 'absent_ids'; sentence: string } | undefined {
  if (now > getFeedbackDeadline(endsAt)) return { sentence: FEEDBACK_TEXTS.closed };
  if (absentIds.includes(userId)) return { field: 'absent_ids', sentence: FEEDBACK_TEXTS.yourself };
  const known = absentIds.every((id) => othersIds.includes(id));
  return known ? undefined : { field: 'absent_ids', sentence: FEEDBACK_TEXTS.notAPlayer };
}
