import { createMiddleware } from 'hono/factory';
import { getAuthSettings } from '../../features/accounts/accounts.rules.ts';
import { getVisit } from '../../features/accounts/auth-protocol.api.ts';
import { getRateLimitSubject } from '../../features/accounts/networks.rules.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';
import { EVERY_REQUEST, OPERATION_LIMITS, RENDER_LIMIT } from '../request-costs.ts';
import * as messages from '../server.messages.ts';
import { type TokenBucket, TokenBuckets } from '../token-bucket.ts';

/** Maximum numbers of concurrent live streams on one node, for each IP address and each account. */
const MAX_STREAMS_PER_ADDRESS = 40;
const MAX_STREAMS_PER_ACCOUNT = 12;

/**
 * Returns whether an address identifies a client. Loopback doesn't, because it may be a tool, a test, or a proxy that
 * isn't configured.
 */
const isPublicClient = (address: string | null) => address !== null && !/^(127\.|::1$|::ffff:127\.)/.test(address);

/** Returns the client to which address limits apply, or undefined if the address doesn't identify one. */
export const toClientKey = (ip: string | null): string | undefined =>
  isPublicClient(ip) ? getRateLimitSubject(ip)! : undefined;

const limits = new WeakMap<Deps, Map<TokenBucket, TokenBuckets>>();

function getBuckets(deps: Deps, limit: TokenBucket): TokenBuckets {
  const bucketsByLimit = limits.get(deps) ?? new Map<TokenBucket, TokenBuckets>();
  limits.set(deps, bucketsByLimit);
  const bucketsOfLimit = bucketsByLimit.get(limit) ?? new TokenBuckets(limit);
  bucketsByLimit.set(limit, bucketsOfLimit);
  return bucketsOfLimit;
}

/**
 * Counts a request from an address.
 * @returns whole seconds until the next request is allowed; 0 if this one is
 */
function consume(deps: Deps, ip: string | null, limit: TokenBucket): number {
  const client = toClientKey(ip);
  return client === undefined || !getAuthSettings(deps.env).limits ? 0 : getBuckets(deps, limit).consume(client);
}

/**
 * Counts any request from an address, pages and API together.
 * @returns seconds to wait, or 0
 */
export const consumeRequestLimit = (deps: Deps, ip: string | null) => consume(deps, ip, EVERY_REQUEST.address);

/**
 * Counts a page render for an address.
 * @returns seconds to wait, or 0
 */
export const consumeRenderLimit = (deps: Deps, ip: string | null) => consume(deps, ip, RENDER_LIMIT);

/**
 * Counts a call toward the operation's own limit, if it has one.
 * @param operation `GET /api/…`
 * @throws Refusal too_many
 */
export function chargeOperation(deps: Deps, ip: string | null, operation: string): void {
  const limit = OPERATION_LIMITS[operation];
  if (limit) throwIfRateLimited(consume(deps, ip, limit));
}

export const formatTooManyRequests = (seconds: number) =>
  `Too many requests at once. Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`;

/**
 * Enforces per-node limits on everything without a stricter limit: requests and open streams, by address and account.
 */
export function rateLimit() {
  const accountBuckets = new TokenBuckets(EVERY_REQUEST.account);
  const openStreams = new Map<string, number>();

  const count = (subject: string, by: 1 | -1) => {
    const streams = (openStreams.get(subject) ?? 0) + by;
    if (streams > 0) openStreams.set(subject, streams);
    else openStreams.delete(subject);
  };

  const limitAddress = createMiddleware<ApiEnv>(async (c, next) => {
    throwIfRateLimited(consumeRequestLimit(c.var.deps, getVisit(c).ip));
    await next();
  });

  const limitAccount = createMiddleware<ApiEnv>(async (c, next) => {
    const { actor, deps } = c.var;
    const { ip } = getVisit(c);
    const limits = getAuthSettings(deps.env).limits;
    if (limits && actor && isPublicClient(ip)) throwIfRateLimited(accountBuckets.consume(actor.userId));
    await next();
    const { stream } = c.var;
    if (!limits || !stream) return;
    const subjects: [string, number][] = [];
    if (isPublicClient(ip)) subjects.push([`address ${getRateLimitSubject(ip)}`, MAX_STREAMS_PER_ADDRESS]);
    if (actor) subjects.push([`account ${actor.userId}`, MAX_STREAMS_PER_ACCOUNT]);
    if (subjects.some(([subject, max]) => (openStreams.get(subject) ?? 0) >= max)) {
      stream.onDisconnect();
      c.set('stream', undefined);
      throw new Refusal('too_many', messages.tooManyLiveStreams);
    }
    for (const [subject] of subjects) count(subject, 1);
    void stream.closed.then(() => {
      for (const [subject] of subjects) count(subject, -1);
    });
  });

  return { ofAddress: limitAddress, ofAccount: limitAccount };
}

function throwIfRateLimited(seconds: number): void {
  if (seconds === 0) return;
  throw new Refusal('too_many', formatTooManyRequests(seconds), undefined, seconds);
}
