import Stripe from 'stripe';

export type StripeClient = Stripe;
export type StripeEvent = Stripe.Event;
/** Stripe API version of the installed package. Events of any other version are ignored. */
export const API_VERSION: string = Stripe.API_VERSION;
/** Stripe's own parameter types, so the compiler catches fields that a new version drops. */
export type { Stripe as StripeParams } from 'stripe';

/** Stripe's base URL, the only thing that differs for the sandbox. */
const STRIPE_URL = 'https://api.stripe.com';
/** Maximum age of an event's signature; older events are treated as replays. */
const REPLAY_SECONDS = 300;

export type StripeSettings = { secretKey: string; apiUrl?: string | undefined; fetch: typeof fetch };

/**
 * Creates the official client with the given fetch. Network retries are off, because our action outbox retries after
 * checking whether the first attempt succeeded.
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
 * Parses and verifies an event from the raw body of a webhook.
 * @throws when the signature is invalid or older than five minutes
 */
export function readEvent(body: string, signature: string, secret: string, now: Date): Promise<StripeEvent> {
  const crypto = Stripe.createSubtleCryptoProvider();
  return Stripe.webhooks.constructEventAsync(body, signature, secret, REPLAY_SECONDS, crypto, now.getTime());
}

export type StripeFailure = { certain: boolean; broken: boolean; code: string; message: string };

/**
 * Classifies a failed call. `isCertain`: Stripe refused, so nothing happened. Otherwise the response was lost or Stripe
 * failed, and the call may have worked. `broken`: Stripe returned a server error, and repeats that response for the
 * same key for a day.
 */
export function toFailure(error: unknown): StripeFailure {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { certain: false, broken: false, code: 'unknown', message: String((error as Error)?.message ?? error) };
  }
  const status = error.statusCode ?? 0;
  const isCertain = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return { certain: isCertain, broken: status >= 500, code: error.code ?? error.type, message: error.message };
}
