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
  const known = keyCache.get(settings);
  if (known) return known;
  const made = settings.encryptionKeys.map(parseEncryptionKey);
  keyCache.set(settings, made);
  return made;
}

/**
 * Returns a secret in the form stored in the database: encrypted if the operator has set a key, unchanged otherwise.
 */
export function encryptSecret(deps: Deps, secret: string, place: string): string {
  const [newest] = getKeys(deps);
  return newest ? encrypt(newest, secret, place, randomBytes(IV_BYTES)) : secret;
}

/** Returns the secret for a stored text. Rows written before there was a key are unencrypted. */
export function decryptSecret(deps: Deps, stored: string, place: string): string {
  return isEncrypted(stored) ? decrypt(getKeys(deps), stored, place) : stored;
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
  const stored = encryptSecret(deps, text, SECRET_CONTEXTS.signingKey(kid));
  return stored === text ? { ...jwk } : { sealed: stored };
}

/** Returns the private key from its stored form. */
export function decryptJwk(deps: Deps, kid: string, stored: Record<string, unknown>): Record<string, unknown> {
  if (typeof stored.sealed !== 'string') return stored;
  return JSON.parse(decryptSecret(deps, stored.sealed, SECRET_CONTEXTS.signingKey(kid))) as Record<string, unknown>;
}

/**
 * Re-encrypts another feature's stored secrets with the newest key.
 * @param isNewest whether a stored text already uses the newest key
 * @returns how many were rewritten
 */
export type Reencrypter = (deps: Deps, isNewest: (stored: string) => boolean) => Promise<number>;

/** Re-encrypters for other features' secrets made by `encryptSecret`. */
export const otherSecretReencrypters = port<readonly Reencrypter[]>('accounts.other-secrets');

const BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Kind = {
  read: (db: Db, after: string, limit: number) => Promise<StoredSecret[]>;
  write: (db: Db, row: StoredSecret, secret: string) => Promise<void>;
  place: (userId: string) => string;
};

/**
 * Re-encrypts every stored secret with the newest key: unencrypted ones and those of older keys.
 * @returns how many were rewritten, by kind
 * @throws Error when no key is configured
 */
export async function reencryptEverything(
  deps: Deps,
): Promise<{ factors: number; sessions: number; signingKeys: number; others: number }> {
  const [newest] = getKeys(deps);
  if (!newest) throw new Error("AUTH_ENCRYPTION_KEY isn't set, so we can't encrypt secrets.");
  return {
    factors: await reencryptAll(deps, newest, {
      read: listFactorSecrets,
      write: replaceFactorSecret,
      place: SECRET_CONTEXTS.factor,
    }),
    sessions: await reencryptAll(deps, newest, {
      read: listSessionSecrets,
      write: replaceSessionSecret,
      place: SECRET_CONTEXTS.session,
    }),
    signingKeys: await reencryptSigningKeys(deps, newest),
    others: await reencryptOthers(deps, newest),
  };
}

async function reencryptAll(deps: Deps, newest: EncryptionKey, { read, write, place }: Kind): Promise<number> {
  let count = 0;
  for (let rows = await read(deps.db, FIRST, BATCH); rows.length > 0; ) {
    for (const row of rows.filter(({ secret }) => !isEncryptedWith(newest, secret))) {
      await write(
        deps.db,
        row,
        encryptSecret(deps, decryptSecret(deps, row.secret, place(row.userId)), place(row.userId)),
      );
      count += 1;
    }
    rows = await read(deps.db, rows.at(-1)!.id, BATCH);
  }
  return count;
}

async function reencryptSigningKeys(deps: Deps, newest: EncryptionKey): Promise<number> {
  let count = 0;
  for (const { kid, privateJwk } of await listPrivateKeys(deps.db)) {
    if (typeof privateJwk.sealed === 'string' && isEncryptedWith(newest, privateJwk.sealed)) continue;
    await replacePrivateKey(deps.db, kid, encryptJwk(deps, kid, decryptJwk(deps, kid, privateJwk)));
    count += 1;
  }
  return count;
}

async function reencryptOthers(deps: Deps, newest: EncryptionKey): Promise<number> {
  let count = 0;
  for (const reseal of resolvePort(deps, otherSecretReencrypters))
    count += await reseal(deps, (stored) => isEncryptedWith(newest, stored));
  return count;
}
