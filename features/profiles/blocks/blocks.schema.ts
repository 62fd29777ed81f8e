import { z } from 'zod';

const BLOCK_KINDS = ['block', 'avoid'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const BlockWish = z.object({ kind: z.enum(BLOCK_KINDS, 'The kind is block or avoid.') });
/** How the signed-in player stands to another one; the other is never told. */
export const BlockState = z.object({ kind: z.enum(BLOCK_KINDS).nullable() });
export const BlockList = z.object({
  blocks: z.array(
    z.object({ id: z.uuid(), display_name: z.string(), kind: z.enum(BLOCK_KINDS), created_at: z.iso.datetime() }),
  ),
});
