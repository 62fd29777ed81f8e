import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { formatDollars } from './orders/orders.rules.ts';

type Account = {
  payouts_enabled: boolean;
  capabilities?: { transfers?: string | undefined } | undefined;
};

/** Whether money that is sent to a seller's account arrives and leaves it again: both are verified on their own. */
export const canReceiveTransfers = ({ payouts_enabled, capabilities }: Account): boolean =>
  payouts_enabled && capabilities?.transfers === 'active';

/** What a seller reads whose money can't be sent yet. */
export const waitingPayout = (cents: number): string =>
  `${formatDollars(cents)} are released to you. They are sent once your payouts are on: open Your money to turn them on.`;

/** Who has begun and typed nothing after this long has given up. */
const VERIFICATION_TIMEOUT_MS = 60 * DAY_MS;

type Seen = { detailsSubmitted: boolean; payoutsEnabled: boolean; observedAt: Date; since?: Date };

/**
 * When the processor is asked again how far somebody is: often while they are at it, rarely when it takes days.
 * @returns null: nothing is to be waited for
 */
export function getNextCheck({ detailsSubmitted, payoutsEnabled, observedAt, since = observedAt }: Seen): Date | null {
  const age = observedAt.getTime() - since.getTime();
  if (payoutsEnabled || (!detailsSubmitted && age > VERIFICATION_TIMEOUT_MS)) return null;
  const pause = age < 2 * DAY_MS ? 15 * MINUTE_MS : age < VERIFICATION_TIMEOUT_MS ? 6 * HOUR_MS : DAY_MS;
  return addMs(observedAt, pause);
}
