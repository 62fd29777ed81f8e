import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';

/** What people read when a number cannot be called. */
export const PHONE_MESSAGE = 'Enter the phone number with its country code, for example +1 212 555 0100.';

/** The number that somebody pasted: without the direction marks of address books and the scheme of a link. */
export const pastedPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*tel:/i, '')
    .trim();

/**
 * Reads a telephone number as people write it, in any script's digits: `+49 (0) 151 …`, `0049-151…`, `49151…`.
 * @returns digits with the country code, without the plus; undefined when no phone can have it
 */
export function parsePhoneNumber(text: string): string | undefined {
  const trimmed = pastedPhone(text);
  const international = trimmed.startsWith('+') ? trimmed : `+${trimmed.replace(/^\s*00/, '')}`;
  const number = parsePhoneNumberFromString(international, { extract: false });
  return number?.isPossible() && !number.ext ? number.number.slice(1) : undefined;
}

/** A number that messages can go to, as it is stored in a profile: with the plus. */
export const PhoneNumber = z.string().transform((text, context) => {
  const number = parsePhoneNumber(text);
  if (number) return `+${number}`;
  context.addIssue(PHONE_MESSAGE);
  return z.NEVER;
});
