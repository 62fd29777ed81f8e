import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { savedBuilds } from './advice.tables.ts';
import type { Build } from './builds.rules.ts';

export type StoredBuild = { id: string; name: string; build: Build; createdAt: Date };

const toStoredBuild = ({ id, name, build, createdAt }: typeof savedBuilds.$inferSelect): StoredBuild => ({
  id,
  name,
  build: build as Build,
  createdAt,
});
const isOf = (userId: string, id: string) => and(eq(savedBuilds.id, id), eq(savedBuilds.userId, userId));

/** Lists a player's saved builds, newest first. */
export async function listBuilds(db: Db, userId: string): Promise<StoredBuild[]> {
  const rows = await db.select().from(savedBuilds).where(eq(savedBuilds.userId, userId)).orderBy(desc(savedBuilds.seq));
  return rows.map(toStoredBuild);
}

export async function findBuild(db: Db, userId: string, id: string): Promise<StoredBuild | undefined> {
  const [row] = await db.select().from(savedBuilds).where(isOf(userId, id));
  return row && toStoredBuild(row);
}

export async function insertBuild(
  db: Db,
  build: { userId: string; name: string; build: Build; createdAt: Date },
): Promise<void> {
  await db.insert(savedBuilds).values(build);
}

/** @returns false if the user has no build with this ID */
export async function renameBuild(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  return (
    (await db.update(savedBuilds).set({ name }).where(isOf(userId, id)).returning({ id: savedBuilds.id })).length > 0
  );
}

/** @returns false if the user has no build with this ID */
export async function deleteBuild(db: Db, userId: string, id: string): Promise<boolean> {
  return (await db.delete(savedBuilds).where(isOf(userId, id)).returning({ id: savedBuilds.id })).length > 0;
}
