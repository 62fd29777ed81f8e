import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

const SALT_BYTES = 16;
const KEY_BYTES = 65;
const TAG = 16;

/** The private keys of a browser. */
export type BrowserKeys = { ecdh: ECDH; auth: Buffer };

/**
 * Decrypts a message as a browser does (RFC 8291 over RFC 8188, one record).
 * @throws Error when it wasn't encrypted for these keys or doesn't follow the standards
 */
export function decryptPush({ ecdh, auth }: BrowserKeys, body: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const idLength = body.readUInt8(SALT_BYTES + 4);
  if (idLength !== KEY_BYTES) throw new Error('The header names no key of the sender.');
  const sender = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + KEY_BYTES);
  const record = body.subarray(SALT_BYTES + 5 + KEY_BYTES);
  if (record.length > recordSize) throw new Error('There is more than one record.');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const deriveKey = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', deriveKey('aes128gcm', 16), deriveKey('nonce', 12));
  decipher.setAuthTag(record.subarray(-TAG));
  const paddedText = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  const lastIndex = paddedText.findLastIndex((byte) => byte !== 0);
  if (paddedText[lastIndex] !== 2) throw new Error('The last record does not say that it is the last.');
  return paddedText.subarray(0, lastIndex).toString('utf8');
}
