import { parsePhoneNumber, pastedPhone } from './phone-numbers.schema.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Letters of every script before the @ (RFC 6531), and a domain as mail servers know it. */
const EMAIL = new RegExp(
  `^[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`,
  'u',
);
const MAX_EMAIL_LENGTH = 255;

/** Whether an address (in normal form) can be one at all; whether it works, only a mail to it shows. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email);
}

/**
 * Brings a telephone number into the form in which it is kept: digits with the country code, without the plus. Numbers
 * of earlier installations that no phone can have any more still sign in; nothing is sent to them.
 * @returns undefined when it is no international number
 */
export function normalizePhone(phone: string): string | undefined {
  const number = parsePhoneNumber(phone);
  if (number) return number;
  const digits = pastedPhone(phone)
    .replaceAll(/[\s()+]/g, '')
    .replaceAll(/(?<=\d)-(?=\d)/g, '');
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : undefined;
}

/** What is wrong with a PKCE challenge, or undefined. */
export function findChallengeProblem(challenge: string | null | undefined, method: string | null | undefined) {
  if (!challenge && !method) return undefined;
  if (!challenge || !method) return 'PKCE flow requires code_challenge_method and code_challenge';
  // `plain` shows the secret itself to whoever sees the address (RFC 9700 2.1.1).
  if (method.toLowerCase() !== 's256') return 'code challenge method must be s256';
  if (challenge.length < 43 || challenge.length > 128) return 'code challenge has to be between 43 and 128 characters';
  if (!/^[\w.~-]+$/.test(challenge)) {
    return 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes';
  }
  return undefined;
}
