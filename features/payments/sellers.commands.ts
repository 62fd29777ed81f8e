import { paths } from '../../content/paths.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { findAccountEmail } from '../accounts/account-views.queries.ts';
import { isAdultConfirmed } from '../accounts/terms.queries.ts';
import { getStripe } from './payment-provider.commands.ts';
import * as messages from './payments.messages.ts';
import { createOnce } from './provider-idempotency.commands.ts';
import { fetchSeller, recordSellerObservation } from './seller-checks.commands.ts';
import { findSellerAccount, insertSellerAccount, type SellerAccount } from './sellers.queries.ts';

/** Returns the countries whose bank accounts we can pay. */
export const listSellerCountries = (deps: Deps): string[] => deps.env.STRIPE_SELLER_COUNTRIES.split(',');

/** Returns the seller's account at the payment provider, creating it on the first visit. */
async function findOrCreateAccount(
  deps: Deps,
  userId: string,
  requestedCountry: string | undefined,
): Promise<SellerAccount> {
  const existingAccount = await findSellerAccount(deps.db, userId);
  if (existingAccount) return existingAccount;
  const sellerCountries = listSellerCountries(deps);
  const country = requestedCountry ?? (sellerCountries.length === 1 ? sellerCountries[0]! : undefined);
  if (!country) throw new Refusal('invalid', messages.bankCountryMissing, 'country');
  if (!sellerCountries.includes(country)) {
    const countries = sellerCountries.join(', ');
    throw new Refusal('invalid', lazyText(messages.bankCountryUnsupported, { countries }), 'country');
  }
  const email = await findAccountEmail(deps.db, userId);
  const stripe = getStripe(deps);
  const params = {
    type: 'express' as const,
    country,
    ...(email ? { email } : {}),
    // Requests card payments too, because transfers alone would need the payment provider's approval of the whole
    // platform.
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { user_id: userId },
  };
  const account = await createOnce(deps, {
    key: `seller:${userId}`,
    params,
    make: (options) => stripe.accounts.create(params, options),
    findExisting: async () => {
      const { data } = await stripe.accounts.list({ limit: 100 });
      return data.find((one) => one.metadata?.user_id === userId);
    },
  });
  return insertSellerAccount(deps.db, userId, { accountId: account.id, country, now: deps.now() });
}

/**
 * Opens a seller's onboarding.
 * @throws Refusal unconfirmed until the seller confirms that they're an adult
 * @param country country of the bank account, as ISO 3166-1 alpha-2; asked on the first visit and not changed later
 * @returns the payment provider's page for verifying identity and bank
 */
export async function startOnboarding(deps: Deps, actor: Person, country?: string): Promise<string> {
  if (!(await isAdultConfirmed(deps.db, actor.userId))) {
    throw new Refusal('unconfirmed', messages.adultUnconfirmed, 'adult');
  }
  const { accountId } = await findOrCreateAccount(deps, actor.userId, country);
  const returnUrl = `${deps.env.origin}${paths.money}?payouts=back`;
  const link = await getStripe(deps).accountLinks.create({
    account: accountId,
    type: 'account_onboarding',
    refresh_url: returnUrl,
    return_url: returnUrl,
  });
  return link.url;
}

/** Refreshes a seller's verification status when they return from the payment provider. */
export async function refreshSeller(deps: Deps, actor: Person): Promise<SellerAccount | undefined> {
  const account = await findSellerAccount(deps.db, actor.userId);
  if (!account) return undefined;
  const observation = await fetchSeller(deps, account.accountId);
  await deps.db.transaction((tx) => recordSellerObservation(tx, deps, observation));
  return findSellerAccount(deps.db, actor.userId);
}
