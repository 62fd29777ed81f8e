import { refundTerms } from '../../content/refund-terms.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './team-assembly.messages.ts';
import type { TeamStatus } from './team-assembly.schema.ts';

/** Returns the order history's entry for a status that a timeout or the concierge sets. */
export function formatDeadlineEntry(t: Translator, status: TeamStatus): string {
  const { assemblyFillHours: hours, assemblyCheckDays: days } = refundTerms;
  if (status === 'delivered') return t(messages.historyDelivered, { days });
  return status === 'expired' ? t(messages.historyExpired, { hours }) : t(messages.historyNoObjection, { days });
}
