import { z } from 'zod';
import { cleanLine, cleanParagraph, hasLetterOrDigit, isWithinLength } from './clean-text.ts';

type ShortText = {
  /** What to say when nothing was typed. */
  missing: string;
  /** What to say when it is longer than people may write. */
  tooLong: string;
  /** What to say when nothing in it can be read. */
  unreadable?: string;
};

/** What to say of a name without a letter. */
const UNREADABLE = 'Use at least one letter or digit.';

/** A name or a title, as every feature takes one: cleaned, and readable. `max` counts characters as people do. */
export const shortText = (max: number, { missing, tooLong, unreadable = UNREADABLE }: ShortText) =>
  z
    .string({ error: missing })
    .transform(cleanLine)
    .refine((text) => text !== '', { error: missing, abort: true })
    .refine(hasLetterOrDigit, { error: unreadable, abort: true })
    .refine((text) => isWithinLength(text, max), tooLong);

/** A line that may be empty and may hold anything that can be seen, such as a tag or a filter. */
export const optionalText = (max: number, tooLong: string) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => isWithinLength(text, max), tooLong);

type LongText = {
  /** What to say when it is no text. */
  invalid?: string;
  /** What to say when it is longer than people may write. */
  tooLong: string;
};

/** Text of several lines, which may be empty. It is counted in code points, as the database does. */
export const longText = (max: number, { invalid, tooLong }: LongText) =>
  z
    .string(invalid)
    .transform(cleanParagraph)
    .refine((text) => text.length <= max || [...text].length <= max, tooLong);

/** The same where something has to be written. */
export const requiredText = (max: number, { missing, tooLong }: { missing: string; tooLong: string }) =>
  z
    .string(missing)
    .transform(cleanParagraph)
    .refine((text) => text !== '', { error: missing, abort: true })
    .refine((text) => text.length <= max || [...text].length <= max, tooLong);
