import { createStripeClient, type StripeClient } from '../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { findAccountEmail } from '../accounts/account-views.queries.ts';
import { findCustomer, insertCustomer } from './payment-provider.queries.ts';
import * as messages from './payments.messages.ts';
import { createOnce } from './provider-idempotency.commands.ts';

const clients = new WeakMap<Deps, { key: string; client: StripeClient }>();

/**
 * Returns the payment provider's client. It looks up `deps.fetch` on each call, so that tests can replace it.
 * @throws Refusal unavailable when no payment provider is set up
 */
export function getStripe(deps: Deps): StripeClient {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = deps.env;
  if (!secretKey) {
    throw new Refusal('unavailable', messages.purchasesOff);
  }
  const key = `${secretKey} ${apiUrl}`;
  const cachedClient = clients.get(deps);
  if (cachedClient?.key === key) return cachedClient.client;
  const client = createStripeClient({ secretKey, apiUrl, fetch: (input, init) => deps.fetch(input, init) });
  clients.set(deps, { key, client });
  return client;
}

/** Returns the user's customer at the payment provider, creating it on the first purchase. */
export async function findOrCreateCustomer(deps: Deps, userId: string): Promise<string> {
  const customerId = await findCustomer(deps.db, userId);
  if (customerId) return customerId;
  const email = await findAccountEmail(deps.db, userId);
  const stripe = getStripe(deps);
  const params = { ...(email ? { email } : {}), metadata: { user_id: userId } };
  const customer = await createOnce(deps, {
    key: `customer:${userId}`,
    params,
    make: (options) => stripe.customers.create(params, options),
    findExisting: async () => {
      const { data } = await stripe.customers.list({ limit: 100 });
      return data.find((one) => one.metadata.user_id === userId);
    },
  });
  return insertCustomer(deps.db, userId, customer.id, deps.now());
}
