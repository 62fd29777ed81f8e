import Stripe from 'stripe';
import { type Finding, findingsOf } from '../findings.ts';
import { openStripe, type StripeClient, type StripeSettings } from './stripe.client.ts';

const { met, unmet, off } = findingsOf('stripe', 'Stripe');
const DASHBOARD = 'https://dashboard.stripe.com';

const KEY = 'The key works';
const ACCOUNT = 'The account may take payments and pay out';
const CONNECT = 'Sellers can be paid';
const SCHEDULE = 'Money stays until it is due';
const TAX = 'Tax is settled';
const PORTAL = 'Subscribers can manage their plan';

export type StripeNeeds = {
  /** Where events of the processor come to. */
  webhookUrl: string;
  /** Types of events about our own account, and about accounts of sellers. */
  own: string[];
  sellers: string[];
};

/** The two endpoints that have to exist, as we call them there. */
const ENDPOINTS = [
  { thing: 'own', secret: 'STRIPE_WEBHOOK_SECRET', connect: false, label: 'Payments are reported to us' },
  {
    thing: 'sellers',
    secret: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    connect: true,
    label: 'Accounts of sellers are reported to us',
  },
] as const;

/** @param settings undefined while no key is set */
export async function stripeFindings(settings: StripeSettings | undefined, needs: StripeNeeds): Promise<Finding[]> {
  if (!settings) {
    return [off('Payments', 'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET.')];
  }
  const stripe = openStripe(settings);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    const live = /^(sk|rk)_live_/.test(settings.secretKey);
    const kind = live ? 'real money' : 'a test: no real money moves';
    return [
      met('key', KEY, `It belongs to ${account.id} and is for ${kind}.`),
      accountFinding(account),
      await connectFinding(stripe),
      scheduleFinding(account),
      ...(await endpointFindings(stripe, needs)),
      await taxFinding(stripe),
      await portalFinding(stripe),
    ];
  } catch (error) {
    return [unmet('key', KEY, troubleOf(error))];
  }
}

function troubleOf(error: unknown): { found: string; todo: string } {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const found = `${error.message.replace(/\.?$/, '.')}`;
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) {
    return { found, todo: `Set STRIPE_SECRET_KEY to a key of ${DASHBOARD}/apikeys that may read and write.` };
  }
  return { found, todo: 'See whether this machine may reach Stripe, wait a little and look again.' };
}

function accountFinding({ charges_enabled, payouts_enabled }: Stripe.Account): Finding {
  if (charges_enabled && payouts_enabled) return met('account', ACCOUNT, 'Stripe has enabled both.');
  const missing = [...(charges_enabled ? [] : ['payments']), ...(payouts_enabled ? [] : ['payouts'])].join(' and ');
  return unmet('account', ACCOUNT, {
    found: `Stripe has not enabled ${missing}.`,
    todo: `Answer what Stripe asks for under ${DASHBOARD}/account/onboarding.`,
  });
}

/** Whoever has not signed up as a platform may not even list accounts of sellers. */
async function connectFinding(stripe: StripeClient): Promise<Finding> {
  try {
    await stripe.accounts.list({ limit: 1 });
    return met('connect', CONNECT, 'The account is a platform.');
  } catch (error) {
    return unmet('connect', CONNECT, {
      found: troubleOf(error).found,
      todo: `Sign up as a platform under ${DASHBOARD}/connect and have the capability "transfers" approved for sellers.`,
    });
  }
}

/** What waits for sellers lies in the platform's own balance: automatic payouts would carry it off. */
function scheduleFinding({ settings }: Stripe.Account): Finding {
  const interval = settings?.payouts?.schedule.interval;
  if (interval === 'manual') return met('schedule', SCHEDULE, 'Payouts of the platform are made by hand.');
  return unmet('schedule', SCHEDULE, {
    found: `Payouts of the platform are ${interval ?? 'automatic'}: held money would be paid out to you and be missing for sellers.`,
    todo: `Set the payout schedule to manual under ${DASHBOARD}/settings/payouts.`,
  });
}

type Endpoint = Stripe.WebhookEndpoint;

async function endpointsAt(stripe: StripeClient, url: string): Promise<Endpoint[]> {
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  return all.filter((one) => one.url === url && one.status === 'enabled');
}

const hears = (endpoint: Endpoint, types: string[]) =>
  endpoint.enabled_events.includes('*') || types.every((type) => endpoint.enabled_events.includes(type));
/** The list does not say which of the two kinds an endpoint is: ours are marked, others are told by what they hear. */
const isFor = (connect: boolean) => (endpoint: Endpoint) =>
  endpoint.metadata.scope
    ? (endpoint.metadata.scope === 'connect') === connect
    : endpoint.enabled_events.some((type) => type.startsWith('account.')) === connect;

async function endpointFindings(stripe: StripeClient, needs: StripeNeeds): Promise<Finding[]> {
  const there = await endpointsAt(stripe, needs.webhookUrl);
  const version = versionOf(stripe);
  return ENDPOINTS.map(({ thing, label, connect, secret }) => {
    const types = needs[thing];
    const mine = there.filter(isFor(connect));
    const whole = mine.find((one) => hears(one, types));
    const fit = mine.find((one) => hears(one, types) && one.api_version === version);
    if (fit) return met(thing, label, `${fit.id} sends all ${types.length} kinds of events in version ${version}.`);
    const kind = connect ? 'events on connected accounts' : 'events on your account';
    if (whole) {
      return unmet(thing, label, {
        found: `${whole.id} sends events in version ${whole.api_version ?? 'of the account'}, not in ${version}.`,
        todo: `Run "npm run go-live -- --set-up", which makes another one, set ${secret}, then remove ${whole.id}.`,
      });
    }
    const [some] = mine;
    const absent = types.filter((type) => some && !hears(some, [type]));
    return unmet(thing, label, {
      found: some ? `${some.id} does not send ${absent.join(', ')}.` : `Nothing sends ${kind} to ${needs.webhookUrl}.`,
      todo: `Run "npm run go-live -- --set-up", or add it under ${DASHBOARD}/webhooks (${kind}, version ${version}: ${types.join(', ')}), and set ${secret}.`,
    });
  });
}

const versionOf = (stripe: StripeClient) => String(stripe.getApiField('version'));

async function taxFinding(stripe: StripeClient): Promise<Finding> {
  try {
    const { status } = await stripe.tax.settings.retrieve();
    if (status === 'active') return met('tax', TAX, 'Stripe Tax knows your address and where you are registered.');
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
  }
  return unmet('tax', TAX, {
    found: 'Stripe Tax is not active. Prices are what people pay; nothing is added or reported for you.',
    todo: `Ask somebody who knows the law where you are, and fill in ${DASHBOARD}/settings/tax.`,
  });
}

async function portalFinding(stripe: StripeClient): Promise<Finding> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 1 });
  const [one] = data;
  if (!one) return met('portal', PORTAL, 'Its page is made when the first subscriber asks for it.');
  return met('portal', PORTAL, `${one.id} is their page.`);
}

export type SetUp = {
  id: string;
  /** The variable that this secret belongs to; Stripe shows it this once. */
  variable: string;
  secret: string;
};

/**
 * Makes the endpoints that are missing or send another version, and adds events that one does not send.
 * @throws Stripe.errors.StripeError
 */
export async function setUpStripe(settings: StripeSettings, needs: StripeNeeds): Promise<SetUp[]> {
  const stripe = openStripe(settings);
  const version = versionOf(stripe);
  const there = await endpointsAt(stripe, needs.webhookUrl);
  const made: SetUp[] = [];
  for (const { thing, connect, secret: variable } of ENDPOINTS) {
    const types = needs[thing] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
    const mine = there.filter((one) => isFor(connect)(one) && one.api_version === version);
    if (mine.some((one) => hears(one, types))) continue;
    const [some] = mine;
    if (some) {
      const all = [...new Set([...some.enabled_events, ...types])] as typeof types;
      await stripe.webhookEndpoints.update(some.id, { enabled_events: all });
      continue;
    }
    const { id, secret = '' } = await stripe.webhookEndpoints.create({
      url: needs.webhookUrl,
      connect,
      enabled_events: types,
      api_version: version as Stripe.WebhookEndpointCreateParams.ApiVersion,
      description: connect ? 'Planet Crew: accounts of sellers' : 'Planet Crew: payments',
      metadata: { scope: connect ? 'connect' : 'account' },
    });
    made.push({ id, variable, secret });
  }
  return made;
}
