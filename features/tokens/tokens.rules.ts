import { token } from '../../content/whitepaper/token.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { TIERS, type Tier } from './tokens.schema.ts';

/** A balance is read again when it is this old. */
export const CACHE_MS = 10 * MINUTE_MS;
/** While the network does not answer it is asked again after so long. */
export const RETRY_MS = MINUTE_MS;
/** The last known balance counts for so long while the network does not answer. */
const COUNTS_MS = DAY_MS;
/** A message has to be signed within this time. */
export const CHALLENGE_MS = 10 * MINUTE_MS;
/** Messages that one account may ask for within that time. */
export const CHALLENGES = 10;

/** The tier that a number of whole tokens opens; the figures are the whitepaper's. */
export function getTier(tokens: number): Tier {
  const reached = TIERS.filter((name) => token.tiers.some((tier) => tier.name === name && tokens >= tier.minimum));
  return reached.at(-1) ?? 'Basic';
}

/** The next tier up and how many tokens are missing to it; undefined at the top. */
export function getNextTier(tokens: number): { name: string; missing: number } | undefined {
  const next = token.tiers.find((tier) => tier.minimum > tokens);
  return next && { name: next.name, missing: next.minimum - tokens };
}

type Reading = { tokens: number | null; readAt: Date | null };

/** The tier that counts at this moment: none without a reading, and none after a day without a new one. */
export function getEffectiveTier(reading: Reading | undefined, now: Date): Tier | null {
  if (!reading?.readAt || reading.tokens === null) return null;
  return now.getTime() - reading.readAt.getTime() < COUNTS_MS ? getTier(reading.tokens) : null;
}

/** Whether a reading is older than one that was due: the network was asked and did not answer. */
export function isLate(reading: Reading, now: Date): boolean {
  return reading.readAt !== null && now.getTime() - reading.readAt.getTime() >= CACHE_MS;
}

/**
 * What a wallet is asked to sign. It names the site and the account, so that a signature obtained elsewhere or for
 * somebody else is of no use, and it is not a message that signs anybody in.
 */
export function formatChallenge(of: {
  host: string;
  account: string;
  address: string;
  nonce: string;
  expiresAt: Date;
}): string {
  return [
    `${of.host} asks you to show that this wallet is yours.`,
    '',
    'Signing this message is free, is not a transaction and moves nothing.',
    '',
    `Account: ${of.account}`,
    `Wallet: ${of.address}`,
    `Nonce: ${of.nonce}`,
    `Valid until: ${of.expiresAt.toISOString()}`,
  ].join('\n');
}
