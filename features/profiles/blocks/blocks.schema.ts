import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

const BLOCK_KINDS = ['block', 'avoid'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const BlockWish = z.object({ kind: z.enum(BLOCK_KINDS, 'The kind is block or avoid.') });
/** How the signed-in player stands to another one; the other is never told. */
export const BlockState = z.object({ kind: z.enum(BLOCK_KINDS).nullable() });
export const BlockList = z.object({
  blocks: z.array(z.object({ id: z.uuid(), display_name: z.string(), kind: z.enum(BLOCK_KINDS), created_at: instant })),
});

const HIDDEN_MOST = 60;
const ids = z
  .string()
  .max(HIDDEN_MOST * 37)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.uuid('These are not ids of players.')).max(HIDDEN_MOST, `Ask about at most ${HIDDEN_MOST} players.`));
export const HiddenQuery = z.object({ ids });
/** People who do not see each other; who of the two wanted it so is not said. */
export const HiddenPlayers = z.object({ hidden: z.array(z.uuid()) });
