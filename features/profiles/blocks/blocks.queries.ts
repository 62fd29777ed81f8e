import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { playerBlocks, protocolProfiles } from '../profiles.tables.ts';
import type { BlockKind } from './blocks.schema.ts';

type Id = SQLWrapper | string;

/**
 * Builds the SQL condition that one of two users has blocked the other. Avoids don't count.
 * @param one an id, or an expression for one
 * @param other an id, or an expression for one
 * @example sql`select … where not ${isBlockedBetweenSql(viewerId, sql`l.user_id`)}`
 */
export const isBlockedBetweenSql = (one: Id, other: Id): SQL => sql`exists (
  select 1 from player_blocks blocks where blocks.kind = 'block'
     and ((blocks.blocker_id = ${one} and blocks.blocked_id = ${other})
       or (blocks.blocker_id = ${other} and blocks.blocked_id = ${one})))`;

/** Builds the SQL condition that the first user has blocked the second. */
export const hasBlockedSql = (blockerId: Id, blockedId: Id): SQL => sql`exists (
  select 1 from player_blocks blocks
   where blocks.kind = 'block' and blocks.blocker_id = ${blockerId} and blocks.blocked_id = ${blockedId})`;

/**
 * Builds the SQL condition that someone in the group has blocked this person or is blocked by them.
 * @param group ids, or an expression for an array of them
 */
export function hasBlockAmongSql(person: Id, group: SQLWrapper | string[]): SQL {
  const ids = Array.isArray(group) ? sql`${sql.param(group)}::uuid[]` : group;
  return sql`exists (
    select 1 from player_blocks blocks where blocks.kind = 'block'
       and ((blocks.blocker_id = ${person} and blocks.blocked_id = any (${ids}))
         or (blocks.blocked_id = ${person} and blocks.blocker_id = any (${ids}))))`;
}

/** Returns whether one of two people has blocked the other. */
export async function areBlocked(db: Db, one: string, other: string): Promise<boolean> {
  return checkCondition(db, isBlockedBetweenSql(sql`${one}::uuid`, sql`${other}::uuid`));
}

/** Returns which of the given people block this person or are blocked by them. */
export async function listHiddenIds(db: Db, person: string, ids: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select x.id from unnest(${sql.param(ids)}::uuid[]) as x (id) where ${isBlockedBetweenSql(sql`${person}::uuid`, sql`x.id`)}`);
  return rows.map((row) => row.id);
}

/** Returns whether a person blocks anyone in a group or is blocked by them. */
export async function isBlockedAmong(db: Db, person: string, group: string[]): Promise<boolean> {
  return checkCondition(db, hasBlockAmongSql(sql`${person}::uuid`, group));
}

async function checkCondition(db: Db, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ holds: boolean }>(sql`select ${condition} as holds`);
  return rows[0]!.holds;
}

/** Lists blocks and avoids: all of them, or only those between the given people. */
export async function listBlocksAmong(db: Db, ids?: string[]) {
  const { rows } = await db.execute<{ blocker_id: string; blocked_id: string; kind: BlockKind }>(sql`
    select blocker_id, blocked_id, kind from player_blocks
    ${ids ? sql`where blocker_id = any (${sql.param(ids)}::uuid[]) and blocked_id = any (${sql.param(ids)}::uuid[])` : sql``}`);
  return rows;
}

/** Lists blocks and avoids that involve one of the given people, on either side. */
export async function listBlocksInvolving(db: Db, ids: string[]) {
  const anyId = sql`any (${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<{ blocker_id: string; blocked_id: string; kind: BlockKind }>(sql`
    select blocker_id, blocked_id, kind from player_blocks where blocker_id = ${anyId} or blocked_id = ${anyId}`);
  return rows;
}

/** Returns how `blockerId` restricts `blockedId`: `block`, `avoid` or null. */
export async function findBlock(db: Db, blockerId: string, blockedId: string): Promise<BlockKind | null> {
  const [row] = await db.select({ kind: playerBlocks.kind }).from(playerBlocks).where(getPair(blockerId, blockedId));
  return row?.kind ?? null;
}

/** Creates a block or an avoid, replacing the earlier kind. */
export async function upsertBlock(
  db: Db,
  { blockerId, blockedId, kind, now }: { blockerId: string; blockedId: string; kind: BlockKind; now: Date },
) {
  await db
    .insert(playerBlocks)
    .values({ blockerId, blockedId, kind, createdAt: now })
    .onConflictDoUpdate({ target: [playerBlocks.blockerId, playerBlocks.blockedId], set: { kind } });
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db.delete(playerBlocks).where(getPair(blockerId, blockedId));
}

/** Lists everyone a player blocks or avoids, newest first, with their current profile names. */
export function listBlocks(db: Db, blockerId: string) {
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

/** Returns whether a player with this id exists, published or not. */
export async function doesPlayerExist(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(protocolProfiles).where(eq(protocolProfiles.id, id));
  return rows.length > 0;
}

const getPair = (blockerId: string, blockedId: string) =>
  and(eq(playerBlocks.blockerId, blockerId), eq(playerBlocks.blockedId, blockedId));
