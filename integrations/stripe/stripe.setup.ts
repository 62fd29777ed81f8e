import Stripe from 'stripe';
import { createFindings, type Finding } from '../findings.ts';
import { createStripeClient, type StripeClient, type StripeSettings } from './stripe.client.ts';

const { met, unmet, left, off } = createFindings('stripe', 'Stripe');
const DASHBOARD = 'https://dashboard.stripe.com';

const KEY = 'The key works';
const LIVE = 'Payments are real';
const DELIVERY_LABEL = 'Payment events arrive here';
const ACCOUNT = 'The account may take payments and pay out';
const CONNECT = 'Sellers can be paid';
const SCHEDULE = 'Money stays until it is due';
const TAX = 'Tax is settled';
const PORTAL = 'Subscribers can manage their plan';

export type StripeNeeds = {
  /** URL that receives Stripe's events. */
  webhookUrl: string;
  /** Event types for our own account and for sellers' accounts. */
  own: string[];
  sellers: string[];
  /** Secrets of the two endpoints, if configured. */
  secrets: { own: string | undefined; sellers: string | undefined };
};

/** The two required endpoints, with our names for them. */
const ENDPOINTS = [
  { thing: 'own', secret: 'STRIPE_WEBHOOK_SECRET', connect: false, label: 'Payments are reported to us' },
  {
    thing: 'sellers',
    secret: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    connect: true,
    label: 'Accounts of sellers are reported to us',
  },
] as const;

/** @param settings undefined when no key is set */
export async function checkStripe(settings: StripeSettings | undefined, needs: StripeNeeds): Promise<Finding[]> {
  if (!settings) {
    return [off('Payments', 'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET.')];
  }
  const stripe = createStripeClient(settings);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    return [
      met('key', KEY, `It belongs to ${account.id}.`),
      checkLiveKey(settings.secretKey),
      checkAccount(account),
      await checkConnect(stripe),
      checkPayoutSchedule(account),
      ...(await checkEndpoints(stripe, needs)),
      await checkWebhookDelivery(stripe, needs),
      await checkTax(stripe),
      await checkPortal(stripe),
    ];
  } catch (error) {
    return [unmet('key', KEY, toTrouble(error))];
  }
}

/** Describes in two sentences what to do about a call that Stripe refused. */
export function toTrouble(error: unknown): { found: string; todo: string } {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return { found: error.message.replace(/\.?$/, '.'), todo: adviseOn(error) };
}

function adviseOn(error: Stripe.errors.StripeError): string {
  const { StripeAuthenticationError, StripeConnectionError, StripePermissionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) {
    return `Set STRIPE_SECRET_KEY to a key of ${DASHBOARD}/apikeys that may read and write.`;
  }
  if (error instanceof StripeConnectionError) return 'See whether this machine may reach Stripe, then try again.';
  if (isTransient(error)) return 'Wait a little and try again; if it stays, see https://status.stripe.com.';
  return 'Do what Stripe says here, then try again.';
}

/** Returns whether Stripe throttles us or is down, so there's nothing to change in its settings. */
const isTransient = ({ statusCode = 0 }: Stripe.errors.StripeError) => statusCode === 429 || statusCode >= 500;

/** Checks that the key is live. Test keys are for development, not for launch. */
function checkLiveKey(secretKey: string): Finding {
  if (/^(sk|rk)_live_/.test(secretKey)) return met('live', LIVE, 'The key is for real money.');
  return unmet('live', LIVE, {
    found: 'The key is a test key: no real money moves.',
    todo: 'Once the rehearsal has gone through, set the live key and run "npm run go-live -- --set-up" with it: endpoints and secrets of live mode are different ones.',
  });
}

function checkAccount({ charges_enabled, payouts_enabled }: Stripe.Account): Finding {
  if (charges_enabled && payouts_enabled) return met('account', ACCOUNT, 'Stripe has enabled both.');
  const missing = [...(charges_enabled ? [] : ['payments']), ...(payouts_enabled ? [] : ['payouts'])].join(' and ');
  return unmet('account', ACCOUNT, {
    found: `Stripe has not enabled ${missing}.`,
    todo: `Answer what Stripe asks for under ${DASHBOARD}/account/onboarding.`,
  });
}

/** Checks that the account is a Connect platform. Other accounts can't list sellers' accounts at all. */
async function checkConnect(stripe: StripeClient): Promise<Finding> {
  try {
    await stripe.accounts.list({ limit: 1 });
    return met('connect', CONNECT, 'The account is a platform.');
  } catch (error) {
    const trouble = toTrouble(error);
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    if (!(error instanceof StripeInvalidRequestError || error instanceof StripePermissionError)) {
      return unmet('connect', CONNECT, trouble);
    }
    return unmet('connect', CONNECT, {
      found: trouble.found,
      todo: `Sign up as a platform under ${DASHBOARD}/connect and complete the profile of the platform.`,
    });
  }
}

/**
 * Checks the payout schedule. Sellers' money is held in the platform's own balance, so automatic payouts would drain
 * it.
 */
function checkPayoutSchedule({ settings }: Stripe.Account): Finding {
  const interval = settings?.payouts?.schedule.interval;
  if (interval === 'manual') return met('schedule', SCHEDULE, 'Payouts of the platform are made by hand.');
  return unmet('schedule', SCHEDULE, {
    found: `Payouts of the platform are ${interval ?? 'automatic'}: held money would be paid out to you and be missing for sellers.`,
    todo: `Set the payout schedule to manual under ${DASHBOARD}/settings/payouts.`,
  });
}

type Endpoint = Stripe.WebhookEndpoint;

async function listEndpointsAt(stripe: StripeClient, url: string): Promise<Endpoint[]> {
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  return all.filter((one) => one.url === url && one.status === 'enabled');
}

const receivesEvents = (endpoint: Endpoint, types: string[]) =>
  endpoint.enabled_events.includes('*') || types.every((type) => endpoint.enabled_events.includes(type));
/**
 * Returns a predicate for endpoints of one kind. Stripe's list doesn't say which kind an endpoint is, so ours are
 * recognized by metadata and others by their event types.
 */
const isFor = (connect: boolean) => (endpoint: Endpoint) =>
  endpoint.metadata.scope
    ? (endpoint.metadata.scope === 'connect') === connect
    : endpoint.enabled_events.some((type) => type.startsWith('account.')) === connect;

async function checkEndpoints(stripe: StripeClient, needs: StripeNeeds): Promise<Finding[]> {
  const endpoints = await listEndpointsAt(stripe, needs.webhookUrl);
  const version = readApiVersion(stripe);
  return ENDPOINTS.map(({ thing, label, connect, secret }) => {
    const types = needs[thing];
    const ownEndpoints = endpoints.filter(isFor(connect));
    const completeEndpoint = ownEndpoints.find((one) => receivesEvents(one, types));
    const currentEndpoint = ownEndpoints.find((one) => receivesEvents(one, types) && one.api_version === version);
    if (currentEndpoint && needs.secrets[thing] && (thing === 'own' || needs.secrets.own !== needs.secrets.sellers)) {
      return met(
        thing,
        label,
        `${currentEndpoint.id} sends all ${types.length} kinds of events in version ${version}.`,
      );
    }
    if (currentEndpoint) {
      return unmet(thing, label, {
        found: needs.secrets[thing]
          ? 'STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET are the same: each endpoint has its own.'
          : `${currentEndpoint.id} sends them, but ${secret} is not set here, so none of them is believed.`,
        todo: `Open ${currentEndpoint.id} under ${DASHBOARD}/webhooks, reveal its signing secret and set ${secret} to it.`,
      });
    }
    const kind = connect ? 'events on connected accounts' : 'events on your account';
    if (completeEndpoint) {
      return unmet(thing, label, {
        found: `${completeEndpoint.id} sends events in version ${completeEndpoint.api_version ?? 'of the account'}, not in ${version}.`,
        todo: `Run "npm run go-live -- --set-up", which makes another one, set ${secret}, then remove ${completeEndpoint.id}.`,
      });
    }
    const [some] = ownEndpoints;
    const missingTypes = types.filter((type) => some && !receivesEvents(some, [type]));
    return unmet(thing, label, {
      found: some
        ? `${some.id} does not send ${missingTypes.join(', ')}.`
        : `Nothing sends ${kind} to ${needs.webhookUrl}.`,
      todo: `Run "npm run go-live -- --set-up", or add it under ${DASHBOARD}/webhooks (${kind}, version ${version}: ${types.join(', ')}), and set ${secret}.`,
    });
  });
}

const readApiVersion = (stripe: StripeClient) => String(stripe.getApiField('version'));

/** Age of the events to check. Newer ones may still be in transit, and older ones may predate a fix. */
const DELIVERY_WINDOW_SECONDS = { atLeast: 300, atMost: 86_400 };

/**
 * Asks Stripe whether our server accepted its events. If not, the cause is the secret of another endpoint or mode, a
 * firewall or a typo.
 */
async function checkWebhookDelivery(stripe: StripeClient, { own, webhookUrl }: StripeNeeds): Promise<Finding> {
  const now = Math.floor(Date.now() / 1_000);
  const { data } = await stripe.events.list({
    delivery_success: false,
    types: own,
    created: { gte: now - DELIVERY_WINDOW_SECONDS.atMost, lte: now - DELIVERY_WINDOW_SECONDS.atLeast },
    limit: 1,
  });
  const [lost] = data;
  if (!lost) return met('arrival', DELIVERY_LABEL, 'Stripe has no event of the last day that was not taken.');
  return unmet('arrival', DELIVERY_LABEL, {
    found: `${lost.id} (${lost.type}) and perhaps others of the last day were not taken.`,
    todo: `Look under ${DASHBOARD}/webhooks at what this server answered. 422 about the signature: STRIPE_WEBHOOK_SECRET is not the secret of that endpoint and mode. Otherwise see whether the internet reaches ${webhookUrl}. Payments are read back meanwhile, some minutes late.`,
  });
}

/** Checks tax settings. Whether tax is owed is a legal question, so inactive tax is treated as a decision. */
async function checkTax(stripe: StripeClient): Promise<Finding> {
  try {
    const { status } = await stripe.tax.settings.retrieve();
    if (status === 'active') return met('tax', TAX, 'Stripe Tax knows your address and where you are registered.');
  } catch (error) {
    return unmet('tax', TAX, toTrouble(error));
  }
  return left('tax', TAX, {
    found: 'Stripe Tax is not active. Prices are what people pay; nothing is added or reported for you.',
    todo: `Ask somebody who knows the law where you are, and fill in ${DASHBOARD}/settings/tax if you owe any.`,
  });
}

async function checkPortal(stripe: StripeClient): Promise<Finding> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 1 });
  const [one] = data;
  if (!one) return met('portal', PORTAL, 'Its page is made when the first subscriber asks for it.');
  return met('portal', PORTAL, `${one.id} is their page.`);
}

export type CreatedEndpoint = {
  id: string;
  /** Environment variable for the secret, which Stripe shows only once. */
  variable: string;
  secret: string;
};

/**
 * Creates endpoints that are missing or send another version, and adds missing events to existing ones.
 * @param onCreated called for each endpoint as soon as it's created, because its secret is shown only once
 * @throws Stripe.errors.StripeError
 */
export async function setUpStripe(
  settings: StripeSettings,
  needs: StripeNeeds,
  onCreated: (made: CreatedEndpoint) => void = () => {},
): Promise<CreatedEndpoint[]> {
  const stripe = createStripeClient(settings);
  const version = readApiVersion(stripe);
  const endpoints = await listEndpointsAt(stripe, needs.webhookUrl);
  const made: CreatedEndpoint[] = [];
  for (const { thing, connect, secret: variable } of ENDPOINTS) {
    const types = needs[thing] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
    const mine = endpoints.filter((one) => isFor(connect)(one) && one.api_version === version);
    if (mine.some((one) => receivesEvents(one, types))) continue;
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
    onCreated({ id, variable, secret });
  }
  return made;
}
