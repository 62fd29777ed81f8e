import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import { authSettings } from './accounts.rules.ts';
import {
  factorSecrets,
  privateKeys,
  replaceFactorSecret,
  replacePrivateKey,
  replaceSessionSecret,
  type StoredSecret,
  sessionSecrets,
} from './encryption.queries.ts';
import {
  type EncryptionKey,
  encryptionKey,
  IV_BYTES,
  isSealed,
  isSealedWith,
  opened,
  sealed,
} from './encryption.rules.ts';

const keysOf = new WeakMap<object, EncryptionKey[]>();

function keys(deps: Deps): EncryptionKey[] {
  const settings = authSettings(deps.env);
  const known = keysOf.get(settings);
  if (known) return known;
  const made = settings.encryptionKeys.map(encryptionKey);
  keysOf.set(settings, made);
  return made;
}

/** A secret as the database keeps it: encrypted when the operator has given a key, as it is otherwise. */
export function seal(deps: Deps, secret: string, place: string): string {
  const [newest] = keys(deps);
  return newest ? sealed(newest, secret, place, randomBytes(IV_BYTES)) : secret;
}

/** The secret behind a stored text; rows from before there was a key are as they were. */
export function unseal(deps: Deps, stored: string, place: string): string {
  return isSealed(stored) ? opened(keys(deps), stored, place) : stored;
}

/** What each kind of secret belongs to; a text that is copied to another person's row does not open. */
export const places = {
  factor: (userId: string) => `factor of ${userId}`,
  session: (userId: string) => `session of ${userId}`,
  signingKey: (kid: string) => `signing key ${kid}`,
  flow: 'sign-in flow',
};

/** A private key as the database keeps it. */
export function sealJwk(deps: Deps, kid: string, jwk: object): Record<string, unknown> {
  const text = JSON.stringify(jwk);
  const stored = seal(deps, text, places.signingKey(kid));
  return stored === text ? { ...jwk } : { sealed: stored };
}

/** The private key behind what the database keeps. */
export function unsealJwk(deps: Deps, kid: string, stored: Record<string, unknown>): Record<string, unknown> {
  if (typeof stored.sealed !== 'string') return stored;
  return JSON.parse(unseal(deps, stored.sealed, places.signingKey(kid))) as Record<string, unknown>;
}

/**
 * Encrypts secrets that a feature above keeps with the newest key.
 * @param isNewest whether a stored text is encrypted with it already
 * @returns how many were rewritten
 */
export type Resealed = (deps: Deps, isNewest: (stored: string) => boolean) => Promise<number>;

/** Secrets outside of accounts that `seal` made. */
export const otherSecrets = port<readonly Resealed[]>('accounts.other-secrets');

const BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Kind = {
  read: (db: Db, after: string, limit: number) => Promise<StoredSecret[]>;
  write: (db: Db, row: StoredSecret, secret: string) => Promise<void>;
  place: (userId: string) => string;
};

/**
 * Encrypts every stored secret with the newest key: those from before there was one, and those of older keys.
 * @returns how many were rewritten, by kind
 * @throws Error when no key is configured
 */
export async function sealEverything(
  deps: Deps,
): Promise<{ factors: number; sessions: number; signingKeys: number; others: number }> {
  const [newest] = keys(deps);
  if (!newest) throw new Error('AUTH_ENCRYPTION_KEY is not set: there is no key to encrypt with.');
  return {
    factors: await sealAll(deps, newest, {
      read: factorSecrets,
      write: replaceFactorSecret,
      place: places.factor,
    }),
    sessions: await sealAll(deps, newest, {
      read: sessionSecrets,
      write: replaceSessionSecret,
      place: places.session,
    }),
    signingKeys: await sealSigningKeys(deps, newest),
    others: await sealOthers(deps, newest),
  };
}

async function sealAll(deps: Deps, newest: EncryptionKey, { read, write, place }: Kind): Promise<number> {
  let count = 0;
  for (let rows = await read(deps.db, FIRST, BATCH); rows.length > 0; ) {
    for (const row of rows.filter(({ secret }) => !isSealedWith(newest, secret))) {
      await write(deps.db, row, seal(deps, unseal(deps, row.secret, place(row.userId)), place(row.userId)));
      count += 1;
    }
    rows = await read(deps.db, rows.at(-1)!.id, BATCH);
  }
  return count;
}

async function sealSigningKeys(deps: Deps, newest: EncryptionKey): Promise<number> {
  let count = 0;
  for (const { kid, privateJwk } of await privateKeys(deps.db)) {
    if (typeof privateJwk.sealed === 'string' && isSealedWith(newest, privateJwk.sealed)) continue;
    await replacePrivateKey(deps.db, kid, sealJwk(deps, kid, unsealJwk(deps, kid, privateJwk)));
    count += 1;
  }
  return count;
}

async function sealOthers(deps: Deps, newest: EncryptionKey): Promise<number> {
  let count = 0;
  for (const reseal of resolvePort(deps, otherSecrets))
    count += await reseal(deps, (stored) => isSealedWith(newest, stored));
  return count;
}
