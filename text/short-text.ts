import { z } from 'zod';
import { cleanLine, cleanParagraph, hasLetterOrDigit, isWithinLength } from './clean-text.ts';

type ShortText = {
  /** Error message when the text is empty. */
  missing: string;
  /** Error message when the text is too long. */
  tooLong: string;
  /** Error message when the text has no letter or digit. */
  unreadable?: string;
};

/** Default error message for a name without a letter or digit. */
const UNREADABLE_MESSAGE = 'Use at least one letter or digit.';

/**
 * Schema for a name or title: cleaned, with at least one letter or digit. `max` counts characters as users see them.
 */
export const shortText = (max: number, { missing, tooLong, unreadable = UNREADABLE_MESSAGE }: ShortText) =>
  z
    .string({ error: missing })
    .transform(cleanLine)
    .refine((text) => text !== '', { error: missing, abort: true })
    .refine(hasLetterOrDigit, { error: unreadable, abort: true })
    .refine((text) => isWithinLength(text, max), tooLong);

/** Schema for a line that may be empty and may contain any visible characters, such as a tag or a filter. */
export const optionalText = (max: number, tooLong: string) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => isWithinLength(text, max), tooLong);

type LongText = {
  /** Error message when the value isn't a string. */
  invalid?: string;
  /** Error message when the text is too long. */
  tooLong: string;
};

/** Schema for text with several lines, which may be empty. The length is counted in code points, as in the database. */
export const longText = (max: number, { invalid, tooLong }: LongText) =>
  z
    .string(invalid)
    .transform(cleanParagraph)
    .refine((text) => text.length <= max || [...text].length <= max, tooLong);

/** Like `longText`, but required. */
export const requiredText = (max: number, { missing, tooLong }: { missing: string; tooLong: string }) =>
  z
    .string(missing)
    .transform(cleanParagraph)
    .refine((text) => text !== '', { error: missing, abort: true })
    .refine((text) => text.length <= max || [...text].length <= max, tooLong);
