import { and, eq, lte, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { Locale } from '../../messages/locales.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { isBlockedBetweenSql } from './blocks/blocks.queries.ts';
import type { LookingChoice } from './game.schema.ts';
import { type GroupFormat, getLookingColumn, type LookingColumn } from './group-formats.schema.ts';
import type { StoredFields } from './profile-fields.schema.ts';
import { profileEdits, protocolProfiles, protocolPublicProfiles, userProfiles } from './profiles.tables.ts';

export type OwnRow = typeof protocolProfiles.$inferSelect;
export type PublicRow = typeof protocolPublicProfiles.$inferSelect;

/** Returns a player's complete private row, or undefined. */
export async function findOwnProfile(db: Db, userId: string): Promise<OwnRow | undefined> {
  const [row] = await db.select().from(protocolProfiles).where(eq(protocolProfiles.id, userId));
  return row;
}

/** Builds a statement for a user's complete private profile row, for the dashboard. */
export const selectFilledFields = (userId: SQLWrapper): SQL => sql`
  select * from ${protocolProfiles} where id = ${userId}`;

/**
 * Returns the public columns of one published, unbanned player, or undefined.
 * @param viewerId a signed-in viewer, who doesn't see players blocked in either direction
 */
export async function findPublicProfile(db: Db, id: string, viewerId?: string): Promise<PublicRow | undefined> {
  const notBlocked = viewerId === undefined ? undefined : not(isBlockedBetweenSql(viewerId, protocolPublicProfiles.id));
  const [row] = await db
    .select()
    .from(protocolPublicProfiles)
    .where(and(eq(protocolPublicProfiles.id, id), notBlocked));
  return row;
}

/** Writes the owner's form and takes the profile out of the directory until it's published again. */
export async function saveProfile(db: Db, userId: string, values: StoredFields, now: Date): Promise<OwnRow> {
  const writtenValues = { ...values, published: false, updated_at: now };
  const [row] = await db
    .insert(protocolProfiles)
    .values({ id: userId, ...writtenValues, created_at: now })
    .onConflictDoUpdate({ target: protocolProfiles.id, set: writtenValues })
    .returning();
  return row!;
}

/** Writes some fields of a profile without changing whether it's published. */
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
 * Creates the profile of a user who has just signed in. For an existing player, only updates the streaming account, or
 * removes it if it was unlinked, so that the player's own edits are kept.
 */
export async function upsertSignedInProfile(db: Db, person: NewArrival, now: Date): Promise<OwnRow> {
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

/** Locks the row for the transaction, so saving and publishing the same profile run one after another. */
export async function lockProfile(db: Db, userId: string): Promise<OwnRow | undefined> {
  const [row] = await db.select().from(protocolProfiles).where(eq(protocolProfiles.id, userId)).for('update');
  return row;
}

/** Stores whether a user is looking for a squad or a pair. @returns the whole profile, or undefined without one */
export async function updateLooking(
  db: Db,
  userId: string,
  format: GroupFormat,
  choice: LookingChoice,
): Promise<OwnRow | undefined> {
  const change: Partial<Record<LookingColumn, LookingChoice>> = { [getLookingColumn(format)]: choice };
  const [row] = await db.update(protocolProfiles).set(change).where(eq(protocolProfiles.id, userId)).returning();
  return row;
}

/** Takes a profile out of the directory without changing its fields. @returns whether it was in the directory */
export async function markHidden(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .update(protocolProfiles)
    .set({ published: false })
    .where(and(eq(protocolProfiles.id, userId), eq(protocolProfiles.published, true)))
    .returning({ id: protocolProfiles.id });
  return rows.length > 0;
}

/** Records when editing of a listed profile began. */
export async function startEdit(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.insert(profileEdits).values({ userId, since: now }).onConflictDoNothing();
}

/**
 * Deletes the record that a profile is being edited.
 * @param begunBefore only deletes it if editing began at this time or before
 * @returns whether there was one
 */
export async function endEdit(tx: Db, userId: string, begunBefore?: Date): Promise<boolean> {
  const startedBefore = begunBefore && lte(profileEdits.since, begunBefore);
  const rows = await tx
    .delete(profileEdits)
    .where(and(eq(profileEdits.userId, userId), startedBefore))
    .returning({ userId: profileEdits.userId });
  return rows.length > 0;
}

/** Returns the ids of users whose edits began at this time or before, oldest first. */
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

/** Creates or updates the account-wide profile. `onboardingCompleted` is set once and never unset. */
export async function upsertUserProfile(
  db: Db,
  member: { userId: string; displayName: string | null; onboardingCompleted: boolean; language?: Locale },
  now: Date,
): Promise<Pick<typeof userProfiles.$inferSelect, 'onboardingCompleted' | 'clockHours' | 'weekStart' | 'language'>> {
  const { displayName } = member;
  const [row] = await db
    .insert(userProfiles)
    .values({ ...member, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: userProfiles.userId,
      set: {
        // Members who have published before keep the name that others know.
        displayName:
          displayName ?? sql`case when ${userProfiles.onboardingCompleted} then ${userProfiles.displayName} end`,
        onboardingCompleted: sql`${userProfiles.onboardingCompleted} or excluded.onboarding_completed`,
        language: sql`coalesce(${userProfiles.language}, excluded.language)`,
        updatedAt: now,
      },
    })
    .returning({
      onboardingCompleted: userProfiles.onboardingCompleted,
      clockHours: userProfiles.clockHours,
      weekStart: userProfiles.weekStart,
      language: userProfiles.language,
    });
  return row!;
}

/** The picture shown for a profile's owner: their own, or a generated avatar. */
const shownPictureSql = sql<string>`shown_picture(${protocolProfiles.avatar_path}, ${protocolProfiles.look}, ${protocolProfiles.id})`;

/**
 * Returns a user's status: published, onboarding completed, name, picture, admin or not, and time format preferences.
 * Works for users without a profile.
 */
export async function getMemberState(db: Db, userId: string) {
  const [user] = await db.select().from(userProfiles).where(eq(userProfiles.userId, userId));
  const [profile] = await db
    .select({ published: protocolProfiles.published, avatar: shownPictureSql, timezone: protocolProfiles.timezone })
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
    language: user?.language ?? null,
    timezone: profile?.timezone || null,
  };
}

/** One preference of a reader; null follows their language, or the browser's time zone. */
export type ReaderPreference =
  | { clockHours: ClockHours | null }
  | { weekStart: WeekStart | null }
  | { language: Locale };

/** Stores a preference of a reader. @returns whether the user has an account-wide profile */
export async function updateReaderPreference(
  db: Db,
  userId: string,
  preference: ReaderPreference,
  now: Date,
): Promise<boolean> {
  const change = { ...preference, updatedAt: now };
  const rows = await db.update(userProfiles).set(change).where(eq(userProfiles.userId, userId)).returning();
  return rows.length > 0;
}

/**
 * Returns a user's own picture, the generated avatar they chose, and the URL of their generated avatar; undefined
 * without a profile.
 */
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

/** Stores the avatar a user chose; null for none. @returns whether they have a profile */
export async function upsertLook(db: Db, userId: string, look: string | null, now: Date): Promise<boolean> {
  const rows = await db
    .update(protocolProfiles)
    .set({ look, updated_at: now })
    .where(eq(protocolProfiles.id, userId))
    .returning({ id: protocolProfiles.id });
  return rows.length > 0;
}

/**
 * Replaces or removes a profile's picture.
 * @returns the previous picture, or undefined when this user has no profile
 */
export async function swapAvatar(
  tx: Db,
  userId: string,
  path: string | null,
  { now, onlyIfNone = false }: { now: Date; onlyIfNone?: boolean | undefined },
) {
  const [before] = await tx
    .select({ path: protocolProfiles.avatar_path })
    .from(protocolProfiles)
    .where(eq(protocolProfiles.id, userId))
    .for('update');
  if (!before) return undefined;
  if (onlyIfNone && before.path !== null) return before;
  await tx.update(protocolProfiles).set({ avatar_path: path, updated_at: now }).where(eq(protocolProfiles.id, userId));
  return before;
}
