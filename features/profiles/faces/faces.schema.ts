import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import * as messages from '../profiles.messages.ts';
import { FACE_PARTS, type FacePart, PART_NAMES } from './face-parts.schema.ts';

const choiceOf = (part: FacePart) => {
  const most = FACE_PARTS[part].length - 1;
  const invalid = issueText(messages.lookPartInvalid, { max: most, part });
  return z.number(invalid).int(invalid).min(0, invalid).max(most, invalid);
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
