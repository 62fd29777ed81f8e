import { randomBytes, randomInt } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { getAuthSettings, hashSecret, isSameSecret } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import {
  type CodeRow,
  deleteCode,
  findCodeByLink,
  findCodes,
  incrementWrongGuesses,
  upsertCode,
} from './one-time-codes.queries.ts';
import { type CodePurpose, hashCode, MAX_ATTEMPTS } from './one-time-codes.rules.ts';
import { countEvent, getEventCount } from './rate-limits.commands.ts';

const DIGIT_COUNT = 6;

/** Returns six digits, uniformly distributed. */
export function createCode(): string {
  return String(randomInt(10 ** DIGIT_COUNT)).padStart(DIGIT_COUNT, '0');
}

/**
 * Creates the long form of a code, which is part of links. The prefix tells clients that the link was requested with
 * PKCE.
 */
function createLinkToken(isPkce: boolean): string {
  return `${isPkce ? 'pkce_' : ''}${randomBytes(32).toString('base64url')}`;
}

export type Challenge = { codeChallenge: string; codeChallengeMethod: string };

export type NewCode = {
  purpose: CodePurpose;
  /** The address the code is sent to. If the user's address changes, the code becomes invalid. */
  relatesTo: string;
  challenge?: Challenge | undefined;
};

/**
 * Issues a one-time code, which replaces the user's previous code for the same purpose.
 * @returns the values for the message; only hashes are stored
 */
export async function issueCode(
  db: Db,
  deps: Deps,
  userId: string,
  { purpose, relatesTo, challenge }: NewCode,
): Promise<{ code: string; link: string }> {
  const code = createCode();
  const link = createLinkToken(challenge !== undefined);
  await upsertCode(db, {
    userId,
    tokenType: purpose,
    codeHash: hashCode(userId, purpose, code),
    linkHash: hashSecret(link),
    relatesTo,
    expiresAt: addMs(deps.now(), getAuthSettings(deps.env).otpSeconds * 1000),
    createdAt: deps.now(),
    ...challenge,
  });
  return { code, link };
}

export const createExpiredLinkError = () => new AuthRefusal(403, 'otp_expired', 'Email link is invalid or has expired');
export const createExpiredCodeError = () => new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid');

/**
 * Consumes the code of a link. Each link works once.
 * @throws AuthRefusal otp_expired
 */
export async function redeemLink(tx: Db, deps: Deps, link: string, purposes: CodePurpose[]): Promise<CodeRow> {
  const row = await findCodeByLink(tx, hashSecret(link));
  if (!row || !purposes.includes(row.tokenType as CodePurpose) || row.expiresAt <= deps.now())
    throw createExpiredLinkError();
  await deleteCode(tx, row.id);
  return row;
}

/**
 * Consumes a typed code, which works only once. Callers must commit before they refuse, so that a wrong guess is
 * stored. After five wrong guesses by others, only the requester can still use the code. Wrong guesses from the
 * requester's IP address are counted separately, so strangers can't lock the owner out.
 * @param requester the requester's key, when the guess comes from the client that requested the code
 * @returns undefined when the code is wrong
 */
export async function redeemCode(
  tx: Db,
  deps: Deps,
  userId: string,
  { code, purposes, requester }: { code: string; purposes: CodePurpose[]; requester?: string | undefined },
): Promise<CodeRow | undefined> {
  const depsInTx = { ...deps, db: tx };
  const rows = new Map((await findCodes(tx, userId, purposes)).map((row) => [row.tokenType, row]));
  const computeHash = (purpose: CodePurpose) => hashCode(userId, purpose, code);
  // Count the guess even if there's no code, so that the response time doesn't reveal whether there is one.
  const getGuessKey = (purpose: CodePurpose) => `${rows.get(purpose)?.codeHash ?? `none ${purpose}`} ${requester}`;
  const openCodes: CodeRow[] = [];
  for (const purpose of purposes) {
    const row = rows.get(purpose);
    const guesses = requester ? await getEventCount(depsInTx, 'codeGuess', getGuessKey(purpose)) : (row?.attempts ?? 0);
    if (row && row.expiresAt > deps.now() && guesses < MAX_ATTEMPTS) openCodes.push(row);
  }
  const found = openCodes.find((row) => isSameSecret(row.codeHash ?? '', computeHash(row.tokenType as CodePurpose)));
  if (found) await deleteCode(tx, found.id);
  else if (requester) for (const purpose of purposes) await countEvent(depsInTx, 'codeGuess', getGuessKey(purpose));
  else {
    await incrementWrongGuesses(
      tx,
      openCodes.map((row) => row.id),
    );
    await countEvent(depsInTx, 'codeGuess', `stranger ${purposes.map(computeHash)}`);
  }
  return found;
}
