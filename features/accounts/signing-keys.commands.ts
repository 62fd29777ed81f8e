import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { decryptJwk, encryptJwk } from './encryption.commands.ts';
import { insertKey, listKeys, lockKeys, retireKeys } from './signing-keys.queries.ts';
import { type SigningAlgorithm, type SigningKey, toPublicKey } from './signing-keys.rules.ts';

export type KeyRing = {
  signing: { kid: string; algorithm: string; key: CryptoKey };
  /** Keys by id. P-256 keys are runtime key objects, so verifying needs no other thread. */
  verifying: Map<string, { algorithm: string; key: CryptoKey | KeyObject }>;
  /** Secret of an earlier installation, used only to verify its tokens and never published. */
  legacy: Uint8Array | undefined;
  /** The keys that /.well-known/jwks.json publishes. */
  published: JWK[];
  /** Secret for stable, unguessable values. Changes with the signing key. */
  secret: string;
  readAt: number;
};

const ALGORITHM: SigningAlgorithm = 'ES256';
const LEGACY_ALGORITHM = 'HS256';
/** How long keys are cached. An unknown key id triggers an earlier reload. */
const CACHE_MS = 10 * MINUTE_MS;
const UNKNOWN_KEY_RETRY_MS = 10_000;

// Key ring by database, because tests open several contexts in one process.
const rings = new WeakMap<object, Promise<KeyRing>>();

/** Returns this installation's keys. They're created on the very first call and cached in memory. */
export async function getKeyRing(deps: Deps): Promise<KeyRing> {
  const cached = rings.get(deps.database);
  if (cached) {
    const ring = await cached;
    if (Date.now() - ring.readAt < CACHE_MS) return ring;
  }
  return reloadKeyRing(deps);
}

/** Returns the key with the token's key id. An unknown id may be a new key from another node. */
export async function findVerifyingKey(deps: Deps, kid: string | undefined, algorithm: string) {
  let ring = await getKeyRing(deps);
  // Check this before the key id: tokens from an earlier installation carry its own key ids, or none.
  if (algorithm === LEGACY_ALGORITHM) return ring.legacy;
  if (kid && !ring.verifying.has(kid) && Date.now() - ring.readAt > UNKNOWN_KEY_RETRY_MS)
    ring = await reloadKeyRing(deps);
  const found = kid ? ring.verifying.get(kid) : undefined;
  return found?.algorithm === algorithm ? found.key : undefined;
}

function reloadKeyRing(deps: Deps): Promise<KeyRing> {
  const keyRingPromise = readKeyRing(deps);
  rings.set(deps.database, keyRingPromise);
  keyRingPromise.catch(() => rings.delete(deps.database));
  return keyRingPromise;
}

async function readKeyRing(deps: Deps): Promise<KeyRing> {
  const settings = getAuthSettings(deps.env);
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
 * Signs and verifies once, so that unusable keys fail the startup instead of the first sign-in.
 * @throws Error with a readable message
 */
export async function checkSigningKeys(deps: Deps): Promise<void> {
  try {
    const { signing, verifying } = await getKeyRing(deps);
    const proof = await new SignJWT({}).setProtectedHeader({ alg: signing.algorithm }).sign(signing.key);
    await jwtVerify(proof, verifying.get(signing.kid)!.key);
  } catch (error) {
    throw new Error(
      `The keys that sign access tokens can't be used: ${(error as Error).message}. See AUTH_SIGNING_KEYS and AUTH_ENCRYPTION_KEY in docs/configuration.md.`,
    );
  }
}

/** Activates a new key. Tokens signed with the old one stay valid until they expire. */
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
  if (!current) throw new Error("There's no key to sign with.");
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
