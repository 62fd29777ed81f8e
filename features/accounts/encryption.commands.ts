import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import { getAuthSettings } from './accounts.rules.ts';
import {
  listFactorSecrets,
  listPrivateKeys,
  listSessionSecrets,
  replaceFactorSecret,
  replacePrivateKey,
  replaceSessionSecret,
  type StoredSecret,
} from './encryption.queries.ts';
import {
  decrypt,
  type EncryptionKey,
  encrypt,
  IV_BYTES,
  isEncrypted,
  isEncryptedWith,
  parseEncryptionKey,
} from './encryption.rules.ts';

const keyCache = new WeakMap<object, EncryptionKey[]>();

function getKeys(deps: Deps): EncryptionKey[] {
  const settings = getAuthSettings(deps.env);
  const cachedKeys = keyCache.get(settings);
  if (cachedKeys) return cachedKeys;
  const keys = settings.encryptionKeys.map(parseEncryptionKey);
  keyCache.set(settings, keys);
  return keys;
}

/**
 * Returns a secret in the form stored in the database: encrypted if the operator has set a key, unchanged otherwise.
 */
export function encryptSecret(deps: Deps, secret: string, place: string): string {
  const [newestKey] = getKeys(deps);
  return newestKey ? encrypt(newestKey, secret, place, randomBytes(IV_BYTES)) : secret;
}

/** Returns the secret for a stored text. Rows written before there was a key are unencrypted. */
export function decryptSecret(deps: Deps, ciphertext: string, place: string): string {
  return isEncrypted(ciphertext) ? decrypt(getKeys(deps), ciphertext, place) : ciphertext;
}

/** The context each kind of secret is bound to, so a secret copied to another user's row can't be decrypted. */
export const SECRET_CONTEXTS = {
  factor: (userId: string) => `factor of ${userId}`,
  session: (userId: string) => `session of ${userId}`,
  signingKey: (kid: string) => `signing key ${kid}`,
  flow: 'sign-in flow',
};

/** Returns a private key in the form stored in the database. */
export function encryptJwk(deps: Deps, kid: string, jwk: object): Record<string, unknown> {
  const text = JSON.stringify(jwk);
  const sealedKey = encryptSecret(deps, text, SECRET_CONTEXTS.signingKey(kid));
  return sealedKey === text ? { ...jwk } : { sealed: sealedKey };
}

/** Returns the private key from its stored form. */
export function decryptJwk(deps: Deps, kid: string, storedJwk: Record<string, unknown>): Record<string, unknown> {
  if (typeof storedJwk.sealed !== 'string') return storedJwk;
  return JSON.parse(decryptSecret(deps, storedJwk.sealed, SECRET_CONTEXTS.signingKey(kid))) as Record<string, unknown>;
}

/**
 * Re-encrypts another feature's stored secrets with the newest key.
 * @param isNewest whether a stored text already uses the newest key
 * @returns how many were rewritten
 */
export type Reencrypter = (deps: Deps, isNewest: (stored: string) => boolean) => Promise<number>;

/** Re-encrypters for other features' secrets made by `encryptSecret`. */
export const otherSecretReencrypters = port<readonly Reencrypter[]>('accounts.other-secrets');

const BATCH_SIZE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Kind = {
  read: (db: Db, after: string, limit: number) => Promise<StoredSecret[]>;
  write: (db: Db, row: StoredSecret, secret: string) => Promise<void>;
  place: (userId: string) => string;
};

/**
 * Re-encrypts every stored secret that isn't encrypted with the newest key.
 * @returns how many were rewritten, by kind
 * @throws Error when no key is configured
 */
export async function reencryptEverything(
  deps: Deps,
): Promise<{ factors: number; sessions: number; signingKeys: number; others: number }> {
  const [newestKey] = getKeys(deps);
  if (!newestKey) throw new Error("AUTH_ENCRYPTION_KEY isn't set, so we can't encrypt secrets.");
  return {
    factors: await reencryptAll(deps, newestKey, {
      read: listFactorSecrets,
      write: replaceFactorSecret,
      place: SECRET_CONTEXTS.factor,
    }),
    sessions: await reencryptAll(deps, newestKey, {
      read: listSessionSecrets,
      write: replaceSessionSecret,
      place: SECRET_CONTEXTS.session,
    }),
    signingKeys: await reencryptSigningKeys(deps, newestKey),
    others: await reencryptOthers(deps, newestKey),
  };
}

async function reencryptAll(deps: Deps, newestKey: EncryptionKey, { read, write, place }: Kind): Promise<number> {
  let count = 0;
  for (let rows = await read(deps.db, FIRST_ID, BATCH_SIZE); rows.length > 0; ) {
    for (const row of rows.filter(({ secret }) => !isEncryptedWith(newestKey, secret))) {
      await write(
        deps.db,
        row,
        encryptSecret(deps, decryptSecret(deps, row.secret, place(row.userId)), place(row.userId)),
      );
      count += 1;
    }
    rows = await read(deps.db, rows.at(-1)!.id, BATCH_SIZE);
  }
  return count;
}

async function reencryptSigningKeys(deps: Deps, newestKey: EncryptionKey): Promise<number> {
  let count = 0;
  for (const { kid, privateJwk } of await listPrivateKeys(deps.db)) {
    if (typeof privateJwk.sealed === 'string' && isEncryptedWith(newestKey, privateJwk.sealed)) continue;
    await replacePrivateKey(deps.db, kid, encryptJwk(deps, kid, decryptJwk(deps, kid, privateJwk)));
    count += 1;
  }
  return count;
}

async function reencryptOthers(deps: Deps, newestKey: EncryptionKey): Promise<number> {
  let count = 0;
  for (const reseal of resolvePort(deps, otherSecretReencrypters))
    count += await reseal(deps, (stored) => isEncryptedWith(newestKey, stored));
  return count;
}
