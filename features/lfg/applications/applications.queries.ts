import { and, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { isUnreliableNow } from '../../moderation/reliability/reliability.queries.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { hasBlockAmongSql } from '../../profiles/blocks/blocks.queries.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { memberNamesSql, players, publicPlayers } from '../../profiles/player-views.queries.ts';
import type { StoredFields } from '../../profiles/profile-fields.schema.ts';
import type { Applicant, ApplicationStatus, OwnApplication } from '../lfg.schema.ts';
import { lfgApplications, lfgListings } from '../lfg.tables.ts';

export type ApplicationRow = typeof lfgApplications.$inferSelect;

export async function insertApplication(
  db: Db,
  application: typeof lfgApplications.$inferInsert,
): Promise<ApplicationRow> {
  const [row] = await db.insert(lfgApplications).values(application).returning();
  return row!;
}

export async function findApplication(
  db: Db,
  listingId: string,
  applicantId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(lfgApplications)
    .where(and(eq(lfgApplications.listingId, listingId), eq(lfgApplications.applicantId, applicantId)));
  return row;
}

export async function findApplicationById(db: Db, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await db.select().from(lfgApplications).where(eq(lfgApplications.id, id));
  return row;
}

/** @returns whether the application was still in the state the caller saw */
export async function updateApplicationStatus(
  tx: Db,
  id: string,
  from: ApplicationStatus,
  values: Partial<ApplicationRow>,
): Promise<boolean> {
  const rows = await tx
    .update(lfgApplications)
    .set(values)
    .where(and(eq(lfgApplications.id, id), eq(lfgApplications.status, from)))
    .returning({ id: lfgApplications.id });
  return rows.length > 0;
}

/** Returns the accepted players of a listing with their seats. */
export async function listAccepted(db: Db, listingId: string): Promise<{ applicantId: string; position: Position }[]> {
  return db
    .select({ applicantId: lfgApplications.applicantId, position: lfgApplications.position })
    .from(lfgApplications)
    .where(and(eq(lfgApplications.listingId, listingId), eq(lfgApplications.status, 'accepted')));
}

export async function listPending(db: Db, listingId: string): Promise<ApplicationRow[]> {
  return db
    .select()
    .from(lfgApplications)
    .where(and(eq(lfgApplications.listingId, listingId), eq(lfgApplications.status, 'pending')));
}

/** SQL expression that counts a user's pending applications to listings that are still open. */
export const countPendingSql = (userId: SQLWrapper, now: SQLWrapper): SQL<number> => sql`(
  select count(*)::int from lfg_applications a join lfg_listings l on l.id = a.listing_id
   where a.applicant_id = ${userId} and a.status = 'pending' and l.status = 'active' and l.deleted_at is null
     and l.expires_at > ${now})`;

/** Runs `countPendingSql`. */
export async function countPending(db: Db, userId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ pending: number }>(
    sql`select ${countPendingSql(sql`${userId}`, sql`${now.toISOString()}::timestamptz`)} as pending`,
  );
  return rows[0]!.pending;
}

/**
 * Selects a user's open listings with undecided applications. Selects none while a ban keeps the user from deciding.
 */
export const selectListingsToAnswer = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('applicants', {
    thing: sql`l.id`,
    name: sql`l.title`,
    until: sql`l.expires_at`,
    since: sql`min(a.created_at)`,
    facts: { count: sql`count(*)` },
  })}
    from lfg_listings l join lfg_applications a on a.listing_id = l.id and a.status = 'pending'
   where l.user_id = ${userId} and l.status = 'active' and l.deleted_at is null
     and l.expires_at > ${now} and not ${isBannedNow(userId, 'listing', sql`${now}`)}
   group by l.id`;

/** Returns everyone with a seat in a listing or a pending application to it. */
export async function listPendingAndAccepted(db: Db, listingId: string): Promise<ApplicationRow[]> {
  return db
    .select()
    .from(lfgApplications)
    .where(and(eq(lfgApplications.listingId, listingId), inArray(lfgApplications.status, ['pending', 'accepted'])));
}

/** Returns the seats that a user holds in listings that haven't become a match. */
export async function listSeats(db: Db, userId: string): Promise<{ listingId: string }[]> {
  const { rows } = await db.execute<{ listingId: string }>(sql`
    select a.listing_id as "listingId" from lfg_applications a join lfg_listings l on l.id = a.listing_id
     where a.applicant_id = ${userId} and a.status = 'accepted' and l.match_id is null and l.became_party_at is null and l.deleted_at is null
     order by a.listing_id`);
  return rows;
}

/** Returns the listings in which a user lost a seat because of a pending account deletion. */
export async function listReleasedSeats(db: Db, userId: string): Promise<{ listingId: string }[]> {
  return db
    .select({ listingId: lfgApplications.listingId })
    .from(lfgApplications)
    .where(and(eq(lfgApplications.applicantId, userId), isNotNull(lfgApplications.leftAt)))
    .orderBy(lfgApplications.listingId);
}

export type ApplicantRow = Omit<Applicant, 'unread'>;

/**
 * Returns the applications to a listing with the applicants' public details, oldest first and withdrawn ones last. A
 * withdrawn application has no message.
 */
export async function listApplicants(db: Db, listingId: string, now: Date, limit: number): Promise<ApplicantRow[]> {
  const { rows } = await db.execute<ApplicantRow>(sql`
    select a.id, a.position, case when a.status <> 'withdrawn' then a.message end as message, a.status,
           a.created_at::text as created_at,
           ${isUnreliableNow(sql`a.applicant_id`, now)} as often_missing,
           case when p.id is null then null else jsonb_build_object(
             'id', p.id, 'display_name', p.display_name, 'avatar_path', p.avatar_path, 'verified', p.verified,
             'role', p.role, 'platform', p.platform, 'region', p.region, 'overall_rating', p.overall_rating,
             'win_percentage', p.win_percentage, 'competitive_level', p.competitive_level, 'mic', p.mic) end as profile
      from lfg_applications a
      left join ${publicPlayers} p on p.id = a.applicant_id
     where a.listing_id = ${listingId}
     order by a.status = 'withdrawn', a.created_at, a.id
     limit ${limit}`);
  return rows;
}

export type OwnApplicationRow = Omit<OwnApplication, 'unread' | 'owner_name'> & {
  owner_name: string | null;
  listing_expires_at: string;
};

/** Returns a user's applications, newest first. */
export async function listApplicationsBy(
  db: Db,
  userId: string,
  now: Date,
  limit: number,
): Promise<OwnApplicationRow[]> {
  const { rows } = await db.execute<OwnApplicationRow>(sql`
    select a.id, a.listing_id, l.title, u.display_name as owner_name, a.position, a.status,
           l.status as listing_status, l.expires_at::text as listing_expires_at, a.created_at::text as created_at,
           ${isBannedNow(sql`l.user_id`, 'listing', now)} as hidden
      from lfg_applications a
      join lfg_listings l on l.id = a.listing_id and l.deleted_at is null
      left join ${memberNamesSql} u on u.user_id = l.user_id
     where a.applicant_id = ${userId}
     order by a.created_at desc, a.id desc
     limit ${limit}`);
  return rows;
}

/** Returns the ids of all applications to the given listings, each with its listing id. */
export async function listApplicationIds(db: Db, listingIds: string[]): Promise<{ id: string; listingId: string }[]> {
  if (listingIds.length === 0) return [];
  return db
    .select({ id: lfgApplications.id, listingId: lfgApplications.listingId })
    .from(lfgApplications)
    .where(inArray(lfgApplications.listingId, listingIds));
}

/** Returns applications of any status by id, with their listings. */
export async function listApplicationsWithListings(db: Db, ids: string[]) {
  return db
    .select({ application: lfgApplications, listing: lfgListings })
    .from(lfgApplications)
    .innerJoin(lfgListings, eq(lfgListings.id, lfgApplications.listingId))
    .where(inArray(lfgApplications.id, ids));
}

export type Person = Pick<StoredFields, 'display_name' | 'role' | 'flex_positions'>;

/** Returns the name and positions of a user with a profile. */
export async function findPlayer(db: Db, userId: string): Promise<Person | undefined> {
  const { rows } = await db.execute<Person>(
    sql`select display_name, role, flex_positions from ${players} p where id = ${userId}`,
  );
  return rows[0];
}

/** Returns the pending and accepted applications of either user to the other's listings, ordered by listing. */
export async function findListingsBetween(
  db: Db,
  one: string,
  other: string,
): Promise<{ listingId: string; applicantId: string }[]> {
  const { rows } = await db.execute<{ listingId: string; applicantId: string }>(sql`
    select a.listing_id as "listingId", a.applicant_id as "applicantId"
      from lfg_applications a join lfg_listings l on l.id = a.listing_id
     where a.status in ('pending', 'accepted') and l.match_id is null and l.became_party_at is null
       and ((l.user_id = ${one} and a.applicant_id = ${other}) or (l.user_id = ${other} and a.applicant_id = ${one}))
     order by a.listing_id`);
  return rows;
}

/**
 * Returns whether a player can join a group now: they have a public profile, aren't banned from applying, and have no
 * block with anyone in it.
 */
export async function canJoin(db: Db, userId: string, group: string[], now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${publicPlayers} p
     where p.id = ${userId} and not ${isBannedNow(sql`p.id`, 'applying', now)}
       and not ${hasBlockAmongSql(sql`p.id`, group)}`);
  return rows.length > 0;
}
