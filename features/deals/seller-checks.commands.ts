import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { toFailure } from '../../integrations/stripe/stripe.client.ts';
import { type Deps, notifyPublicPagesChanged } from '../../server/deps.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { wakeTransfers } from './money-actions.queries.ts';
import { ACTIONS_JOB } from './orders/orders.commands.ts';
import { stripeOf } from './processor.commands.ts';
import { dueSellers, lookAgainAt, observeSeller, sellerOfAccount } from './sellers.queries.ts';
import { nextLook, receivesTransfers } from './sellers.rules.ts';

/** Name of the job kind that asks how far sellers are verified. */
export const SELLERS_JOB = 'money-sellers';
const BATCH = 100;

export type SellerSeen = { accountId: string; detailsSubmitted: boolean; payoutsEnabled: boolean; observedAt: Date };

/** A seller's account as the processor has it now. */
export async function askAboutSeller(deps: Deps, accountId: string): Promise<SellerSeen> {
  const observedAt = deps.now();
  const account = await stripeOf(deps).accounts.retrieve(accountId);
  return {
    accountId,
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: receivesTransfers(account),
    observedAt,
  };
}

/** Writes down how far a seller is; what waited to be sent to them is due once they can be paid. */
export async function sellerSeen(tx: Db, deps: Deps, { accountId, ...seen }: SellerSeen): Promise<void> {
  const before = await sellerOfAccount(tx, accountId);
  if (!before) return;
  await observeSeller(tx, accountId, { ...seen, lookAt: nextLook({ ...seen, since: before.createdAt }) });
  const now = await sellerOfAccount(tx, accountId);
  if (before.payoutsEnabled && now && !now.payoutsEnabled) await payoutsStopped(tx, deps, now.userId, seen.observedAt);
  if (!now?.payoutsEnabled) return;
  if ((await wakeTransfers(tx, now.userId, deps.now())) > 0) {
    await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
  }
}

/** The provider has switched somebody's payouts off: until that is put right nobody can hire them. */
async function payoutsStopped(tx: Db, deps: Deps, userId: string, at: Date): Promise<void> {
  await enqueueNotification(tx, deps, {
    userId,
    kind: 'payment',
    title: 'Your payouts are switched off',
    lines: [
      "Our payment provider needs something from you before it pays you again. We'll hold your earnings until then.",
      'Nobody can hire or book you meanwhile. Open payouts and answer what is asked there.',
    ],
    link: { label: 'Open payouts', path: paths.money },
    dedupeKey: `payouts-off:${userId}:${at.toISOString()}`,
  });
}

/**
 * Asks about everybody whose verification we have not seen yet: the news of it may have been lost, and the processor's
 * list of events has none of sellers.
 */
export async function lookAtSellers(deps: Deps, signal?: AbortSignal): Promise<void> {
  let verified = 0;
  for (const { accountId, payoutsEnabled: before } of await dueSellers(deps.db, deps.now(), BATCH)) {
    if (signal?.aborted) return;
    try {
      const seen = await askAboutSeller(deps, accountId);
      await deps.db.transaction((tx) => sellerSeen(tx, deps, seen));
      if (seen.payoutsEnabled && !before) verified += 1;
    } catch (error) {
      const { certain, code } = toFailure(error);
      deps.log.warn({ accountId, code }, 'how far a seller is verified could not be asked');
      // An account that is gone there is asked about no more.
      const lookAt = certain
        ? null
        : nextLook({ detailsSubmitted: true, payoutsEnabled: false, observedAt: deps.now() });
      await lookAgainAt(deps.db, accountId, lookAt);
    }
  }
  // Players who can be hired stand on public pages.
  if (verified > 0) await notifyPublicPagesChanged(deps, { shown: ['offers', 'coaches'] });
}
