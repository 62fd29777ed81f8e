import { refundTerms } from '../../content/refund-terms.ts';
import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import * as messages from './team-assembly.messages.ts';
import type { TeamStatus } from './team-assembly.schema.ts';

/** Returns the order history's entry for a status that a timeout or the concierge sets. */
export function describeDeadline(status: TeamStatus): Translatable {
  const { assemblyFillHours: hours, assemblyCheckDays: days } = refundTerms;
  if (status === 'delivered') return lazyText(messages.historyDelivered, { days });
  return status === 'expired'
    ? lazyText(messages.historyExpired, { hours })
    : lazyText(messages.historyNoObjection, { days });
}
