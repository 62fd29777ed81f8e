import Stripe from 'stripe';

export type StripeClient = Stripe;
export type StripeEvent = Stripe.Event;
/** Version of the vendor's interface that the installed package speaks; events of another one are not read. */
export const API_VERSION: string = Stripe.API_VERSION;
/** The vendor's own types of what calls take, so that the compiler sees a field that a version drops. */
export type { Stripe as StripeParams } from 'stripe';

/** Address of the vendor; the sandbox has another one and nothing else differs. */
const STRIPE_URL = 'https://api.stripe.com';
/** An event signed longer ago than this is a replay. */
const REPLAY_SECONDS = 300;

export type StripeSettings = { secretKey: string; apiUrl?: string | undefined; fetch: typeof fetch };

/**
 * The official client on the given fetch. Network retries are off: the outbox of actions repeats them itself, after
 * looking whether the first attempt arrived.
 */
export function createStripeClient({ secretKey, apiUrl = STRIPE_URL, fetch }: StripeSettings): StripeClient {
  const base = apiUrl.replace(/\/+$/, '');
  const toApiUrl: typeof globalThis.fetch = (input, init) => fetch(String(input).replace(STRIPE_URL, base), init);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(toApiUrl),
    maxNetworkRetries: 0,
    timeout: 20_000,
    telemetry: false,
  });
}

/**
 * Takes an event out of the raw body of a webhook.
 * @throws when the signature is not ours or older than five minutes
 */
export function readEvent(body: string, signature: string, secret: string, now: Date): Promise<StripeEvent> {
  const crypto = Stripe.createSubtleCryptoProvider();
  return Stripe.webhooks.constructEventAsync(body, signature, secret, REPLAY_SECONDS, crypto, now.getTime());
}

export type Failure = { certain: boolean; broken: boolean; code: string; message: string };

/**
 * What a failed call means. `certain`: the processor refused, so nothing happened. Otherwise the answer was lost or its
 * side broke, and the call may have worked. `broken`: its side answered that it broke, and gives the same answer to the
 * same key for a day.
 */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { certain: false, broken: false, code: 'unknown', message: String((error as Error)?.message ?? error) };
  }
  const status = error.statusCode ?? 0;
  const certain = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return { certain, broken: status >= 500, code: error.code ?? error.type, message: error.message };
}
