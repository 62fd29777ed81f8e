import { HOUR_MS } from '../../../time/units.ts';
import type { QueueOutcome, QueueState } from '../queue.schema.ts';

/** Who comes back later than this after it is told of it by their messages, not by a page. */
const FRESH_MS = HOUR_MS;

/** What is to be said of a state: its outcome, while it is news. */
export function newsOf(state: Pick<QueueState, 'now' | 'outcome'> | undefined): QueueOutcome | undefined {
  const outcome = state?.outcome;
  if (!outcome || Date.parse(state.now) - Date.parse(outcome.at) > FRESH_MS) return undefined;
  return outcome;
}

export const outcomeTitle = ({ kind }: QueueOutcome): string =>
  ({ squad: 'Your squad is set', requeued: 'Back in the queue', out: 'You are out of the queue' })[kind];
