import { tokenTiers } from '../../content/whitepaper/token-figures.ts';
import type { Translator } from '../../messages/translator.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import * as messages from './tokens.messages.ts';
import { TIERS, type Tier } from './tokens.schema.ts';

/** Maximum age of a balance before it's refreshed. */
export const CACHE_MS = 10 * MINUTE_MS;
/** Delay before the next query after the network didn't respond. */
export const RETRY_MS = MINUTE_MS;
/** Grace period for the last known balance while the network doesn't respond. */
const BALANCE_GRACE_MS = DAY_MS;
/** Time limit for signing a message. */
export const CHALLENGE_MS = 10 * MINUTE_MS;
/** Maximum number of messages an account can request within `CHALLENGE_MS`. */
export const MAX_CHALLENGES = 10;

/** Returns the tier for a number of whole tokens, using the whitepaper's thresholds. */
export function getTier(tokens: number): Tier {
  const tiers = TIERS.filter((name) => tokenTiers.some((tier) => tier.name === name && tokens >= tier.minimum));
  return tiers.at(-1) ?? 'Basic';
}

/** Returns the next tier up and how many tokens are missing, or undefined at the top tier. */
export function getNextTier(tokens: number): { name: string; missing: number } | undefined {
  const next = tokenTiers.find((tier) => tier.minimum > tokens);
  return next && { name: next.name, missing: next.minimum - tokens };
}

type TokenReading = { tokens: number | null; readAt: Date | null };

/** Returns the tier in effect now, or null without a reading or when the last one is over a day old. */
export function getEffectiveTier(reading: TokenReading | undefined, now: Date): Tier | null {
  if (!reading?.readAt || reading.tokens === null) return null;
  return now.getTime() - reading.readAt.getTime() < BALANCE_GRACE_MS ? getTier(reading.tokens) : null;
}

/** Returns whether a reading is overdue, which means we queried the network and it didn't respond. */
export function isReadingLate(reading: TokenReading, now: Date): boolean {
  return reading.readAt !== null && now.getTime() - reading.readAt.getTime() >= CACHE_MS;
}

/**
 * Formats the message a wallet signs. It names the site and the account, so a signature made elsewhere or for someone
 * else is useless. It isn't a sign-in message.
 */
export function formatChallenge(
  t: Translator,
  { expiresAt, ...of }: { host: string; account: string; address: string; nonce: string; expiresAt: Date },
): string {
  return t(messages.challenge, { ...of, expiresAt: expiresAt.toISOString() });
}
