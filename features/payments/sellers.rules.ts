import { formatDollars } from '../../messages/amounts.ts';
import type { Translator } from '../../messages/translator.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import * as messages from './payments.messages.ts';

type Account = {
  payouts_enabled: boolean;
  capabilities?: { transfers?: string | undefined } | undefined;
};

/** Returns whether a seller's account can receive money and pay it out. The two are verified separately. */
export const canReceiveTransfers = ({ payouts_enabled, capabilities }: Account): boolean =>
  payouts_enabled && capabilities?.transfers === 'active';

/** Returns the message for a seller whose money can't be sent yet. */
export const formatWaitingPayout = (t: Translator, cents: number): string =>
  t(messages.payoutWaiting, { amount: formatDollars(t, cents) });

/** Time after which a seller who started onboarding but entered nothing counts as having given up. */
const VERIFICATION_TIMEOUT_MS = 60 * DAY_MS;

type SellerSnapshot = { detailsSubmitted: boolean; payoutsEnabled: boolean; observedAt: Date; since?: Date };

/**
 * Returns when to check a seller's status with the payment provider again. Checks become less frequent over time.
 * @returns null when there's nothing to wait for
 */
export function getNextCheck({
  detailsSubmitted,
  payoutsEnabled,
  observedAt,
  since = observedAt,
}: SellerSnapshot): Date | null {
  const age = observedAt.getTime() - since.getTime();
  if (payoutsEnabled || (!detailsSubmitted && age > VERIFICATION_TIMEOUT_MS)) return null;
  const pause = age < 2 * DAY_MS ? 15 * MINUTE_MS : age < VERIFICATION_TIMEOUT_MS ? 6 * HOUR_MS : DAY_MS;
  return addMs(observedAt, pause);
}
