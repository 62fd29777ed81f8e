import { createDecipheriv, hkdfSync } from 'node:crypto';
import { normalizePhone } from './contact-addresses.rules.ts';
import type { Row } from './dump-parser.rules.ts';

/** The keys the old installation used to encrypt its secrets, by name. */
export type ForeignKeys = ReadonlyMap<string, Buffer>;

const KEY_BYTES = 32;
const TAG_BYTES = 16;

/**
 * Parses `name:key,name:key` with 256-bit keys in base64url, the format of the old installation.
 * @returns the keys, or undefined when the format is invalid
 */
export function parseForeignKeys(text: string): ForeignKeys | undefined {
  const keys = text.split(',').map((part) => {
    const [name = '', key = ''] = part.split(':');
    return [name.trim(), Buffer.from(key.trim(), 'base64url')] as const;
  });
  return keys.every(([name, key]) => name && key.length === KEY_BYTES) ? new Map(keys) : undefined;
}

/** Thrown for a secret in the dump that can't be read. The message says what to do. */
export class UnreadableSecret extends Error {}

type Encrypted = { key_id: string; alg: string; data: string; nonce: string };

/**
 * Returns the secret for a text from the dump: unchanged, or decrypted (AES-GCM with a key derived per row by HKDF).
 * @throws UnreadableSecret when it's encrypted and no key decrypts it
 */
export function decryptForeignSecret(ciphertext: string, id: string, keys: ForeignKeys): string {
  if (!ciphertext.startsWith('{')) return ciphertext;
  const { key_id, alg, data, nonce } = parseEncrypted(ciphertext);
  const key = keys.get(key_id);
  if (!key || alg !== 'aes-gcm-hkdf') {
    const way = 'put GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS from the old installation into AUTH_IMPORT_KEYS';
    throw new UnreadableSecret(`its secret is encrypted with the key "${key_id}" (${alg}): ${way}`);
  }
  try {
    const bytes = Buffer.from(data, 'base64');
    const encryptionKey = Buffer.from(hkdfSync('sha256', key, '', id.toLowerCase(), KEY_BYTES));
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(nonce, 'base64'));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new UnreadableSecret(
      `its secret can't be decrypted with the key "${key_id}"; check that it's the key from that time`,
    );
  }
}

function parseEncrypted(ciphertext: string): Encrypted {
  try {
    return JSON.parse(ciphertext) as Encrypted;
  } catch {
    throw new UnreadableSecret('its secret is in an unknown format');
  }
}

/**
 * Converts a second factor to our format. The secret of an authenticator app is returned as plain text.
 * @throws Error with a readable reason when the factor couldn't be used here
 */
export function convertFactor(row: Row, keys: ForeignKeys): Row {
  const { secret, phone, web_authn_credential: credential, ...rest } = row;
  if (row.factor_type === 'totp') return { ...rest, secret: convertTotpSecret(row, keys) };
  if (row.factor_type === 'phone') {
    const number = normalizePhone(String(phone ?? ''));
    if (!number) throw new Error("its phone number isn't in international format");
    return { ...rest, phone: number };
  }
  if (row.factor_type !== 'webauthn') throw new Error(`factors of type "${row.factor_type}" aren't supported here`);
  if (credential === undefined && row.status !== 'verified') return rest;
  return { ...rest, web_authn_credential: convertCredential(credential) };
}

function convertTotpSecret(row: Row, keys: ForeignKeys): string {
  const secret = decryptForeignSecret(String(row.secret ?? ''), String(row.id), keys);
  if (!/^[A-Z2-7]{16,}=*$/i.test(secret)) throw new UnreadableSecret('its secret is in an unknown format');
  return secret;
}

function convertCredential(value: unknown): Row {
  const credential = lowercaseKeys(typeof value === 'string' ? JSON.parse(value) : value);
  const authenticator = lowercaseKeys(credential.authenticator);
  const flags = lowercaseKeys(credential.flags);
  const credentialId = toBase64url(credential.id);
  const publicKey = toBase64url(credential.publickey);
  if (!credentialId || !publicKey) throw new UnreadableSecret('its key is in an unknown format');
  return {
    credentialId,
    publicKey,
    signCount: Number(authenticator.signcount ?? 0),
    transports: Array.isArray(credential.transport) ? credential.transport : [],
    aaguid: toUuid(Buffer.from(String(authenticator.aaguid ?? ''), 'base64')),
    backupEligible: flags.backupeligible === true,
    backedUp: flags.backupstate === true,
  };
}

/** Lowercases field names, because the old installation's library wrote both cases. */
function lowercaseKeys(value: unknown): Row {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
}

const toBase64url = (value: unknown) => Buffer.from(String(value ?? ''), 'base64').toString('base64url');

const toUuid = (bytes: Buffer) =>
  bytes
    .toString('hex')
    .padEnd(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Converts a passkey to our format. @throws UnreadableSecret */
export function convertPasskey(row: Row): Row {
  const { credential_id: id, public_key: key, attestation_type: _kind, transports, ...rest } = row;
  const [credentialId, publicKey] = [toBytes(id), toBytes(key)];
  if (!credentialId || !publicKey) throw new UnreadableSecret('its key is in an unknown format');
  const list = typeof transports === 'string' ? (JSON.parse(transports) as unknown) : transports;
  return { ...rest, credential_id: credentialId, public_key: publicKey, transports: Array.isArray(list) ? list : [] };
}

/** Converts bytes in PostgreSQL's format (`\x` and hexadecimal) to base64url. */
function toBytes(value: unknown): string | undefined {
  const hex = typeof value === 'string' ? value.match(/^\\x((?:[0-9a-f]{2})+)$/i)?.[1] : undefined;
  return hex && Buffer.from(hex, 'hex').toString('base64url');
}
