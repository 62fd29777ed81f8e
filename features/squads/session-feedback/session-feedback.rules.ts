import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';

/** How long after a session its players can give and change feedback. */
export const FEEDBACK_DAYS = 14;
/** Feedback requests that an outage delays this long are dropped. */
export const ASK_WITHIN_MS = DAY_MS;

export const getFeedbackDeadline = (endsAt: Date): Date => addMs(endsAt, FEEDBACK_DAYS * DAY_MS);

export const FEEDBACK_TEXTS = {
  notAsked: 'Session not found, or you weren’t in the lineup.',
  closed: `Feedback closed ${FEEDBACK_DAYS} days after the session.`,
  yourself: "You can't report yourself as a no-show.",
  notAPlayer: 'You can only report players in the lineup as no-shows.',
} as const;

/** Returns the reason a player who was asked can't give this feedback now, as a sentence. */
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
