import { z } from 'zod';
import { FACE_PARTS, type FacePart, PART_NAMES } from './face-parts.schema.ts';

const choiceOf = (part: FacePart) => {
  const most = FACE_PARTS[part].length - 1;
  const sentence = `Choose a number from 0 to ${most} for ${part}.`;
  return z.number(sentence).int(sentence).min(0, sentence).max(most, sentence);
};

const Look = z.object(
  Object.fromEntries(PART_NAMES.map((part) => [part, choiceOf(part)])) as Record<FacePart, ReturnType<typeof choiceOf>>,
);
export const LookWish = z.object({
  /** Null resets to the account's default face. */
  look: Look.nullable(),
});
/** The user's drawn face and their uploaded picture, if any. */
export const MyLook = z.object({
  look: Look,
  /** Whether the owner chose it. */
  chosen: z.boolean(),
  /** Address of the face. */
  face: z.string(),
  /** The uploaded picture, which takes precedence over the face. */
  picture: z.string().nullable(),
});
export type MyLook = z.infer<typeof MyLook>;
