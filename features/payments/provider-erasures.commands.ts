import type { Db } from '../../db/database.ts';
import { toFailure } from '../../integrations/stripe/stripe.client.ts';
import { type Deps, resolvePort } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { getRetryDelay, SELLER_RECHECK_MS } from './money-worker.rules.ts';
import { fulfillments, getFulfillment } from './orders/fulfillment.commands.ts';
import { getStripe } from './payment-provider.commands.ts';
import { findCustomer } from './payment-provider.queries.ts';
import {
  closeErasure,
  type Erasure,
  hasPendingTransfers,
  insertErasure,
  listDueErasures,
  postponeErasure,
  redirectPendingPayouts,
  setUnsettledPayeeAccount,
} from './provider-erasures.queries.ts';
import { findSellerAccount } from './sellers.queries.ts';

/** Name of the job that removes erased users at the payment provider. */
export const ERASURE_JOB = 'money-erasure';
const BATCH_SIZE = 100;

/**
 * Schedules the removal of an erased user's personal data at the payment provider, and of everything that could still
 * charge them.
 */
export async function onAccountErasedInPayments(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  const now = deps.now();
  const customer = await findCustomer(tx, userId);
  if (customer) await insertErasure(tx, { providerId: customer, kind: 'customer' }, now);
  const seller = await findSellerAccount(tx, userId);
  if (seller) {
    if (seller.payoutsEnabled) {
      await redirectPendingPayouts(tx, userId, seller.accountId);
      const account = await findPayoutAccount(tx, deps, userId);
      if (account) await setUnsettledPayeeAccount(tx, listOrdersOfSeller(deps, userId), account);
    }
    await insertErasure(tx, { providerId: seller.accountId, kind: 'seller' }, now);
  }
  if (customer || seller) await deps.jobs.send(ERASURE_JOB, {}, { tx, key: 'due' });
}

/**
 * Returns the payout account for an erased user's later payouts, or null if they can't be paid. Also null for banned
 * users, so that erasure can't bypass a ban.
 */
export async function findPayoutAccount(db: Db, deps: Deps, userId: string): Promise<string | null> {
  const seller = await findSellerAccount(db, userId);
  if (!seller?.payoutsEnabled || (await isBannedFrom(db, deps, userId, 'payouts'))) return null;
  return seller.accountId;
}

/** Returns subqueries for orders where a user is the only seller. Excludes Team Assembly orders, which have several. */
const listOrdersOfSeller = (deps: Deps, userId: string) =>
  (['hire', 'coaching'] as const).flatMap((kind) => getFulfillment(deps, { kind }).paidTo?.(userId) ?? []);

/** Returns subqueries for orders where a payout account represents one of several payees. */
const listOrdersWithAccount = (deps: Deps, accountId: string) =>
  Object.values(resolvePort(deps, fulfillments)).flatMap(
    ({ selectOrdersPayingAccount }) => selectOrdersPayingAccount?.(accountId) ?? [],
  );

/** Removes everything that's due, retrying until the payment provider confirms each removal. Idempotent. */
export async function eraseAtProvider(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (const erasure of await listDueErasures(deps.db, deps.now(), BATCH_SIZE)) {
    if (signal?.aborted) return;
    const { providerId } = erasure;
    if (
      erasure.kind === 'seller' &&
      (await hasPendingTransfers(deps.db, providerId, listOrdersWithAccount(deps, providerId)))
    ) {
      // An earlier deletion may have worked although we lost the response. A deleted account can't receive payouts.
      if (await isDeletedAtProvider(deps, providerId)) {
        await closeErasure(deps.db, providerId, deps.now());
        continue;
      }
      const dueAt = addMs(deps.now(), SELLER_RECHECK_MS);
      await postponeErasure(deps.db, providerId, { dueAt, problem: 'A payout is still on its way.' });
      continue;
    }
    await removeAtProvider(deps, erasure);
  }
}

async function isDeletedAtProvider(deps: Deps, accountId: string): Promise<boolean> {
  try {
    await getStripe(deps).accounts.retrieve(accountId);
    return false;
  } catch (error) {
    return toFailure(error).code === 'resource_missing';
  }
}

async function removeAtProvider(deps: Deps, { providerId, kind, attempts }: Erasure): Promise<void> {
  const stripe = getStripe(deps);
  try {
    if (kind === 'customer') await stripe.customers.del(providerId);
    else await stripe.accounts.del(providerId);
  } catch (error) {
    const { code, message } = toFailure(error);
    if (code !== 'resource_missing') {
      // A remaining balance has to reach the bank first, which takes days, so retry until it's gone.
      const pause = kind === 'seller' ? DAY_MS : getRetryDelay(attempts + 1);
      await postponeErasure(deps.db, providerId, { dueAt: addMs(deps.now(), pause), problem: message });
      deps.log.warn({ providerId, kind, code }, 'could not delete an account at the payment provider; will retry');
      return;
    }
  }
  await closeErasure(deps.db, providerId, deps.now());
}
