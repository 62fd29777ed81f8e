import { setTimeout as sleep } from 'node:timers/promises';
import { createStripeClient, type StripeClient, type StripeParams, type StripeSettings } from './stripe.client.ts';
import { toTrouble } from './stripe.setup.ts';

/** A step of the rehearsal and its outcome. */
export type RehearsalStep = { ok: boolean; message: string };

/** Amounts in cents. */
const PRICE = 500;
const SHARE = 300;
/** Polling for a test-mode seller's verification, which takes only moments. */
const VERIFICATION_ATTEMPTS = 30;
const VERIFICATION_POLL_MS = 2_000;

/** Thrown when the key isn't a test-mode key. The rehearsal must not run in live mode. */
export class TestKeyMissingError extends Error {}

/** Created objects, to be removed in reverse order. */
type CreatedObjects = { what: string; remove: () => Promise<unknown> }[];

/** Builds the parameters of a customer's payment page, the same as in the product. */
export type PageOf = (customer: string) => StripeParams.Checkout.SessionCreateParams;

/**
 * Runs a payment page, a purchase, a payout to a seller and a refund in Stripe's test mode, with its documented test
 * cards, people and banks. Removes everything it created at the end, even when a step fails.
 * @param onStep called with each step as it happens
 * @throws TestKeyMissingError when the key isn't a test-mode key
 */
export async function runRehearsal(
  settings: StripeSettings,
  pageOf: PageOf,
  onStep: (step: RehearsalStep) => void = () => {},
): Promise<RehearsalStep[]> {
  const [, mode] = /^(?:sk|rk)_(test|live)_/.exec(settings.secretKey) ?? [];
  if (mode === 'live')
    throw new TestKeyMissingError('STRIPE_SECRET_KEY is for real money. Rehearse with a test key (sk_test_…).');
  if (!mode)
    throw new TestKeyMissingError(
      'STRIPE_SECRET_KEY is no secret key of Stripe. Rehearse with a test key (sk_test_…).',
    );
  const stripe = createStripeClient(settings);
  const steps: RehearsalStep[] = [];
  const traces: CreatedObjects = [];
  const add = (step: RehearsalStep) => {
    steps.push(step);
    onStep(step);
  };
  try {
    await runPayments({ stripe, traces, pageOf, tell: (text) => add({ ok: true, message: text }) });
  } catch (error) {
    add({ ok: false, message: error instanceof RehearsalStalledError ? error.message : formatError(error) });
  }
  for (const { what, remove } of traces.toReversed()) {
    await remove().then(
      () => add({ ok: true, message: `${what} was taken away` }),
      (error: Error) => add({ ok: false, message: `${what} could not be taken away: ${error.message}` }),
    );
  }
  return steps;
}

class RehearsalStalledError extends Error {}

const formatError = (error: unknown) => {
  const { found, todo } = toTrouble(error);
  return `${found} ${todo}`;
};

type RehearsalContext = { stripe: StripeClient; traces: CreatedObjects; pageOf: PageOf; tell: (says: string) => void };

async function runPayments({ stripe, traces, pageOf, tell }: RehearsalContext): Promise<void> {
  const customer = await stripe.customers.create({ description: 'Rehearsal' });
  traces.push({ what: `Customer ${customer.id}`, remove: () => stripe.customers.del(customer.id) });
  // Only a person can pay on the page, so check that it opens and charge the card without it.
  const page = await stripe.checkout.sessions.create(pageOf(customer.id));
  traces.push({ what: `Payment page ${page.id}`, remove: () => stripe.checkout.sessions.expire(page.id) });
  tell(`Payment page ${page.id} opened`);
  const intent = await stripe.paymentIntents.create({
    amount: PRICE,
    currency: 'usd',
    customer: customer.id,
    // This card's funds are available immediately, so they can be transferred.
    payment_method: 'pm_card_bypassPending',
    allowed_payment_method_types: ['card'],
    confirm: true,
    description: 'Rehearsal',
  });
  if (intent.status !== 'succeeded') throw new RehearsalStalledError(`The payment ${intent.id} is ${intent.status}.`);
  tell(`Payment ${intent.id} of $${PRICE / 100} went through`);
  const refund = () => stripe.refunds.create({ payment_intent: intent.id });
  traces.push({ what: `The payment's money`, remove: refund });

  const seller = await createVerifiedSeller(stripe, traces);
  tell(`Seller ${seller} was verified`);
  const charge = typeof intent.latest_charge === 'string' ? intent.latest_charge : (intent.latest_charge?.id ?? '');
  const transfer = await stripe.transfers.create({
    amount: SHARE,
    currency: 'usd',
    destination: seller,
    source_transaction: charge,
    description: 'Rehearsal',
  });
  traces.push({ what: `Transfer ${transfer.id}`, remove: () => stripe.transfers.createReversal(transfer.id) });
  tell(`Payout ${transfer.id} of $${SHARE / 100} reached the seller`);
}

/** Creates a seller from Stripe's documented test person and bank, which are verified immediately. */
async function createVerifiedSeller(stripe: StripeClient, traces: CreatedObjects): Promise<string> {
  const account = await stripe.accounts.create({
    type: 'custom',
    country: 'US',
    business_type: 'individual',
    // Requesting transfers alone would need an approval that few platforms have.
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    business_profile: { mcc: '7994', url: 'https://accessible.stripe.com', product_description: 'Rehearsal' },
    individual: {
      first_name: 'Rehearsal',
      last_name: 'Seller',
      email: 'rehearsal@planetcrew.example',
      phone: '0000000000',
      dob: { day: 1, month: 1, year: 1901 },
      address: { line1: 'address_full_match', city: 'New York', state: 'NY', postal_code: '10001', country: 'US' },
      id_number: '000000000',
    },
    external_account: 'btok_us_verified',
    tos_acceptance: { date: Math.floor(Date.now() / 1_000), ip: '127.0.0.1' },
  });
  traces.push({ what: `Seller ${account.id}`, remove: () => stripe.accounts.del(account.id) });
  for (let attempt = 0; attempt < VERIFICATION_ATTEMPTS; attempt++) {
    const { capabilities } = await stripe.accounts.retrieve(account.id);
    if (capabilities?.transfers === 'active') return account.id;
    await sleep(VERIFICATION_POLL_MS);
  }
  throw new RehearsalStalledError(`The seller ${account.id} was not verified within a minute.`);
}
