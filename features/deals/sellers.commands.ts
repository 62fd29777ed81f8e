import { paths } from '../../content/paths.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { accountEmail } from '../accounts/account-views.queries.ts';
import { wakeTransfers } from './money-actions.queries.ts';
import { ACTIONS_JOB } from './orders/orders.commands.ts';
import { stripeOf } from './processor.commands.ts';
import { insertSellerAccount, observeSeller, type SellerAccount, sellerAccountOf } from './sellers.queries.ts';

/** The seller's account at the processor, made at the first visit. */
async function accountOf(deps: Deps, userId: string): Promise<SellerAccount> {
  const known = await sellerAccountOf(deps.db, userId);
  if (known) return known;
  const email = await accountEmail(deps.db, userId);
  const account = await stripeOf(deps).accounts.create(
    {
      type: 'express',
      ...(email ? { email } : {}),
      // Transfers alone would need the processor's approval of the whole platform.
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { user_id: userId },
    },
    { idempotencyKey: `seller:${userId}` },
  );
  return insertSellerAccount(deps.db, userId, account.id, deps.now());
}

/** @returns the processor's page on which identity and bank are verified */
export async function startOnboarding(deps: Deps, actor: Person): Promise<string> {
  const { accountId } = await accountOf(deps, actor.userId);
  const back = `${deps.env.origin}${paths.money}?payouts=back`;
  const link = await stripeOf(deps).accountLinks.create({
    account: accountId,
    type: 'account_onboarding',
    refresh_url: back,
    return_url: back,
  });
  return link.url;
}

/** Asks the processor how far the verification is; for people who have just come back from it. */
export async function refreshSeller(deps: Deps, actor: Person): Promise<SellerAccount | undefined> {
  const known = await sellerAccountOf(deps.db, actor.userId);
  if (!known) return undefined;
  const observedAt = deps.now();
  const account = await stripeOf(deps).accounts.retrieve(known.accountId);
  await deps.db.transaction(async (tx) => {
    const { details_submitted: detailsSubmitted, payouts_enabled: payoutsEnabled } = account;
    await observeSeller(tx, known.accountId, { detailsSubmitted, payoutsEnabled, observedAt });
    if (payoutsEnabled && (await wakeTransfers(tx, actor.userId, deps.now())) > 0) {
      await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
    }
  });
  return sellerAccountOf(deps.db, actor.userId);
}
