import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';

const PREFIX = 'sealed:1';
const CIPHER = 'aes-256-gcm';
/** Length of the random IV, which must never repeat under one key. */
export const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The operator's encryption key, and the id by which its ciphertexts refer to it. */
export type EncryptionKey = { id: string; bytes: Buffer };

/** Derives the key from the operator's text. Long random texts don't need a slow derivation. */
export function parseEncryptionKey(text: string): EncryptionKey {
  const bytes = Buffer.from(hkdfSync('sha256', text, 'planet-crew', 'secrets at rest', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

/**
 * Encrypts a secret that must be readable again.
 * @param place the secret's context. Decryption requires the same context, so a ciphertext can't be used in another row
 * @param iv random bytes, new for every text
 */
export function encrypt(key: EncryptionKey, secret: string, place: string, iv: Buffer): string {
  const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(Buffer.from(place));
  const bytes = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${PREFIX}:${key.id}:${bytes.toString('base64url')}`;
}

export function isEncrypted(text: string): boolean {
  return text.startsWith(`${PREFIX}:`);
}

/** Returns whether a text was encrypted with this key. */
export function isEncryptedWith(key: EncryptionKey, text: string): boolean {
  return text.startsWith(`${PREFIX}:${key.id}:`);
}

/**
 * Decrypts a text created by `encrypt`.
 * @throws Error when it was made with another key, was changed, or belongs to another context
 */
export function decrypt(keys: readonly EncryptionKey[], text: string, place: string): string {
  const key = keys.find((one) => isEncryptedWith(one, text));
  if (!key) throw new Error('A stored secret was encrypted with a key that AUTH_ENCRYPTION_KEY no longer lists.');
  const bytes = Buffer.from(text.slice(text.lastIndexOf(':') + 1), 'base64url');
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const secret = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return secret.toString('utf8');
}
