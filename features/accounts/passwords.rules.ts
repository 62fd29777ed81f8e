/**
 * Maximum size of a password. The hosted service's bcrypt ignores anything longer, and accounts must be able to move
 * back to it.
 */
const MAX_BYTES = 72;

export type Weakness = { message: string; reasons: ('length' | 'pwned')[] };

/** Returns an error message if a password is too long. */
export function findLengthProblem(password: string): string | undefined {
  const bytes = new TextEncoder().encode(password).length;
  if (bytes <= MAX_BYTES) return undefined;
  return `Password cannot be longer than 72 characters (this one takes ${bytes} bytes: accents and emoji count as several). Shorten it.`;
}

/**
 * Returns why a password is easy to guess.
 * @param commonPasswords the world's most common passwords in lower case
 * @param about words that attackers would try for this user, such as the email address
 */
export function findWeakness(
  password: string,
  least: number,
  commonPasswords: ReadonlySet<string>,
  about: string[],
): Weakness | undefined {
  const reasons: Weakness['reasons'] = [];
  const sentences: string[] = [];
  if ([...password].length < least) {
    reasons.push('length');
    sentences.push(`Password should be at least ${least} characters.`);
  }
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower) || about.some((word) => word.length > 3 && word.toLowerCase() === lower)) {
    reasons.push('pwned');
    sentences.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length > 0 ? { message: sentences.join(' '), reasons } : undefined;
}
