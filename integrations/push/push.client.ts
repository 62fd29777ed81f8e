import { createHash, createPublicKey } from 'node:crypto';
import webPush from 'web-push';
import type { Env } from '../../server/env.ts';
import { type Outcome, parseRetryAfterMs } from '../outcome.ts';
import { isPublicAddress, type ResolveHost, resolvesToPublicAddress } from '../public-address.ts';
import { getPublicFetch, PRIVATE_HOST } from '../public-fetch.ts';

/** The pair with which push services know us (RFC 8292), as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/** What a browser gives us to reach it: where, and the keys that only it can open messages with (RFC 8291). */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushMessage = {
  /** What the service worker gets. */
  payload: string;
  urgency: 'normal' | 'high';
  /** For so long the push service keeps it for a device that is off. */
  ttlSeconds: number;
  /** A newer message about the same replaces one that still waits there. */
  topic: string | undefined;
};

/** How handing it to one device went; `gone`: the browser has given the address up, or it never was one. */
export type PushOutcome = Exclude<Outcome, { outcome: 'closed' }> | { outcome: 'gone'; error: string };

export type PushConfig = {
  /** Whom a push service can ask about what we send. */
  subject: string;
  /** The stand-in of a demonstration: the address that browsers are given, and where it is reached from here. */
  sandboxTarget: { origin: string; at: string } | undefined;
};

const RESPONSE_TIMEOUT_MS = 15_000;
const MAX_TOPIC_LENGTH = 32;

/** Push needs no key of a vendor: it is there wherever the server runs. */
export function readPushConfig(env: Pick<Env, 'demo' | 'origin' | 'PORT' | 'MAIL_FROM'>): PushConfig {
  const mail = /<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM;
  return {
    // A push service takes an address of the web or of mail; the first says more.
    subject: env.origin.startsWith('https:') ? env.origin : `mailto:${mail}`,
    sandboxTarget: env.demo
      ? { origin: `${env.origin}/sandbox/push/`, at: `http://127.0.0.1:${env.PORT}/sandbox/push/` }
      : undefined,
  };
}

/** A new pair. */
export const createPushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/** Whether we send to this address at all: a public one, or the stand-in of a demonstration. */
export function isPushAddress(config: PushConfig, endpoint: string): boolean {
  return isSandboxEndpoint(config, endpoint) || isPublicAddress(endpoint);
}

/** As `isPushAddress`, and by where its name leads now: for an address that is about to be kept. */
export async function resolvesToPushService(
  config: PushConfig,
  endpoint: string,
  resolve: ResolveHost,
): Promise<boolean> {
  return isSandboxEndpoint(config, endpoint) || (await resolvesToPublicAddress(endpoint, resolve));
}

// Parsed first, so that no "…/push/../" leads elsewhere on our own server.
const isSandboxEndpoint = ({ sandboxTarget }: PushConfig, endpoint: string) =>
  sandboxTarget !== undefined && URL.parse(endpoint)?.href.startsWith(sandboxTarget.origin) === true;

/** Whether the key is a point of the curve: only then can anything be encrypted for it. */
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

/** What a message is about, in the few characters that push services take. */
const shortenTopic = (topic: string) =>
  createHash('sha256').update(topic).digest('base64url').slice(0, MAX_TOPIC_LENGTH);

/** Encrypts a message for one browser and hands it to its push service. */
export async function sendPush(
  config: PushConfig,
  fetcher: typeof fetch,
  keys: PushKeys,
  { target, message }: { target: PushTarget; message: PushMessage },
): Promise<PushOutcome> {
  if (!isPushAddress(config, target.endpoint) || !canEncryptFor(target.keys.p256dh)) {
    return { outcome: 'gone', error: 'This is no address of a push service.' };
  }
  const { method, headers, body } = webPush.generateRequestDetails(target, message.payload, {
    vapidDetails: { subject: config.subject, ...keys },
    contentEncoding: 'aes128gcm',
    urgency: message.urgency,
    TTL: message.ttlSeconds,
    ...(message.topic === undefined ? {} : { topic: shortenTopic(message.topic) }),
  });
  let answer: Response;
  try {
    answer = await fetcher(toRequestUrl(config, target.endpoint), {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]) as [string, string][],
      body: new Uint8Array(body!),
      ...(isSandboxEndpoint(config, target.endpoint) ? {} : getPublicFetch()),
      // Wherever it would lead to, nobody has looked at that address.
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
  await answer.body?.cancel();
  return toOutcome(answer, new URL(target.endpoint).host);
}

function toRequestUrl({ sandboxTarget }: PushConfig, endpoint: string): string {
  const { href } = new URL(endpoint);
  return sandboxTarget && href.startsWith(sandboxTarget.origin)
    ? sandboxTarget.at + href.slice(sandboxTarget.origin.length)
    : href;
}

function toOutcome(answer: Response, host: string): PushOutcome {
  if (answer.ok) return { outcome: 'sent', id: answer.headers.get('Location') ?? '' };
  const { status } = answer;
  const error = `${host} answered ${status}`;
  if (status === 404 || status === 410) return { outcome: 'gone', error };
  if (status === 429 || status >= 500) return { outcome: 'retry', error, afterMs: parseRetryAfterMs(answer) };
  return { outcome: 'refused', error };
}
