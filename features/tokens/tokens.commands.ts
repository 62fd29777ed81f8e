import { randomBytes } from 'node:crypto';
import { isUniqueViolation } from '../../db/database.ts';
import { readSolanaConfig, readTokens } from '../../integrations/solana/solana.client.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Actor, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs, toIsoOrNull } from '../../time/instants.ts';
import { countUse } from '../accounts/rate-limits.queries.ts';
import { isSignedBy } from '../accounts/web3.rules.ts';
import * as messages from './tokens.messages.ts';
import {
  claimChallenge,
  claimReading,
  deleteWallet,
  findWallet,
  insertChallenge,
  insertWallet,
  saveReading,
  type WalletRow,
} from './tokens.queries.ts';
import {
  CACHE_MS,
  CHALLENGE_MS,
  formatChallenge,
  getEffectiveTier,
  isReadingLate,
  MAX_CHALLENGES,
  RETRY_MS,
} from './tokens.rules.ts';
import type { Holding, Tier } from './tokens.schema.ts';

/**
 * Refreshes a user's balance if it's at least ten minutes old. Only one request at a time queries the network. If the
 * network doesn't respond, we keep the last reading.
 */
async function refreshReading(deps: Deps, userId: string): Promise<void> {
  const config = readSolanaConfig(deps.env);
  if (!config) return;
  const requestedAt = deps.now();
  const address = await claimReading(deps.db, userId, requestedAt, addMs(requestedAt, RETRY_MS));
  if (!address) return;
  try {
    const tokens = await readTokens(config, deps.fetch, address);
    const nextReadAt = addMs(requestedAt, CACHE_MS);
    await saveReading(deps.db, { userId, address }, { tokens, readAt: requestedAt, nextReadAt });
  } catch (error) {
    deps.log.warn({ userId, err: error }, 'could not read a token balance');
  }
}

/** Returns the tier a user's tokens unlock now, or null without a wallet, a valid balance or a configured network. */
export const getCurrentTier = async (deps: Deps, userId: string): Promise<Tier | null> =>
  readSolanaConfig(deps.env) ? getTierFromReading(deps, userId, await findWallet(deps.db, userId)) : null;

/**
 * Returns the current tier from a wallet row that was just read. Queries the database again only when a new reading is
 * due.
 */
export async function getTierFromReading(
  deps: Deps,
  userId: string,
  wallet: Pick<WalletRow, 'tokens' | 'readAt' | 'nextReadAt'> | undefined,
): Promise<Tier | null> {
  if (!wallet || !readSolanaConfig(deps.env)) return null;
  if (wallet.nextReadAt > deps.now()) return getEffectiveTier(wallet, deps.now());
  await refreshReading(deps, userId);
  return getEffectiveTier(await findWallet(deps.db, userId), deps.now());
}

/** Returns a user's wallet, balance and tier, refreshed if due. Doesn't throw when the network fails. */
export async function getHolding(deps: Deps, person: Person): Promise<Holding> {
  const config = readSolanaConfig(deps.env);
  const tier = await getCurrentTier(deps, person.userId);
  const wallet = await findWallet(deps.db, person.userId);
  return {
    enabled: config !== undefined,
    wallet: wallet
      ? {
          address: wallet.address,
          connected_at: wallet.connectedAt.toISOString(),
          tokens: wallet.tokens,
          read_at: toIsoOrNull(wallet.readAt),
          late: isReadingLate(wallet, deps.now()),
        }
      : null,
    tier,
    wallet_script: config?.walletScript ?? null,
  };
}

/**
 * Creates the message the wallet has to sign. It's tied to this site, account and wallet, works once, and expires after
 * ten minutes.
 * @throws Refusal unavailable while the wallet check is turned off, conflict when a wallet is already connected, too_many
 */
export async function createChallenge(deps: Deps, actor: Pick<Actor, 'userId' | 'email'>, address: string) {
  if (!readSolanaConfig(deps.env)) throw new Refusal('unavailable', messages.checkUnavailable);
  if (await findWallet(deps.db, actor.userId)) {
    throw new Refusal('conflict', messages.alreadyConnected);
  }
  const now = deps.now();
  const use = await countUse(deps.db, `token-challenge:${actor.userId}`, CHALLENGE_MS / 1000, now);
  if (use.points > MAX_CHALLENGES) {
    const seconds = Math.ceil((use.resetsAt.getTime() - now.getTime()) / 1000);
    throw new Refusal('too_many', messages.tooManyAttempts, undefined, seconds);
  }
  const nonce = randomBytes(18).toString('base64url');
  const expiresAt = addMs(now, CHALLENGE_MS);
  const { host } = new URL(deps.env.origin);
  const message = formatChallenge(readerTranslator, {
    host,
    account: actor.email ?? actor.userId,
    address,
    nonce,
    expiresAt,
  });
  await insertChallenge(deps.db, { nonce, userId: actor.userId, address, message, expiresAt }, now);
  return { nonce, message, expires_at: expiresAt.toISOString() };
}

/**
 * Connects the wallet that signed the message, and reads its balance.
 * @throws Refusal unavailable, invalid (the message is unknown or expired, or the signature is wrong), conflict (the
 * wallet belongs to another account)
 */
export async function connectWallet(
  deps: Deps,
  person: Person,
  input: { nonce: string; signature: string },
): Promise<Holding> {
  if (!readSolanaConfig(deps.env)) throw new Refusal('unavailable', messages.checkUnavailable);
  const now = deps.now();
  const challenge = await claimChallenge(deps.db, person.userId, input.nonce);
  if (!challenge) throw new Refusal('invalid', messages.challengeUnknown, 'nonce');
  if (challenge.expiresAt <= now) throw new Refusal('invalid', messages.challengeExpired, 'nonce');
  if (!isSignedBy('solana', challenge.address, challenge.message, input.signature)) {
    throw new Refusal('invalid', messages.signatureWrong, 'signature');
  }
  try {
    await insertWallet(deps.db, { userId: person.userId, address: challenge.address, connectedAt: now });
  } catch (error) {
    if (isUniqueViolation(error, 'token_wallets_one_account')) {
      throw new Refusal('conflict', messages.walletTaken);
    }
    if (isUniqueViolation(error, 'token_wallets_pkey')) {
      throw new Refusal('conflict', messages.alreadyConnected);
    }
    throw error;
  }
  return getHolding(deps, person);
}

/** Deletes the wallet and its balance, even while the wallet check is turned off. Idempotent. */
export async function disconnectWallet(deps: Deps, person: Person): Promise<Holding> {
  await deleteWallet(deps.db, person.userId);
  return getHolding(deps, person);
}
