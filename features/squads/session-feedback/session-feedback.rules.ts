import { lazyText, type Translatable } from '../../../messages/lazy-text.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import * as messages from '../squads.messages.ts';

/** Days after a session in which its players can give and change feedback. */
export const FEEDBACK_DAYS = 14;
/** Maximum delay of a feedback request after an outage. Later requests are dropped. */
export const ASK_WITHIN_MS = DAY_MS;

export const getFeedbackDeadline = (endsAt: Date): Date => addMs(endsAt, FEEDBACK_DAYS * DAY_MS);

/** Returns why a player who was asked can't give this feedback now. */
export function findFeedbackProblem(
  { endsAt, othersIds }: { endsAt: Date; othersIds: readonly string[] },
  { userId, absentIds }: { userId: string; absentIds: readonly string[] },
  now: Date,
): { field?: 'absent_ids'; reason: Translatable } | undefined {
  if (now > getFeedbackDeadline(endsAt)) return { reason: lazyText(messages.feedbackClosed, { days: FEEDBACK_DAYS }) };
  if (absentIds.includes(userId)) return { field: 'absent_ids', reason: messages.noShowYourself };
  const areMembers = absentIds.every((id) => othersIds.includes(id));
  return areMembers ? undefined : { field: 'absent_ids', reason: messages.noShowNotInLineup };
}
