import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { authSettings } from './accounts.rules.ts';
import { decryptJwk, encryptJwk } from './encryption.commands.ts';
import { insertKey, listKeys, lockKeys, retireKeys } from './signing-keys.queries.ts';
import { type SigningAlgorithm, type SigningKey, toPublicKey } from './signing-keys.rules.ts';

export type KeyRing = {
  signing: { kid: string; algorithm: string; key: CryptoKey };
  /** Those on P-256 as the runtime has them, which verify without the way over another thread. */
  verifying: Map<string, { algorithm: string; key: CryptoKey | KeyObject }>;
  /** Verifies tokens of the installation that this one took over; nothing is signed with it, and no answer shows it. */
  legacy: Uint8Array | undefined;
  /** What /.well-known/jwks.json publishes. */
  published: JWK[];
  /** For answers that must be stable and must not be guessable; changes with the signing key. */
  secret: string;
  readAt: number;
};

const ALGORITHM: SigningAlgorithm = 'ES256';
const LEGACY_ALGORITHM = 'HS256';
/** Nodes learn of each other's new keys this often, or sooner when they meet an unknown key id. */
const CACHE_MS = 10 * MINUTE_MS;
const UNKNOWN_KEY_RETRY_MS = 10_000;

// One ring a database: tests open several contexts in one process.
const rings = new WeakMap<object, Promise<KeyRing>>();

/** The keys of this installation, made at the first call ever and kept in memory since. */
export async function getKeyRing(deps: Deps): Promise<KeyRing> {
  const cached = rings.get(deps.database);
  if (cached) {
    const ring = await cached;
    if (Date.now() - ring.readAt < CACHE_MS) return ring;
  }
  return reloadKeyRing(deps);
}

/** The key with which a token says that it was signed; an unknown id may be news from another node. */
export async function findVerifyingKey(deps: Deps, kid: string | undefined, algorithm: string) {
  let ring = await getKeyRing(deps);
  // Before the names: tokens of an earlier installation carry names of its own keys, or none.
  if (algorithm === LEGACY_ALGORITHM) return ring.legacy;
  if (kid && !ring.verifying.has(kid) && Date.now() - ring.readAt > UNKNOWN_KEY_RETRY_MS)
    ring = await reloadKeyRing(deps);
  const found = kid ? ring.verifying.get(kid) : undefined;
  return found?.algorithm === algorithm ? found.key : undefined;
}

function reloadKeyRing(deps: Deps): Promise<KeyRing> {
  const loading = readKeyRing(deps);
  rings.set(deps.database, loading);
  loading.catch(() => rings.delete(deps.database));
  return loading;
}

async function readKeyRing(deps: Deps): Promise<KeyRing> {
  const settings = authSettings(deps.env);
  const configured = settings.signingKeys;
  const legacy = settings.legacySecret ? new TextEncoder().encode(settings.legacySecret) : undefined;
  if (configured.length > 0) return createKeyRing(configured, legacy);
  const keptUntil = subtractMs(deps.now(), settings.accessTokenSeconds * 1000);
  let rows = await listKeys(deps.db, keptUntil);
  if (!rows.some((row) => !row.retiredAt)) {
    rows = await deps.db.transaction(async (tx) => {
      await lockKeys(tx);
      const already = await listKeys(tx, keptUntil);
      if (already.some((row) => !row.retiredAt)) return already;
      await createKey(tx, deps);
      return listKeys(tx, keptUntil);
    });
  }
  return createKeyRing(
    rows.map((row) => ({ ...row, privateJwk: decryptJwk(deps, row.kid, row.privateJwk) })),
    legacy,
  );
}

/**
 * Signs and verifies once, so that keys which cannot work stop the start and not the first sign-in.
 * @throws Error with a sentence
 */
export async function checkSigningKeys(deps: Deps): Promise<void> {
  try {
    const { signing, verifying } = await getKeyRing(deps);
    const proof = await new SignJWT({}).setProtectedHeader({ alg: signing.algorithm }).sign(signing.key);
    await jwtVerify(proof, verifying.get(signing.kid)!.key);
  } catch (error) {
    throw new Error(
      `The keys that sign access tokens cannot be used: ${(error as Error).message}. See AUTH_SIGNING_KEYS and AUTH_ENCRYPTION_KEY in docs/configuration.md.`,
    );
  }
}

/** Puts a new key in place; tokens signed with the old one stay good until they expire. */
export async function rotateKeys(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockKeys(tx);
    await retireKeys(tx, deps.now());
    await createKey(tx, deps);
  });
  rings.delete(deps.database);
}

async function createKey(tx: Db, deps: Deps): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  await insertKey(tx, {
    kid,
    algorithm: ALGORITHM,
    publicJwk,
    privateJwk: encryptJwk(deps, kid, await exportJWK(pair.privateKey)),
  });
}

type KeyRow = Omit<SigningKey, 'publicJwk' | 'privateJwk'> & {
  publicJwk: object;
  /** Null for a key that only verifies. */
  privateJwk: object | null;
  retiredAt?: Date | null;
};

async function createVerifier({ publicJwk, algorithm }: KeyRow): Promise<CryptoKey | KeyObject> {
  if (algorithm === ALGORITHM) return createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
  return (await importJWK({ ...publicJwk, ext: true } as JWK, algorithm)) as CryptoKey;
}

async function createKeyRing(rows: KeyRow[], legacy: Uint8Array | undefined): Promise<KeyRing> {
  const current = rows.findLast((row) => row.privateJwk && !row.retiredAt);
  if (!current) throw new Error('There is no key to sign with.');
  const verifying: KeyRing['verifying'] = new Map();
  for (const row of rows) {
    verifying.set(row.kid, { algorithm: row.algorithm, key: await createVerifier(row) });
  }
  const { key_ops: _ops, use: _use, ...privateJwk } = current.privateJwk as JWK;
  return {
    signing: {
      kid: current.kid,
      algorithm: current.algorithm,
      key: (await importJWK(privateJwk as JWK, current.algorithm)) as CryptoKey,
    },
    verifying,
    legacy,
    published: rows.map((row) => toPublicKey(row)),
    secret: createHash('sha256').update(JSON.stringify(current.privateJwk)).digest('base64url'),
    readAt: Date.now(),
  };
}
