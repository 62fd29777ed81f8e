import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../profiles.messages.ts';

const BLOCK_KINDS = ['block', 'avoid'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const BlockRequest = z.object({ kind: z.enum(BLOCK_KINDS, issueText(messages.blockKindInvalid)) });
/** How the signed-in player restricts another one, who is never notified: a block, an avoid or null. */
export const BlockState = z.object({ kind: z.enum(BLOCK_KINDS).nullable() });
export const BlockList = z.object({
  blocks: z.array(z.object({ id: z.uuid(), display_name: z.string(), kind: z.enum(BLOCK_KINDS), created_at: instant })),
});

const MAX_HIDDEN = 60;
const ids = z
  .string()
  .max(MAX_HIDDEN * 37)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(z.uuid(issueText(messages.playerIdsInvalid)))
      .max(MAX_HIDDEN, issueText(messages.tooManyPlayerIds, { max: MAX_HIDDEN })),
  );
export const HiddenQuery = z.object({ ids });
/** Players hidden from the viewer by a block, without revealing who blocked whom. */
export const HiddenPlayers = z.object({ hidden: z.array(z.uuid()) });
