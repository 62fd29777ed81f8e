import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Deps } from '../../server/deps.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { findLengthProblem, findWeakness } from './passwords.rules.ts';

/**
 * Argon2id with OWASP's recommended parameters (19 MiB, two passes), about 6 ms on one core. It runs on the thread
 * pool, never on the thread that serves requests.
 */
const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const commonPasswords = new Set(dictionary['passwords-common']);

/** A hash to verify when the account doesn't exist or has no password, so that the refusal takes equally long. */
let decoyHash: Promise<string> | undefined;

/**
 * Leaves one core for the thread that serves requests. In a burst of sign-ins, the rest wait instead of slowing
 * everything down.
 */
const MAX_CONCURRENT = Math.max(1, availableParallelism() - 1);
let running = 0;
const queue: (() => void)[] = [];

async function runSerially<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // Hand this slot over to a waiting call.
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

export async function hashPassword(password: string): Promise<string> {
  return runSerially(() => hash(password, ARGON2));
}

/**
 * Checks a password against the stored hash. Takes the same time when there's no stored hash.
 * @param storedHash our argon2id, or bcrypt from an imported account
 * @returns `outdated`: correct, but the hash should be replaced now
 */
export async function checkPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<'right' | 'outdated' | 'wrong'> {
  if (storedHash?.startsWith('$2'))
    return (await runSerially(() => verifyBcrypt(password, storedHash))) ? 'outdated' : 'wrong';
  if (storedHash?.startsWith('$argon2')) {
    if (!(await runSerially(() => verify(storedHash, password)))) return 'wrong';
    return storedHash.includes(`m=${ARGON2.memoryCost},t=${ARGON2.timeCost},`) ? 'right' : 'outdated';
  }
  decoyHash ??= hashPassword(crypto.randomUUID());
  const decoy = await decoyHash;
  await runSerially(() => verify(decoy, password));
  return 'wrong';
}

/**
 * Refuses passwords that are easy to guess.
 * @throws AuthRefusal weak_password with the reasons, or validation_failed for a password that's too long
 */
export function requireStrongPassword(deps: Deps, password: string, about: (string | null | undefined)[]): void {
  const long = findLengthProblem(password);
  if (long) throw new AuthRefusal(400, 'validation_failed', long);
  const words = about.flatMap((word) => (word ? [word, word.split('@')[0]!] : []));
  const weak = findWeakness(password, getAuthSettings(deps.env).passwordMin, commonPasswords, words);
  if (weak) {
    throw new AuthRefusal(422, 'weak_password', weak.message, { weak_password: { reasons: weak.reasons } });
  }
}
