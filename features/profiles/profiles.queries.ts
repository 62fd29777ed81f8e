import { and, eq, lte, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { isBlockedBetweenSql } from './blocks/blocks.queries.ts';
import type { LookingChoice, LookingKind } from './game.schema.ts';
import type { StoredFields } from './profile-fields.schema.ts';
import { profileEdits, protocolProfiles, protocolPublicProfiles, userProfiles } from './profiles.tables.ts';

export type OwnRow = typeof protocolProfiles.$inferSelect;
export type PublicRow = typeof protocolPublicProfiles.$inferSelect;

/** The whole private row of one player, or nothing. */
export async function findOwnProfile(db: Db, userId: string): Promise<OwnRow | undefined> {
  const [row] = await db.select().from(protocolProfiles).where(eq(protocolProfiles.id, userId));
  return row;
}

/** What somebody has filled in that others need of them, and their own picture, as a statement. */
export const selectFilledFields = (userId: SQLWrapper): SQL => sql`
  select * from ${protocolProfiles} where id = ${userId}`;

/**
 * The public columns of one published, un-banned player, or nothing.
 * @param viewerId somebody signed in, who does not see whom a block stands between
 */
export async function findPublicProfile(db: Db, id: string, viewerId?: string): Promise<PublicRow | undefined> {
  const seen = viewerId === undefined ? undefined : not(isBlockedBetweenSql(viewerId, protocolPublicProfiles.id));
  const [row] = await db
    .select()
    .from(protocolPublicProfiles)
    .where(and(eq(protocolPublicProfiles.id, id), seen));
  return row;
}

/** Writes the owner's form and takes the profile out of the directory until it is published again. */
export async function saveProfile(db: Db, userId: string, values: StoredFields, now: Date): Promise<OwnRow> {
  const written = { ...values, published: false, updated_at: now };
  const [row] = await db
    .insert(protocolProfiles)
    .values({ id: userId, ...written, created_at: now })
    .onConflictDoUpdate({ target: protocolProfiles.id, set: written })
    .returning();
  return row!;
}

/** Writes some fields of a profile and leaves it where it is: published, or not. */
export async function saveFields(db: Db, userId: string, values: Partial<StoredFields>, now: Date): Promise<OwnRow> {
  const [row] = await db
    .update(protocolProfiles)
    .set({ ...values, updated_at: now })
    .where(eq(protocolProfiles.id, userId))
    .returning();
  return row!;
}

export type NewArrival = {
  userId: string;
  twitch: { id: string; login: string | null } | undefined;
  displayName: string;
  email: string | null;
  timezone: string;
};

/**
 * Creates the profile of somebody who has just signed in; of a known player only the streaming account is brought up
 * to date (also when it was taken away), because what they have typed since is theirs.
 */
export async function upsertArrival(db: Db, person: NewArrival, now: Date): Promise<OwnRow> {
  const streaming = { twitch_id: person.twitch?.id ?? null, twitch_login: person.twitch?.login ?? null };
  const [row] = await db
    .insert(protocolProfiles)
    .values({
      id: person.userId,
      ...streaming,
      display_name: person.displayName,
      email: person.email,
      timezone: person.timezone,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoUpdate({ target: protocolProfiles.id, set: { ...streaming, updated_at: now } })
    .returning();
  return row!;
}

/** Locks the row for the transaction, so that a save and a publication of the same player follow one another. */
export async function lockProfile(db: Db, userId: string): Promise<OwnRow | undefined> {
  const [row] = await db.select().from(protocolProfiles).where(eq(protocolProfiles.id, userId)).for('update');
  return row;
}

/** Writes whether somebody looks for something. @returns the whole profile, or nothing when there is none */
export async function updateLooking(
  db: Db,
  userId: string,
  kind: LookingKind,
  choice: LookingChoice,
): Promise<OwnRow | undefined> {
  const change = kind === 'squad' ? { look_for_squad: choice } : { look_for_pair: choice };
  const [row] = await db.update(protocolProfiles).set(change).where(eq(protocolProfiles.id, userId)).returning();
  return row;
}

/** Takes a profile out of the directory as it is. @returns whether it was there */
export async function markHidden(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .update(protocolProfiles)
    .set({ published: false })
    .where(and(eq(protocolProfiles.id, userId), eq(protocolProfiles.published, true)))
    .returning({ id: protocolProfiles.id });
  return rows.length > 0;
}

/** Remembers since when a profile that was in the directory is being edited. */
export async function startEdit(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.insert(profileEdits).values({ userId, since: now }).onConflictDoNothing();
}

/**
 * Forgets that a profile is being edited.
 * @param begunBefore only when that began at this instant or before
 * @returns whether it was
 */
export async function endEdit(tx: Db, userId: string, begunBefore?: Date): Promise<boolean> {
  const begun = begunBefore && lte(profileEdits.since, begunBefore);
  const rows = await tx
    .delete(profileEdits)
    .where(and(eq(profileEdits.userId, userId), begun))
    .returning({ userId: profileEdits.userId });
  return rows.length > 0;
}

/** Ids of those who began to edit at this instant or before, oldest first. */
export async function listOverdueEdits(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: profileEdits.userId })
    .from(profileEdits)
    .where(lte(profileEdits.since, before))
    .orderBy(profileEdits.since)
    .limit(limit);
  return rows.map((row) => row.userId);
}

export async function markPublished(db: Db, userId: string, now: Date): Promise<void> {
  await db.update(protocolProfiles).set({ published: true, updated_at: now }).where(eq(protocolProfiles.id, userId));
}

/** Creates or updates the account-wide profile; `onboardingCompleted` is set once and never taken back. */
export async function upsertUserProfile(
  db: Db,
  member: { userId: string; displayName: string; onboardingCompleted: boolean },
  now: Date,
): Promise<{ onboardingCompleted: boolean; clockHours: ClockHours | null; weekStart: WeekStart | null }> {
  const { displayName } = member;
  const [row] = await db
    .insert(userProfiles)
    .values({ ...member, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: userProfiles.userId,
      set: {
        displayName,
        onboardingCompleted: sql`${userProfiles.onboardingCompleted} or excluded.onboarding_completed`,
        updatedAt: now,
      },
    })
    .returning({
      onboardingCompleted: userProfiles.onboardingCompleted,
      clockHours: userProfiles.clockHours,
      weekStart: userProfiles.weekStart,
    });
  return row!;
}

/** The picture that stands for the owner of a profile: their own, or a drawn face. */
const getShownPicture = sql<string>`shown_picture(${protocolProfiles.avatar_path}, ${protocolProfiles.look}, ${protocolProfiles.id})`;

/** Where one person stands: published, onboarding finished, name, picture, admin or not, how times are read; works for somebody without a profile. */
export async function getMemberState(db: Db, userId: string) {
  const [user] = await db.select().from(userProfiles).where(eq(userProfiles.userId, userId));
  const [profile] = await db
    .select({ published: protocolProfiles.published, avatar: getShownPicture, timezone: protocolProfiles.timezone })
    .from(protocolProfiles)
    .where(eq(protocolProfiles.id, userId));
  return {
    published: profile?.published ?? false,
    onboarding_completed: user?.onboardingCompleted ?? false,
    display_name: user?.displayName ?? null,
    avatar_url: profile?.avatar ?? null,
    is_admin: await isAdmin(db, userId),
    clock_hours: user?.clockHours ?? null,
    week_start: user?.weekStart ?? null,
    timezone: profile?.timezone || null,
  };
}

/** One way in which somebody reads times; null follows the browser. */
export type Habit = { clockHours: ClockHours | null } | { weekStart: WeekStart | null };

/** Writes how somebody reads times. @returns whether they have arrived */
export async function updateHabit(db: Db, userId: string, habit: Habit, now: Date): Promise<boolean> {
  const change = { ...habit, updatedAt: now };
  const rows = await db.update(userProfiles).set(change).where(eq(userProfiles.userId, userId)).returning();
  return rows.length > 0;
}

/** How somebody looks: their own picture, what they chose, and what is shown of them; nothing without a profile. */
export async function getLook(db: Db, userId: string) {
  const [row] = await db
    .select({
      picture: protocolProfiles.avatar_path,
      chosen: protocolProfiles.look,
      face: sql<string>`shown_picture(null, ${protocolProfiles.look}, ${protocolProfiles.id})`,
    })
    .from(protocolProfiles)
    .where(eq(protocolProfiles.id, userId));
  return row;
}

/** Writes which face somebody chose, or that they chose none. @returns whether there is a profile to put it on */
export async function upsertLook(db: Db, userId: string, look: string | null, now: Date): Promise<boolean> {
  const rows = await db
    .update(protocolProfiles)
    .set({ look, updated_at: now })
    .where(eq(protocolProfiles.id, userId))
    .returning({ id: protocolProfiles.id });
  return rows.length > 0;
}

/**
 * Gives a profile another picture, or none.
 * @returns the picture before, or undefined when this person has no profile
 */
export async function swapAvatar(
  tx: Db,
  userId: string,
  path: string | null,
  { now, onlyFirst = false }: { now: Date; onlyFirst?: boolean | undefined },
) {
  const [before] = await tx
    .select({ path: protocolProfiles.avatar_path })
    .from(protocolProfiles)
    .where(eq(protocolProfiles.id, userId))
    .for('update');
  if (!before) return undefined;
  if (onlyFirst && before.path !== null) return before;
  await tx.update(protocolProfiles).set({ avatar_path: path, updated_at: now }).where(eq(protocolProfiles.id, userId));
  return before;
}
