import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { toFailure } from '../../integrations/stripe/stripe.client.ts';
import { type Deps, notifyPublicPagesChanged } from '../../server/deps.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { rescheduleTransfers } from './money-actions.queries.ts';
import { ACTIONS_JOB } from './orders/orders.commands.ts';
import { getStripe } from './payment-provider.commands.ts';
import * as messages from './payments.messages.ts';
import { findSellerByAccount, listSellersToCheck, saveSellerSnapshot, scheduleSellerCheck } from './sellers.queries.ts';
import { canReceiveTransfers, getNextCheck } from './sellers.rules.ts';

/** Name of the job that checks sellers' verification status. */
export const SELLERS_JOB = 'money-sellers';
const BATCH_SIZE = 100;

export type SellerObservation = {
  accountId: string;
  detailsSubmitted: boolean;
  payoutsEnabled: boolean;
  observedAt: Date;
};

/** Fetches a seller's account from the payment provider. */
export async function fetchSeller(deps: Deps, accountId: string): Promise<SellerObservation> {
  const observedAt = deps.now();
  const account = await getStripe(deps).accounts.retrieve(accountId);
  return {
    accountId,
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: canReceiveTransfers(account),
    observedAt,
  };
}

/** Records a seller's verification status and makes their waiting payouts due once they can be paid. */
export async function recordSellerObservation(
  tx: Db,
  deps: Deps,
  { accountId, ...seen }: SellerObservation,
): Promise<void> {
  const before = await findSellerByAccount(tx, accountId);
  if (!before) return;
  await saveSellerSnapshot(tx, accountId, { ...seen, lookAt: getNextCheck({ ...seen, since: before.createdAt }) });
  const currentSeller = await findSellerByAccount(tx, accountId);
  if (before.payoutsEnabled && currentSeller && !currentSeller.payoutsEnabled)
    await notifyPayoutsStopped(tx, deps, currentSeller.userId, seen.observedAt);
  if (!currentSeller?.payoutsEnabled) return;
  if ((await rescheduleTransfers(tx, currentSeller.userId, deps.now())) > 0) {
    await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
  }
}

/** Notifies a seller that the provider turned off their payouts. Until it's fixed, no one can hire them. */
async function notifyPayoutsStopped(tx: Db, deps: Deps, userId: string, at: Date): Promise<void> {
  await enqueueNotification(tx, deps, {
    userId,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.payoutsOffTitle),
      lines: [t(messages.payoutsOffText), t(messages.payoutsOffHint)],
      link: { label: t(messages.openPayouts), path: paths.money },
      dedupeKey: `payouts-off:${userId}:${at.toISOString()}`,
    }),
  });
}

/**
 * Checks unverified sellers who are due for a check. Their event may have been lost, and the payment provider's event
 * list doesn't include sellers.
 */
export async function checkSellers(deps: Deps, signal?: AbortSignal): Promise<void> {
  let verifiedCount = 0;
  for (const { accountId, payoutsEnabled: before } of await listSellersToCheck(deps.db, deps.now(), BATCH_SIZE)) {
    if (signal?.aborted) return;
    try {
      const observation = await fetchSeller(deps, accountId);
      await deps.db.transaction((tx) => recordSellerObservation(tx, deps, observation));
      if (observation.payoutsEnabled && !before) verifiedCount += 1;
    } catch (error) {
      const { certain, code } = toFailure(error);
      deps.log.warn({ accountId, code }, "could not check a seller's verification");
      // Stop checking an account that's gone at the provider.
      const lookAt = certain
        ? null
        : getNextCheck({ detailsSubmitted: true, payoutsEnabled: false, observedAt: deps.now() });
      await scheduleSellerCheck(deps.db, accountId, lookAt);
    }
  }
  // Public pages show the players who can be hired.
  if (verifiedCount > 0) await notifyPublicPagesChanged(deps, { shown: ['offers', 'coaches'] });
}
