import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBlockedBetweenSql } from '../blocks/blocks.queries.ts';
import { playerFollows } from '../profiles.tables.ts';

export async function isFollowing(db: Db, followerId: string, followedId: string): Promise<boolean> {
  return (await db.$count(playerFollows, getPair(followerId, followedId))) > 0;
}

/** Returns which of these players a user follows. */
export async function listFollowedAmong(db: Db, followerId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: playerFollows.followedId })
    .from(playerFollows)
    .where(and(eq(playerFollows.followerId, followerId), inArray(playerFollows.followedId, ids)));
  return new Set(rows.map(({ id }) => id));
}

export const countFollows = (db: Db, followerId: string): Promise<number> =>
  db.$count(playerFollows, eq(playerFollows.followerId, followerId));

/** Records that one user follows another. Idempotent. */
export async function insertFollow(tx: Db, followerId: string, followedId: string, now: Date): Promise<void> {
  await tx.insert(playerFollows).values({ followerId, followedId, createdAt: now }).onConflictDoNothing();
}

export async function deleteFollow(db: Db, followerId: string, followedId: string): Promise<void> {
  await db.delete(playerFollows).where(getPair(followerId, followedId));
}

/** Removes follows between two users in both directions. */
export async function deleteFollowsBetween(tx: Db, one: string, other: string): Promise<void> {
  await tx.delete(playerFollows).where(or(getPair(one, other), getPair(other, one)));
}

type Followed = {
  id: string;
  display_name: string;
  avatar_path: string | null;
  in_directory: boolean;
  created_at: string;
};

/** Lists the players a user follows, newest first, except players blocked in either direction. */
export async function listFollows(db: Db, followerId: string): Promise<Followed[]> {
  const { rows } = await db.execute<Followed>(sql`
    select p.id, p.display_name, shown_picture(p.avatar_path, p.look, p.id) as avatar_path,
           v.id is not null as in_directory, f.created_at
      from player_follows f
      join protocol_profiles p on p.id = f.followed_id
      left join protocol_public_profiles v on v.id = p.id
     where f.follower_id = ${followerId} and not ${isBlockedBetweenSql(followerId, sql`p.id`)}
     order by f.created_at desc, p.id`);
  return rows;
}

const getPair = (followerId: string, followedId: string) =>
  and(eq(playerFollows.followerId, followerId), eq(playerFollows.followedId, followedId));
