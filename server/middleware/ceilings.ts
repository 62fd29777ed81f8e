import { createMiddleware } from 'hono/factory';
import { authSettings } from '../../features/accounts/accounts.rules.ts';
import { visitOf } from '../../features/accounts/auth-protocol.api.ts';
import { neighboursOf } from '../../features/accounts/networks.rules.ts';
import { type Bucket, Buckets } from '../buckets.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';

/** Far above what a page or a person needs, below what hurts: a house behind one address shares the first. */
const OF_ADDRESS: Bucket = { size: 1_200, perSecond: 20 };
const OF_ACCOUNT: Bucket = { size: 400, perSecond: 8 };
/** Live news that may be open at the same time at one node. */
const STREAMS_OF_ADDRESS = 40;
const STREAMS_OF_ACCOUNT = 12;

/** On this machine the address says nothing of who asks: tools, tests, or a proxy that nobody told us of. */
const isOutside = (address: string | null) => address !== null && !/^(127\.|::1$|::ffff:127\.)/.test(address);

const buckets = new WeakMap<Deps, Buckets>();

/** The requests of an address at one node, those for pages and those for the API together. */
function addressesOf(deps: Deps): Buckets {
  const known = buckets.get(deps) ?? new Buckets(OF_ADDRESS);
  buckets.set(deps, known);
  return known;
}

/** Counts a request of an address. @returns the whole seconds until it may ask again; 0 when it may */
export function secondsToWait(deps: Deps, ip: string | null): number {
  if (!isOutside(ip) || !authSettings(deps.env).limits) return 0;
  return addressesOf(deps).consume(neighboursOf(ip)!);
}

export const tooManyRequests = (seconds: number) =>
  `That were too many requests at once. Please wait ${seconds} seconds and try again.`;

/** Ceilings of one node for everything that no finer limit holds: requests and open streams, by address and account. */
export function ceilings() {
  const accounts = new Buckets(OF_ACCOUNT);
  const open = new Map<string, number>();

  const count = (subject: string, by: 1 | -1) => {
    const streams = (open.get(subject) ?? 0) + by;
    if (streams > 0) open.set(subject, streams);
    else open.delete(subject);
  };

  const ofAddress = createMiddleware<ApiEnv>(async (c, next) => {
    refuseAfter(secondsToWait(c.var.deps, visitOf(c).ip));
    await next();
  });

  const ofAccount = createMiddleware<ApiEnv>(async (c, next) => {
    const { actor, deps } = c.var;
    const { ip } = visitOf(c);
    const limited = authSettings(deps.env).limits;
    if (limited && actor && isOutside(ip)) refuseAfter(accounts.consume(actor.userId));
    await next();
    const { stream } = c.var;
    if (!limited || !stream) return;
    const subjects: [string, number][] = [];
    if (isOutside(ip)) subjects.push([`address ${neighboursOf(ip)}`, STREAMS_OF_ADDRESS]);
    if (actor) subjects.push([`account ${actor.userId}`, STREAMS_OF_ACCOUNT]);
    if (subjects.some(([subject, most]) => (open.get(subject) ?? 0) >= most)) {
      stream.hungUp();
      c.set('stream', undefined);
      throw new Refusal(
        'too_many',
        'Live news are open in too many tabs. Please close some, or reload this page later.',
      );
    }
    for (const [subject] of subjects) count(subject, 1);
    void stream.ended.then(() => {
      for (const [subject] of subjects) count(subject, -1);
    });
  });

  return { ofAddress, ofAccount };
}

function refuseAfter(seconds: number): void {
  if (seconds === 0) return;
  throw new Refusal('too_many', tooManyRequests(seconds), undefined, seconds);
}
