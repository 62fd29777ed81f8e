import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { addMs } from '../../../time/instants.ts';
import type { Milestone } from './milestones.schema.ts';
import { crewMilestones } from './milestones.tables.ts';

export async function listMilestones(db: Db, userId: string): Promise<Milestone[]> {
  const rows = await db
    .select()
    .from(crewMilestones)
    .where(eq(crewMilestones.userId, userId))
    .orderBy(asc(crewMilestones.createdAt), asc(crewMilestones.id));
  return rows.map(({ id, title, doneAt }) => ({ id, title, done: doneAt !== null }));
}

export async function insertMilestone(db: Db, userId: string, title: string, now: Date): Promise<void> {
  await db.insert(crewMilestones).values({ userId, title, createdAt: now });
}

/** Inserts milestones a millisecond apart, because they're sorted by creation time. */
export async function insertMilestones(db: Db, userId: string, titles: readonly string[], now: Date): Promise<void> {
  const rows = titles.map((title, index) => ({ userId, title, createdAt: addMs(now, index) }));
  await db.insert(crewMilestones).values(rows);
}

/** @returns whether the player has a milestone with this ID */
export async function changeMilestone(
  db: Db,
  userId: string,
  id: string,
  change: Partial<Pick<typeof crewMilestones.$inferInsert, 'title' | 'doneAt'>>,
): Promise<boolean> {
  const isOwn = and(eq(crewMilestones.id, id), eq(crewMilestones.userId, userId));
  return (await db.update(crewMilestones).set(change).where(isOwn).returning({ id: crewMilestones.id })).length > 0;
}

/** @returns whether the milestone existed */
export async function deleteMilestone(db: Db, userId: string, id: string): Promise<boolean> {
  const isOwn = and(eq(crewMilestones.id, id), eq(crewMilestones.userId, userId));
  return (await db.delete(crewMilestones).where(isOwn).returning({ id: crewMilestones.id })).length > 0;
}
