import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { playerBlocks, protocolProfiles } from '../profiles.tables.ts';
import type { BlockKind } from './blocks.schema.ts';

/** How `blockerId` stands to `blockedId`: `block`, `avoid`, or nothing. */
export async function blockBetween(db: Db, blockerId: string, blockedId: string): Promise<BlockKind | null> {
  const [row] = await db
    .select({ kind: playerBlocks.kind })
    .from(playerBlocks)
    .where(and(eq(playerBlocks.blockerId, blockerId), eq(playerBlocks.blockedId, blockedId)));
  return row?.kind ?? null;
}

/** Writes a block or an avoid; the later kind replaces the earlier one. */
export async function putBlock(db: Db, blockerId: string, blockedId: string, kind: BlockKind, now: Date) {
  await db
    .insert(playerBlocks)
    .values({ blockerId, blockedId, kind, createdAt: now })
    .onConflictDoUpdate({ target: [playerBlocks.blockerId, playerBlocks.blockedId], set: { kind } });
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db
    .delete(playerBlocks)
    .where(and(eq(playerBlocks.blockerId, blockerId), eq(playerBlocks.blockedId, blockedId)));
}

/** Everybody that one player blocked or avoids, newest first, with the names their profiles carry now. */
export function blocksOf(db: Db, blockerId: string) {
  return db
    .select({
      id: playerBlocks.blockedId,
      display_name: protocolProfiles.display_name,
      kind: playerBlocks.kind,
      created_at: playerBlocks.createdAt,
    })
    .from(playerBlocks)
    .innerJoin(protocolProfiles, eq(protocolProfiles.id, playerBlocks.blockedId))
    .where(eq(playerBlocks.blockerId, blockerId))
    .orderBy(desc(playerBlocks.createdAt));
}

/** Whether there is a player of this id at all, published or not. */
export async function playerExists(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(protocolProfiles).where(eq(protocolProfiles.id, id));
  return rows.length > 0;
}
