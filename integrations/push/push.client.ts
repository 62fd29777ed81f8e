import { createHash, createPublicKey } from 'node:crypto';
import webPush from 'web-push';
import type { Env } from '../../server/env.ts';
import { type Outcome, parseRetryAfterMs } from '../outcome.ts';
import { isPublicAddress, type ResolveHost, resolvesToPublicAddress } from '../public-address.ts';
import { getPublicFetchOptions, PRIVATE_HOST } from '../public-fetch.ts';

/** The key pair that identifies us to push services (RFC 8292), as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * A browser's push subscription: its endpoint, and its keys (RFC 8291). Only the browser can decrypt messages encrypted
 * with them.
 */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushMessage = {
  /** Text that's passed to the service worker. */
  payload: string;
  urgency: 'normal' | 'high';
  /** How long the push service keeps the message while the device is off. */
  ttlSeconds: number;
  /** A newer message with the same topic replaces one that hasn't been delivered yet. */
  topic: string | undefined;
};

/** Outcome of sending to one device. With `gone`, the browser has unsubscribed or the subscription never existed. */
export type PushOutcome = Exclude<Outcome, { outcome: 'closed' }> | { outcome: 'gone'; error: string };

export type PushConfig = {
  /** Contact for push services that have questions about our messages. */
  subject: string;
  /** The demo sandbox: the origin for browsers, and the address that the server uses to reach it. */
  sandboxTarget: { origin: string; at: string } | undefined;
};

const RESPONSE_TIMEOUT_MS = 15_000;
const MAX_TOPIC_LENGTH = 32;

/** Returns the push configuration. Push doesn't need a vendor key, so it works wherever the server runs. */
export function readPushConfig(env: Pick<Env, 'demo' | 'origin' | 'PORT' | 'MAIL_FROM'>): PushConfig {
  const mail = /<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM;
  return {
    // Push services accept a web or an email address. The web address is more informative.
    subject: env.origin.startsWith('https:') ? env.origin : `mailto:${mail}`,
    sandboxTarget: env.demo
      ? { origin: `${env.origin}/sandbox/push/`, at: `http://127.0.0.1:${env.PORT}/sandbox/push/` }
      : undefined,
  };
}

export const createPushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/** Returns whether we send to this address at all: it must be public or the demo sandbox. */
export function isPushAddress(config: PushConfig, endpoint: string): boolean {
  return isSandboxEndpoint(config, endpoint) || isPublicAddress(endpoint);
}

/** Like `isPushAddress`, but also checks what the name currently resolves to. Use it before storing an address. */
export async function resolvesToPushService(
  config: PushConfig,
  endpoint: string,
  resolve: ResolveHost,
): Promise<boolean> {
  return isSandboxEndpoint(config, endpoint) || (await resolvesToPublicAddress(endpoint, resolve));
}

// Parse the URL first, so that "…/push/../" can't point elsewhere on our own server.
const isSandboxEndpoint = ({ sandboxTarget }: PushConfig, endpoint: string) =>
  sandboxTarget !== undefined && URL.parse(endpoint)?.href.startsWith(sandboxTarget.origin) === true;

/** Returns whether the key is a point on the curve. We can't encrypt for any other key. */
export function canEncryptFor(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** Hashes a topic to the few characters that push services accept. */
const shortenTopic = (topic: string) =>
  createHash('sha256').update(topic).digest('base64url').slice(0, MAX_TOPIC_LENGTH);

/** Encrypts a message for one browser and sends it to its push service. */
export async function sendPush(
  config: PushConfig,
  fetcher: typeof fetch,
  keys: PushKeys,
  { target, message }: { target: PushTarget; message: PushMessage },
): Promise<PushOutcome> {
  if (!isPushAddress(config, target.endpoint) || !canEncryptFor(target.keys.p256dh)) {
    return { outcome: 'gone', error: "This isn't a push service address." };
  }
  const { method, headers, body } = webPush.generateRequestDetails(target, message.payload, {
    vapidDetails: { subject: config.subject, ...keys },
    contentEncoding: 'aes128gcm',
    urgency: message.urgency,
    TTL: message.ttlSeconds,
    ...(message.topic === undefined ? {} : { topic: shortenTopic(message.topic) }),
  });
  let response: Response;
  try {
    response = await fetcher(toRequestUrl(config, target.endpoint), {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]) as [string, string][],
      body: new Uint8Array(body!),
      ...(isSandboxEndpoint(config, target.endpoint) ? {} : await getPublicFetchOptions()),
      // Don't follow redirects, because their targets haven't been checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    const { host } = new URL(target.endpoint);
    if (cause === PRIVATE_HOST) return { outcome: 'refused', error: `${host} leads into a private network.` };
    const outcome = cause === 'ECONNREFUSED' || cause === 'ENOTFOUND' ? 'retry' : 'unknown';
    return { outcome, error: `${host}: ${(error as Error).message}` };
  }
  await response.body?.cancel();
  return toOutcome(response, new URL(target.endpoint).host);
}

function toRequestUrl({ sandboxTarget }: PushConfig, endpoint: string): string {
  const { href } = new URL(endpoint);
  return sandboxTarget && href.startsWith(sandboxTarget.origin)
    ? sandboxTarget.at + href.slice(sandboxTarget.origin.length)
    : href;
}

function toOutcome(response: Response, host: string): PushOutcome {
  if (response.ok) return { outcome: 'sent', id: response.headers.get('Location') ?? '' };
  const { status } = response;
  const error = `${host} answered ${status}`;
  if (status === 404 || status === 410) return { outcome: 'gone', error };
  if (status === 429 || status >= 500) return { outcome: 'retry', error, afterMs: parseRetryAfterMs(response) };
  return { outcome: 'refused', error };
}
