import { z } from 'zod';
import { cleanLine, cleanParagraph, hasLetterOrDigit, isWithinLength } from './clean-text.ts';

type ShortText = {
  /** The message when it's empty. */
  missing: string;
  /** The message when it's too long. */
  tooLong: string;
  /** The message when none of it is readable. */
  unreadable?: string;
};

/** The message for a name without a letter or digit. */
const UNREADABLE = 'Use at least one letter or digit.';

/** A name or title, as every feature accepts it: cleaned and readable. `max` counts characters as people do. */
export const shortText = (max: number, { missing, tooLong, unreadable = UNREADABLE }: ShortText) =>
  z
    .string({ error: missing })
    .transform(cleanLine)
    .refine((text) => text !== '', { error: missing, abort: true })
    .refine(hasLetterOrDigit, { error: unreadable, abort: true })
    .refine((text) => isWithinLength(text, max), tooLong);

/** A line that may be empty and may hold any visible characters, such as a tag or a filter. */
export const optionalText = (max: number, tooLong: string) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => isWithinLength(text, max), tooLong);

type LongText = {
  /** The message when it isn't a string. */
  invalid?: string;
  /** The message when it's too long. */
  tooLong: string;
};

/** Text with several lines, which may be empty. It's counted in code points, as in the database. */
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
