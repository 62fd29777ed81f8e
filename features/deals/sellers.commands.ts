import { paths } from '../../content/paths.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { accountEmail } from '../accounts/account-views.queries.ts';
import { stripeOf } from './processor.commands.ts';
import { madeOnce } from './processor-once.commands.ts';
import { askAboutSeller, sellerSeen } from './seller-checks.commands.ts';
import { insertSellerAccount, type SellerAccount, sellerAccountOf } from './sellers.queries.ts';

/** Countries in which people can be paid here. */
export const sellerCountries = (deps: Deps): string[] => deps.env.STRIPE_SELLER_COUNTRIES.split(',');

/** The seller's account at the processor, made at the first visit. */
async function accountOf(deps: Deps, userId: string, wished: string | undefined): Promise<SellerAccount> {
  const known = await sellerAccountOf(deps.db, userId);
  if (known) return known;
  const allowed = sellerCountries(deps);
  const country = wished ?? (allowed.length === 1 ? allowed[0]! : undefined);
  if (!country) throw new Refusal('invalid', 'Please say in which country your bank account is.', 'country');
  if (!allowed.includes(country)) {
    const where = allowed.join(', ');
    throw new Refusal('invalid', `We can pay bank accounts in these countries only: ${where}.`, 'country');
  }
  const email = await accountEmail(deps.db, userId);
  const stripe = stripeOf(deps);
  const params = {
    type: 'express' as const,
    country,
    ...(email ? { email } : {}),
    // Transfers alone would need the processor's approval of the whole platform.
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { user_id: userId },
  };
  const account = await madeOnce(deps, {
    key: `seller:${userId}`,
    params,
    make: (options) => stripe.accounts.create(params, options),
    look: async () => {
      const { data } = await stripe.accounts.list({ limit: 100 });
      return data.find((one) => one.metadata?.user_id === userId);
    },
  });
  return insertSellerAccount(deps.db, userId, { accountId: account.id, country, now: deps.now() });
}

/**
 * @param country of the bank account, as ISO 3166-1 alpha-2; asked at the first visit, and not changed later
 * @returns the processor's page on which identity and bank are verified
 */
export async function startOnboarding(deps: Deps, actor: Person, country?: string): Promise<string> {
  const { accountId } = await accountOf(deps, actor.userId, country);
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
  const seen = await askAboutSeller(deps, known.accountId);
  await deps.db.transaction((tx) => sellerSeen(tx, deps, seen));
  return sellerAccountOf(deps.db, actor.userId);
}
