import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import * as messages from '../profiles.messages.ts';
import { FACE_PARTS, type FacePart, PART_NAMES } from './face-parts.schema.ts';

const getChoice = (part: FacePart) => {
  const most = FACE_PARTS[part].length - 1;
  const invalid = issueText(messages.lookPartInvalid, { max: most, part });
  return z.number(invalid).int(invalid).min(0, invalid).max(most, invalid);
};

const Look = z.object(
  Object.fromEntries(PART_NAMES.map((part) => [part, getChoice(part)])) as Record<
    FacePart,
    ReturnType<typeof getChoice>
  >,
);
export const LookRequest = z.object({
  /** The chosen face; null resets to the account's default. */
  look: Look.nullable(),
});
/** The user's generated face and their uploaded picture, if any. */
export const MyLook = z.object({
  look: Look,
  /** Whether the user chose the face. */
  chosen: z.boolean(),
  /** URL of the face. */
  face: z.string(),
  /** URL of the uploaded picture, which takes precedence over the face. */
  picture: z.string().nullable(),
});
export type MyLook = z.infer<typeof MyLook>;
