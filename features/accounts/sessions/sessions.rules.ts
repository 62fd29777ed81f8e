import { createHmac, timingSafeEqual } from 'node:crypto';
import { english } from '../../../messages/lazy-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../accounts.messages.ts';

const SESSION_BYTES = 16;
const COUNTER_BYTES = 6;
const MAC_BYTES = 24;

/** The content of a refresh token before verification. */
export type RefreshToken = { sessionId: string; counter: number; mac: Buffer };

function computeMac(head: Buffer, key: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(head).digest().subarray(0, MAC_BYTES);
}

/**
 * Computes refresh token number `counter` of a session. Because tokens are computed, a client that lost the response
 * can get the active token again without us storing any token.
 */
export function writeRefreshToken(sessionId: string, counter: number, key: string): string {
  const head = Buffer.alloc(SESSION_BYTES + COUNTER_BYTES);
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(head);
  head.writeUIntBE(counter, SESSION_BYTES, COUNTER_BYTES);
  return Buffer.concat([head, computeMac(head, key)]).toString('base64url');
}

/** @returns undefined when the text can't be one of our tokens */
export function readRefreshToken(token: string): RefreshToken | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SESSION_BYTES + COUNTER_BYTES + MAC_BYTES) return undefined;
  const hex = bytes.subarray(0, SESSION_BYTES).toString('hex');
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter: bytes.readUIntBE(SESSION_BYTES, COUNTER_BYTES),
    mac: bytes.subarray(SESSION_BYTES + COUNTER_BYTES),
  };
}

/** Returns whether this token was created with the session's key. */
export function isGenuine(token: RefreshToken, key: string): boolean {
  const head = Buffer.from(writeRefreshToken(token.sessionId, token.counter, key), 'base64url');
  return timingSafeEqual(head.subarray(SESSION_BYTES + COUNTER_BYTES), token.mac);
}

/**
 * Decides what an old token means. If it's the parent of the active token, the client lost our response. Anything older
 * is a stolen copy, unless the token was rotated seconds ago.
 */
export function decideTokenReuse(
  token: RefreshToken,
  session: { refreshTokenCounter: number; refreshedAt: Date | null },
  now: Date,
  reuseSeconds: number,
): 'tolerate' | 'revoke' {
  if (token.counter >= session.refreshTokenCounter - 1) return 'tolerate';
  const age = session.refreshedAt ? now.getTime() - session.refreshedAt.getTime() : Number.POSITIVE_INFINITY;
  return age <= reuseSeconds * 1000 ? 'tolerate' : 'revoke';
}

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Describes the device behind a user agent, such as "Firefox on Windows". */
export function describeDevice(t: Translator, userAgent: string | null): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return t(messages.browserOnSystem, { browser, system });
  return browser ?? system ?? t(messages.unknownDevice);
}

/** Translates a description that was stored in English. */
export function translateDevice(t: Translator, device: string): string {
  if (device === english(messages.unknownDevice)) return t(messages.unknownDevice);
  const [browser, system] = device.split(' on ');
  return browser && system ? t(messages.browserOnSystem, { browser, system }) : device;
}
