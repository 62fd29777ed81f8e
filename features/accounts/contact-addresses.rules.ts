import { cleanPastedPhone, parsePhoneNumber } from './phone-numbers.schema.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Email address with letters of any script before the @ (RFC 6531) and an ASCII domain. */
const EMAIL = new RegExp(
  `^[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`,
  'u',
);
const MAX_EMAIL_LENGTH = 255;

/** Returns whether a normalized address is valid. Only sending an email to it can show whether it works. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email);
}

/**
 * Normalizes a phone number for storage: digits with the country code, without the plus. Numbers from earlier
 * installations that are no longer valid can still sign in, but nothing is sent to them.
 * @returns undefined when it's not an international number
 */
export function normalizePhone(phone: string): string | undefined {
  const number = parsePhoneNumber(phone);
  if (number) return number;
  const digits = cleanPastedPhone(phone)
    .replaceAll(/[\s()+]/g, '')
    .replaceAll(/(?<=\d)-(?=\d)/g, '');
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : undefined;
}

export function findChallengeProblem(challenge: string | null | undefined, method: string | null | undefined) {
  if (!challenge && !method) return undefined;
  if (!challenge || !method) return 'PKCE flow requires code_challenge_method and code_challenge';
  // `plain` exposes the secret itself to anyone who sees the URL (RFC 9700 2.1.1).
  if (method.toLowerCase() !== 's256') return 'code challenge method must be s256';
  if (challenge.length < 43 || challenge.length > 128) return 'code challenge has to be between 43 and 128 characters';
  if (!/^[\w.~-]+$/.test(challenge)) {
    return 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes';
  }
  return undefined;
}
