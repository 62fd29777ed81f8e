import type { Deps } from '../../../server/deps.ts';
import { AuthRefusal } from '../protocol/commands.ts';
import { authSettings, digest } from '../rules.ts';
import { countUse, forgetUses, usesOf } from './queries.ts';
import { type LimitName, limits } from './rules.ts';

/** Keys hold no address and no e-mail in clear. */
const keyOf = (name: LimitName, subject: string) => `${name}:${digest(subject)}`;

function tooMany(deps: Deps, resetsAt: Date, code: string): AuthRefusal {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - deps.now().getTime()) / 1000));
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  const message =
    code === 'over_request_rate_limit'
      ? `Too many attempts. Please wait ${wait} and try again.`
      : `For security purposes, you can only request this after ${wait}.`;
  return new AuthRefusal(429, code, message, { retry_after: seconds });
}

/**
 * Uses up one of the attempts of a subject (an account, an address, both).
 * @throws AuthRefusal when none are left; the attempt must then not be made
 */
export async function spend(
  deps: Deps,
  name: LimitName,
  subject: string | null,
  code = 'over_request_rate_limit',
): Promise<void> {
  if (subject === null || !authSettings(deps.env).limits) return;
  const { points, seconds } = limits[name];
  const used = await countUse(deps.db, keyOf(name, subject), seconds, deps.now());
  if (used.points > points) throw tooMany(deps, used.resetsAt, code);
}

/** Like `spend` for answers that must not tell: says whether there was one left instead of refusing. */
export async function mayStill(deps: Deps, name: LimitName, subject: string | null): Promise<boolean> {
  try {
    await spend(deps, name, subject);
    return true;
  } catch (error) {
    if (error instanceof AuthRefusal) return false;
    throw error;
  }
}

/** Refuses when the attempts are used up, without using one. */
export async function refuseExhausted(deps: Deps, name: LimitName, subject: string | null): Promise<void> {
  if (subject === null || !authSettings(deps.env).limits) return;
  const used = await usesOf(deps.db, keyOf(name, subject), deps.now());
  if (used && used.points >= limits[name].points) throw tooMany(deps, used.resetsAt, 'over_request_rate_limit');
}

/** Gives the attempts of a subject back, after it proved to be the right one. */
export async function forgive(deps: Deps, name: LimitName, subject: string): Promise<void> {
  if (authSettings(deps.env).limits) await forgetUses(deps.db, keyOf(name, subject));
}
