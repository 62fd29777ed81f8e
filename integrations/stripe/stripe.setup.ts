import Stripe from 'stripe';
import { createFindings, type Finding } from '../findings.ts';
import { createStripeClient, type StripeClient, type StripeSettings } from './stripe.client.ts';

const { met, unmet, left, off } = createFindings('stripe', 'Stripe');
const DASHBOARD = 'https://dashboard.stripe.com';

const KEY = 'The key works';
const LIVE_LABEL = 'Payments are real';
const DELIVERY_LABEL = 'Payment events arrive here';
const ACCOUNT = 'The account may take payments and pay out';
const CONNECT = 'Sellers can be paid';
const SCHEDULE = 'Funds stay until they are due';
const TAX = 'Tax is set up';
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
    label: "Changes to sellers' accounts are reported to us",
  },
] as const;

/** @param settings undefined when no key is set */
export async function checkStripe(settings: StripeSettings | undefined, stripeNeeds: StripeNeeds): Promise<Finding[]> {
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
      ...(await checkEndpoints(stripe, stripeNeeds)),
      await checkWebhookDelivery(stripe, stripeNeeds),
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
  return { found: error.message.replace(/\.?$/, '.'), todo: getAdvice(error) };
}

function getAdvice(error: Stripe.errors.StripeError): string {
  const { StripeAuthenticationError, StripeConnectionError, StripePermissionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) {
    return `Set STRIPE_SECRET_KEY to a key from ${DASHBOARD}/apikeys that can read and write.`;
  }
  if (error instanceof StripeConnectionError) return 'Check that this machine can reach Stripe, then try again.';
  if (isTransient(error)) return "Wait a moment and try again. If that doesn't help, see https://status.stripe.com.";
  return 'Do what the message says, then try again.';
}

/** Returns whether Stripe throttles us or is down. The operator then has nothing to change. */
const isTransient = ({ statusCode = 0 }: Stripe.errors.StripeError) => statusCode === 429 || statusCode >= 500;

/** Checks that the key is live. Test keys are for development, not for launch. */
function checkLiveKey(secretKey: string): Finding {
  if (/^(sk|rk)_live_/.test(secretKey)) return met('live', LIVE_LABEL, "It's a live key.");
  return unmet('live', LIVE_LABEL, {
    found: "It's a test key, so no real money moves.",
    todo: 'After a successful rehearsal, set the live key and run "npm run go-live -- --set-up" again. Live mode has its own endpoints and secrets.',
  });
}

function checkAccount({ charges_enabled, payouts_enabled }: Stripe.Account): Finding {
  if (charges_enabled && payouts_enabled) return met('account', ACCOUNT, 'Stripe has enabled both.');
  const capabilities = [...(charges_enabled ? [] : ['payments']), ...(payouts_enabled ? [] : ['payouts'])].join(
    ' and ',
  );
  return unmet('account', ACCOUNT, {
    found: `Stripe has not enabled ${capabilities}.`,
    todo: `Complete what Stripe asks for at ${DASHBOARD}/account/onboarding.`,
  });
}

/** Checks that the account is a Connect platform. Other accounts can't list sellers' accounts at all. */
async function checkConnect(stripe: StripeClient): Promise<Finding> {
  try {
    await stripe.accounts.list({ limit: 1 });
    return met('connect', CONNECT, 'The account is a platform.');
  } catch (error) {
    const problem = toTrouble(error);
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    if (!(error instanceof StripeInvalidRequestError || error instanceof StripePermissionError)) {
      return unmet('connect', CONNECT, problem);
    }
    return unmet('connect', CONNECT, {
      found: problem.found,
      todo: `Sign up as a platform at ${DASHBOARD}/connect and complete its profile.`,
    });
  }
}

/**
 * Checks the payout schedule. Sellers' money is held in the platform's own balance, so automatic payouts would drain
 * it.
 */
function checkPayoutSchedule({ settings }: Stripe.Account): Finding {
  const interval = settings?.payouts?.schedule.interval;
  if (interval === 'manual') return met('schedule', SCHEDULE, "The platform's payouts are manual.");
  return unmet('schedule', SCHEDULE, {
    found: `The platform's payouts are ${interval ?? 'automatic'}. Held funds would be paid out to you and be missing for sellers.`,
    todo: `Set the payout schedule to manual at ${DASHBOARD}/settings/payouts.`,
  });
}

type Endpoint = Stripe.WebhookEndpoint;

async function listEndpointsAt(stripe: StripeClient, url: string): Promise<Endpoint[]> {
  const allEndpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  return allEndpoints.filter((one) => one.url === url && one.status === 'enabled');
}

const receivesEvents = (endpoint: Endpoint, types: string[]) =>
  endpoint.enabled_events.includes('*') || types.every((type) => endpoint.enabled_events.includes(type));
/**
 * Returns a predicate for endpoints of one kind. Stripe's list doesn't say which kind an endpoint is, so ours are
 * recognized by metadata and others by their event types.
 */
const isFor = (isConnect: boolean) => (endpoint: Endpoint) =>
  endpoint.metadata.scope
    ? (endpoint.metadata.scope === 'connect') === isConnect
    : endpoint.enabled_events.some((type) => type.startsWith('account.')) === isConnect;

async function checkEndpoints(stripe: StripeClient, stripeNeeds: StripeNeeds): Promise<Finding[]> {
  const endpoints = await listEndpointsAt(stripe, stripeNeeds.webhookUrl);
  const version = readApiVersion(stripe);
  return ENDPOINTS.map(({ thing, label, connect, secret }) => {
    const types = stripeNeeds[thing];
    const ownEndpoints = endpoints.filter(isFor(connect));
    const completeEndpoint = ownEndpoints.find((one) => receivesEvents(one, types));
    const currentEndpoint = ownEndpoints.find((one) => receivesEvents(one, types) && one.api_version === version);
    if (
      currentEndpoint &&
      stripeNeeds.secrets[thing] &&
      (thing === 'own' || stripeNeeds.secrets.own !== stripeNeeds.secrets.sellers)
    ) {
      return met(
        thing,
        label,
        `${currentEndpoint.id} sends all ${types.length} kinds of events in version ${version}.`,
      );
    }
    if (currentEndpoint) {
      return unmet(thing, label, {
        found: stripeNeeds.secrets[thing]
          ? 'STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET are the same, but each endpoint has its own.'
          : `${currentEndpoint.id} sends them, but ${secret} is not set here, so they're all refused.`,
        todo: `Open ${currentEndpoint.id} at ${DASHBOARD}/webhooks, reveal its signing secret and set ${secret} to it.`,
      });
    }
    const kind = connect ? 'events on connected accounts' : 'events on your account';
    if (completeEndpoint) {
      return unmet(thing, label, {
        found: `${completeEndpoint.id} sends events in version ${completeEndpoint.api_version ?? 'of the account'}, not in ${version}.`,
        todo: `Run "npm run go-live -- --set-up", which creates another one, set ${secret}, then remove ${completeEndpoint.id}.`,
      });
    }
    const [ownEndpoint] = ownEndpoints;
    const missingTypes = types.filter((type) => ownEndpoint && !receivesEvents(ownEndpoint, [type]));
    return unmet(thing, label, {
      found: ownEndpoint
        ? `${ownEndpoint.id} doesn't send ${missingTypes.join(', ')}.`
        : `Nothing sends ${kind} to ${stripeNeeds.webhookUrl}.`,
      todo: `Run "npm run go-live -- --set-up", or add it at ${DASHBOARD}/webhooks (${kind}, version ${version}: ${types.join(', ')}), and set ${secret}.`,
    });
  });
}

const readApiVersion = (stripe: StripeClient) => String(stripe.getApiField('version'));

/** Age of the events to check. Newer ones may still be in transit, and older ones may predate a fix. */
const DELIVERY_WINDOW_SECONDS = { atLeast: 300, atMost: 86_400 };

/**
 * Asks Stripe whether our server accepted its events. If not, the likely cause is a secret of another endpoint or mode,
 * a firewall or a typo.
 */
async function checkWebhookDelivery(stripe: StripeClient, { own, webhookUrl }: StripeNeeds): Promise<Finding> {
  const now = Math.floor(Date.now() / 1_000);
  const { data } = await stripe.events.list({
    delivery_success: false,
    types: own,
    created: { gte: now - DELIVERY_WINDOW_SECONDS.atMost, lte: now - DELIVERY_WINDOW_SECONDS.atLeast },
    limit: 1,
  });
  const [lostEvent] = data;
  if (!lostEvent) return met('arrival', DELIVERY_LABEL, 'Stripe delivered all events of the last day.');
  return unmet('arrival', DELIVERY_LABEL, {
    found: `${lostEvent.id} (${lostEvent.type}) and possibly other events of the last day weren't delivered.`,
    todo: `Look up this server's response at ${DASHBOARD}/webhooks. If it's a 422 about the signature, STRIPE_WEBHOOK_SECRET belongs to another endpoint or mode. Otherwise, check that ${webhookUrl} can be reached from the internet. Until then, we poll for payments, so they're a few minutes late.`,
  });
}

/**
 * Checks tax settings. Whether tax is owed is a legal question, so inactive tax counts as a decision of the operator
 * and not as a problem.
 */
async function checkTax(stripe: StripeClient): Promise<Finding> {
  try {
    const { status } = await stripe.tax.settings.retrieve();
    if (status === 'active') return met('tax', TAX, 'Stripe Tax has your address and registrations.');
  } catch (error) {
    return unmet('tax', TAX, toTrouble(error));
  }
  return left('tax', TAX, {
    found: "Stripe Tax isn't active. People pay the listed prices, and no tax is added or reported for you.",
    todo: `Ask a tax professional in your country, and fill in ${DASHBOARD}/settings/tax if you owe tax.`,
  });
}

async function checkPortal(stripe: StripeClient): Promise<Finding> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 1 });
  const [one] = data;
  if (!one) return met('portal', PORTAL, 'The page is created when the first subscriber opens it.');
  return met('portal', PORTAL, `Their page is ${one.id}.`);
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
  stripeNeeds: StripeNeeds,
  onCreated: (endpoint: CreatedEndpoint) => void = () => {},
): Promise<CreatedEndpoint[]> {
  const stripe = createStripeClient(settings);
  const version = readApiVersion(stripe);
  const endpoints = await listEndpointsAt(stripe, stripeNeeds.webhookUrl);
  const createdEndpoints: CreatedEndpoint[] = [];
  for (const { thing, connect, secret: variable } of ENDPOINTS) {
    const types = stripeNeeds[thing] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
    const ownEndpoints = endpoints.filter((one) => isFor(connect)(one) && one.api_version === version);
    if (ownEndpoints.some((one) => receivesEvents(one, types))) continue;
    const [ownEndpoint] = ownEndpoints;
    if (ownEndpoint) {
      const allTypes = [...new Set([...ownEndpoint.enabled_events, ...types])] as typeof types;
      await stripe.webhookEndpoints.update(ownEndpoint.id, { enabled_events: allTypes });
      continue;
    }
    const { id, secret = '' } = await stripe.webhookEndpoints.create({
      url: stripeNeeds.webhookUrl,
      connect,
      enabled_events: types,
      api_version: version as Stripe.WebhookEndpointCreateParams.ApiVersion,
      description: connect ? 'Planet Crew: accounts of sellers' : 'Planet Crew: payments',
      metadata: { scope: connect ? 'connect' : 'account' },
    });
    createdEndpoints.push({ id, variable, secret });
    onCreated({ id, variable, secret });
  }
  return createdEndpoints;
}
