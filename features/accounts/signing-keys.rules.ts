import type { JWK } from 'jose';

/** Algorithms that may sign access tokens. Asymmetric, so that a verifier can't sign. */
export type SigningAlgorithm = 'ES256' | 'RS256';
export type SigningKey = { kid: string; algorithm: SigningAlgorithm; publicJwk: JWK; privateJwk: JWK | null };

/** Public members of a key (RFC 7518 6.2.1, 6.3.1). Everything else stays in the process. */
const PUBLIC_MEMBERS = { ES256: ['kty', 'crv', 'x', 'y'], RS256: ['kty', 'n', 'e'] } as const;
/** The additional members of a private key (RFC 7518 6.2.2, 6.3.2). */
const PRIVATE_MEMBERS = { ES256: ['d'], RS256: ['d', 'p', 'q', 'dp', 'dq', 'qi'] } as const;
/** Minimum modulus. Shorter ones can be factored (NIST SP 800-131A). */
const MIN_RSA_BITS = 2048;
/** Minimum HMAC key: as long as its digest (RFC 7518 3.2). */
export const MIN_SECRET_CHARACTERS = 32;

const NAME = 'AUTH_SIGNING_KEYS';

/**
 * Parses configured keys. All keys verify tokens, and the last private key signs them.
 * @param text a JSON array of JWKs
 * @returns the keys, and a message for each problem
 */
export function parseSigningKeys(text: string): { keys: SigningKey[]; faults: string[] } {
  const list = parseKeyList(text);
  if (!list) return { keys: [], faults: [`${NAME} must be a JSON array of keys (JWK).`] };
  const faults: string[] = [];
  const keys: SigningKey[] = [];
  for (const [index, value] of list.entries()) {
    const read = parseKey(value, `Key ${index + 1} of ${NAME}`);
    if (typeof read === 'string') faults.push(read);
    else keys.push({ ...read, kid: read.kid || (list.length === 1 ? 'configured' : '') });
  }
  const kids = keys.map(({ kid }) => kid);
  if (kids.includes('')) faults.push(`Give each key in ${NAME} its own "kid" when there are several.`);
  else if (new Set(kids).size < kids.length) faults.push(`Two keys in ${NAME} have the same "kid". Give each its own.`);
  if (faults.length === 0 && !keys.some(({ privateJwk }) => privateJwk)) {
    faults.push(`No key in ${NAME} has its private part ("d"), so nothing could be signed. Add one that has it.`);
  }
  return { keys, faults };
}

function parseKeyList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the key, or an error message that contains only the key's member names */
function parseKey(value: unknown, keyName: string): SigningKey | string {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return `${keyName} isn't a JWK.`;
  const jwk = value as Record<string, unknown>;
  if (jwk.kty === 'oct') {
    return `${keyName} is symmetric, so anyone who can verify with it could also sign. Only ES256 and RS256 keys sign here. To accept tokens from an earlier installation, put its secret into AUTH_LEGACY_SECRET.`;
  }
  const algorithm = detectAlgorithm(jwk);
  if (!algorithm) return `${keyName} is for neither ES256 (an EC key on P-256) nor RS256 (an RSA key).`;
  if (jwk.kid !== undefined && typeof jwk.kid !== 'string')
    return `The "kid" of ${keyName.toLowerCase()} must be text.`;
  const publicJwk = pickMembers(jwk, PUBLIC_MEMBERS[algorithm]);
  if (!publicJwk) return `${keyName} is missing one of these members: ${PUBLIC_MEMBERS[algorithm].join(', ')}.`;
  if (algorithm === 'RS256' && countBits(String(jwk.n)) < MIN_RSA_BITS) {
    return `${keyName} is too short: an RSA key needs ${MIN_RSA_BITS} bits.`;
  }
  const kid = typeof jwk.kid === 'string' ? jwk.kid : '';
  if (jwk.d === undefined) return { kid, algorithm, publicJwk, privateJwk: null };
  const secret = pickMembers(jwk, PRIVATE_MEMBERS[algorithm]);
  if (!secret) return `${keyName} is missing one of these members: ${PRIVATE_MEMBERS[algorithm].join(', ')}.`;
  return { kid, algorithm, publicJwk, privateJwk: { ...publicJwk, ...secret } };
}

function detectAlgorithm({ kty, crv, alg }: Record<string, unknown>): SigningAlgorithm | undefined {
  if (kty === 'EC' && crv === 'P-256' && (alg === undefined || alg === 'ES256')) return 'ES256';
  if (kty === 'RSA' && (alg === undefined || alg === 'RS256')) return 'RS256';
  return undefined;
}

/** @returns the given members, or undefined when one is missing */
function pickMembers(jwk: Record<string, unknown>, members: readonly string[]): JWK | undefined {
  if (!members.every((member) => typeof jwk[member] === 'string' && jwk[member] !== '')) return undefined;
  return Object.fromEntries(members.map((member) => [member, jwk[member]])) as JWK;
}

/** Returns the length in bits: six per character. */
const countBits = (base64url: string) => base64url.replace(/=+$/, '').length * 6;

type Published = { kid: string; algorithm: SigningAlgorithm; publicJwk: object };

/** Returns a key's entry in the public key set. */
export function toPublicKey({ kid, algorithm, publicJwk }: Published): JWK {
  return {
    ...pickMembers({ ...publicJwk }, PUBLIC_MEMBERS[algorithm]),
    kid,
    alg: algorithm,
    use: 'sig',
    key_ops: ['verify'],
  };
}
