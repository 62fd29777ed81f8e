import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import * as messages from './accounts.messages.ts';

/** Error message for an invalid phone number. */
export const PHONE_MESSAGE = messages.phoneInvalid;

/** Cleans up a pasted number: removes direction marks from address books and the `tel:` scheme. */
export const cleanPastedPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*tel:/i, '')
    .trim();

/**
 * Parses a phone number as people write it, with digits from any script: `+49 (0) 151 …`, `0049-151…`, `49151…`.
 * @returns digits with the country code, without the plus sign; undefined if the number is impossible
 */
export function parsePhoneNumber(text: string): string | undefined {
  const cleaned = cleanPastedPhone(text);
  const international = cleaned.startsWith('+') ? cleaned : `+${cleaned.replace(/^\s*00/, '')}`;
  const number = parsePhoneNumberFromString(international, { extract: false });
  return number?.isPossible() && !number.ext ? number.number.slice(1) : undefined;
}

/** A reachable phone number as it's stored in a profile, with the plus sign. */
export const PhoneNumber = z.string().transform((text, context) => {
  const number = parsePhoneNumber(text);
  if (number) return `+${number}`;
  context.addIssue(issueText(PHONE_MESSAGE));
  return z.NEVER;
});
