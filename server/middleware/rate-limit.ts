import { createMiddleware } from 'hono/factory';
import { authSettings } from '../../features/accounts/accounts.rules.ts';
import { getVisit } from '../../features/accounts/auth-protocol.api.ts';
import { getRateLimitSubject } from '../../features/accounts/networks.rules.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';
import { EVERY_REQUEST, OPERATION_LIMITS, RENDERING } from '../request-costs.ts';
import { type TokenBucket, TokenBuckets } from '../token-bucket.ts';

/** Live news that may be open at the same time at one node. */
const MAX_STREAMS_PER_ADDRESS = 40;
const MAX_STREAMS_PER_ACCOUNT = 12;

/** On this machine the address says nothing of who asks: tools, tests, or a proxy that nobody told us of. */
const isPublicClient = (address: string | null) => address !== null && !/^(127\.|::1$|::ffff:127\.)/.test(address);

/** Whom limits by address count as one client; undefined where the address says nothing. */
export const toClientKey = (ip: string | null): string | undefined =>
  isPublicClient(ip) ? getRateLimitSubject(ip)! : undefined;

const limits = new WeakMap<Deps, Map<TokenBucket, TokenBuckets>>();

/** What is left of a limit at one node. */
function getBuckets(deps: Deps, limit: TokenBucket): TokenBuckets {
  const ofDeps = limits.get(deps) ?? new Map<TokenBucket, TokenBuckets>();
  limits.set(deps, ofDeps);
  const known = ofDeps.get(limit) ?? new TokenBuckets(limit);
  ofDeps.set(limit, known);
  return known;
}

/** Counts a request of an address. @returns the whole seconds until it may ask again; 0 when it may */
function consume(deps: Deps, ip: string | null, limit: TokenBucket): number {
  const client = toClientKey(ip);
  return client === undefined || !authSettings(deps.env).limits ? 0 : getBuckets(deps, limit).consume(client);
}

/** Counts any request of an address, those for pages and those for the API together. @returns seconds to wait, or 0 */
export const secondsUntilAllowed = (deps: Deps, ip: string | null) => consume(deps, ip, EVERY_REQUEST.address);

/** Counts a page that has to be rendered for an address. @returns seconds to wait, or 0 */
export const secondsUntilRenderAllowed = (deps: Deps, ip: string | null) => consume(deps, ip, RENDERING);

/**
 * Counts a call of an operation that has a limit of its own.
 * @param operation `GET /api/…`
 * @throws Refusal too_many
 */
export function chargeOperation(deps: Deps, ip: string | null, operation: string): void {
  const limit = OPERATION_LIMITS[operation];
  if (limit) createRateLimitRefusal(consume(deps, ip, limit));
}

export const createTooManyRequestsRefusal = (seconds: number) =>
  `Too many requests at once. Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`;

/** Ceilings of one node for everything that no finer limit holds: requests and open streams, by address and account. */
export function rateLimit() {
  const accounts = new TokenBuckets(EVERY_REQUEST.account);
  const open = new Map<string, number>();

  const count = (subject: string, by: 1 | -1) => {
    const streams = (open.get(subject) ?? 0) + by;
    if (streams > 0) open.set(subject, streams);
    else open.delete(subject);
  };

  const ofAddress = createMiddleware<ApiEnv>(async (c, next) => {
    createRateLimitRefusal(secondsUntilAllowed(c.var.deps, getVisit(c).ip));
    await next();
  });

  const ofAccount = createMiddleware<ApiEnv>(async (c, next) => {
    const { actor, deps } = c.var;
    const { ip } = getVisit(c);
    const limited = authSettings(deps.env).limits;
    if (limited && actor && isPublicClient(ip)) createRateLimitRefusal(accounts.consume(actor.userId));
    await next();
    const { stream } = c.var;
    if (!limited || !stream) return;
    const subjects: [string, number][] = [];
    if (isPublicClient(ip)) subjects.push([`address ${getRateLimitSubject(ip)}`, MAX_STREAMS_PER_ADDRESS]);
    if (actor) subjects.push([`account ${actor.userId}`, MAX_STREAMS_PER_ACCOUNT]);
    if (subjects.some(([subject, most]) => (open.get(subject) ?? 0) >= most)) {
      stream.onDisconnect();
      c.set('stream', undefined);
      throw new Refusal('too_many', 'Live news is open in too many tabs. Close some, or reload this page later.');
    }
    for (const [subject] of subjects) count(subject, 1);
    void stream.closed.then(() => {
      for (const [subject] of subjects) count(subject, -1);
    });
  });

  return { ofAddress, ofAccount };
}

function createRateLimitRefusal(seconds: number): void {
  if (seconds === 0) return;
  throw new Refusal('too_many', createTooManyRequestsRefusal(seconds), undefined, seconds);
}
