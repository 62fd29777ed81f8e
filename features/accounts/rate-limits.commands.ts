import type { Db } from '../../db/database.ts';
import { english, type LazyText, lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import * as messages from './accounts.messages.ts';
import { getAuthSettings, hashSecret } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { countUse, countUses, deleteUses, getUseCount } from './rate-limits.queries.ts';
import { type LimitName, limits } from './rate-limits.rules.ts';

/** Hashes the subject to hide IP and email addresses. */
const toLimitKey = (name: LimitName, subject: string) => `${name}:${hashSecret(subject)}`;

const getSecondsUntil = (deps: Deps, resetsAt: Date) =>
  Math.max(1, Math.ceil((resetsAt.getTime() - deps.now().getTime()) / 1000));
const formatWait = (seconds: number): LazyText =>
  seconds < 120
    ? lazyText(messages.waitSeconds, { count: seconds })
    : lazyText(messages.waitMinutes, { count: Math.ceil(seconds / 60) });

function createTooManyRefusal(deps: Deps, resetsAt: Date, code: string): AuthRefusal {
  const seconds = getSecondsUntil(deps, resetsAt);
  const wait = translate(english, formatWait(seconds));
  const message =
    code === 'over_request_rate_limit'
      ? `Too many tries. Wait ${wait} and try again.`
      : `For security purposes, you can only request this after ${wait}.`;
  return new AuthRefusal(429, code, message, { retry_after: seconds });
}

/**
 * Consumes one of a subject's attempts. A subject is an account, an address or both.
 * @throws AuthRefusal when none are left; the attempt must then not be made
 */
export async function consumeLimit(
  deps: Deps,
  name: LimitName,
  subject: string | null,
  code = 'over_request_rate_limit',
): Promise<void> {
  if (subject === null || !getAuthSettings(deps.env).limits) return;
  const { points, seconds } = limits[name];
  const usage = await countUse(deps.db, toLimitKey(name, subject), seconds, deps.now());
  if (usage.points > points) throw createTooManyRefusal(deps, usage.resetsAt, code);
}

/**
 * Works like `consumeLimit`, but throws a `Refusal` with the action's own message.
 * @param sentence returns the error text for a given wait. The text says which action the user did too often and what
 *   they can do instead
 * @throws Refusal too_many when none are left
 */
export async function consumeUserLimit(
  deps: Deps,
  name: LimitName,
  userId: string,
  sentence: (wait: LazyText) => Translatable | string,
): Promise<void> {
  if (!getAuthSettings(deps.env).limits) return;
  const { points, seconds } = limits[name];
  const usage = await countUse(deps.db, toLimitKey(name, userId), seconds, deps.now());
  if (usage.points <= points) return;
  const waitSeconds = getSecondsUntil(deps, usage.resetsAt);
  throw new Refusal('too_many', sentence(formatWait(waitSeconds)), undefined, waitSeconds);
}

type LimitUses<T> = {
  all: readonly T[];
  /** Returns the user who makes an attempt. Several attempts may belong to one user. */
  userOf: (one: T) => string;
  sentence: (wait: LazyText) => Translatable | string;
};

/**
 * Works like `consumeUserLimit` for many items in one statement.
 * @returns a refusal for each item that's over its user's limit
 */
export async function consumeLimits<T>(
  db: Db,
  deps: Deps,
  name: LimitName,
  { all, userOf, sentence }: LimitUses<T>,
): Promise<Map<T, Refusal>> {
  if (all.length === 0 || !getAuthSettings(deps.env).limits) return new Map();
  const { points, seconds } = limits[name];
  const byKey = Map.groupBy(all, (one) => toLimitKey(name, userOf(one)));
  const uses = [...byKey].map(([key, same]) => ({ key, seconds, times: same.length }));
  const usageByKey = await countUses(db, uses, deps.now());
  const refusals = new Map<T, Refusal>();
  for (const [key, same] of byKey) {
    const usage = usageByKey.get(key)!;
    const wait = getSecondsUntil(deps, usage.resetsAt);
    const remaining = Math.max(0, points - (usage.points - same.length));
    for (const one of same.slice(remaining)) {
      refusals.set(one, new Refusal('too_many', sentence(formatWait(wait)), undefined, wait));
    }
  }
  return refusals;
}

/**
 * Works like `consumeLimit`, but returns whether an attempt was left instead of refusing. Use it for responses that
 * must not leak the limit.
 */
export async function tryConsumeLimit(deps: Deps, name: LimitName, subject: string | null): Promise<boolean> {
  try {
    await consumeLimit(deps, name, subject);
    return true;
  } catch (error) {
    if (error instanceof AuthRefusal) return false;
    throw error;
  }
}

/** Refuses when no attempts are left, without using one. */
export async function requireRemaining(deps: Deps, name: LimitName, subject: string | null): Promise<void> {
  if (subject === null || !getAuthSettings(deps.env).limits) return;
  const usage = await getUseCount(deps.db, toLimitKey(name, subject), deps.now());
  if (usage && usage.points >= limits[name].points)
    throw createTooManyRefusal(deps, usage.resetsAt, 'over_request_rate_limit');
}

/** Counts a use without refusing, for events that only need to be remembered for a while. */
export async function countEvent(deps: Deps, name: LimitName, subject: string): Promise<void> {
  if (getAuthSettings(deps.env).limits)
    await countUse(deps.db, toLimitKey(name, subject), limits[name].seconds, deps.now());
}

/** Returns how often an event was counted in its window. */
export async function getEventCount(deps: Deps, name: LimitName, subject: string): Promise<number> {
  if (!getAuthSettings(deps.env).limits) return 0;
  return (await getUseCount(deps.db, toLimitKey(name, subject), deps.now()))?.points ?? 0;
}

/** Resets a subject's attempts after a successful proof. */
export async function resetLimit(deps: Deps, name: LimitName, subject: string): Promise<void> {
  if (getAuthSettings(deps.env).limits) await deleteUses(deps.db, toLimitKey(name, subject));
}
