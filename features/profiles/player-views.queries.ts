import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import { type ReaderTimes, toReaderTimes } from '../../time/reader-times.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import { ENGINE_FIELDS, WISH_FIELDS } from './profile-fields.schema.ts';
import { protocolProfiles, userProfiles } from './profiles.tables.ts';

/*
 * What other features may read of players: each a source of rows for a statement of theirs, to be given an alias
 * (`from ${players} p where p.id = …`). PostgreSQL sees through them to the table and its indexes.
 */

const IS_PLAYING_SQL = sql.raw(
  [
    'id',
    'display_name',
    'shown_picture(avatar_path, look, id) as avatar_path',
    ...ENGINE_FIELDS,
    ...WISH_FIELDS,
    'published',
    'look_for_squad',
    'look_for_pair',
    'allow_contact',
    'created_at',
    'updated_at',
  ].join(', '),
);

/** Everybody with a player profile, published or not: name, picture, and how and when they play; no way to reach them. */
export const players: SQL = sql`(select ${IS_PLAYING_SQL} from protocol_profiles)`;

/** The same with their names on other platforms, for people who are about to play together. */
export const playersWithHandles: SQL = sql`(
  select ${IS_PLAYING_SQL}, twitch_login, discord, twitter, psn, xbox from protocol_profiles)`;

/** Only who is published and not banned from everything, with what they show to everybody. */
export const publicPlayers: SQL = sql`protocol_public_profiles`;

/** The address of a kind that the profile `p` names, when its owner has confirmed exactly this one; else null. */
const confirmedContactSql = (kind: 'email' | 'phone', named: SQL): SQL => sql`(
  select c.address from confirmed_contacts c where c.user_id = p.id and c.kind = ${sql.raw(`'${kind}'`)} and c.address = ${named})`;

/**
 * How players want to be reached: `id`, `email` and `phone` as they were typed, which nobody may write to;
 * `confirmed_email` and `confirmed_phone` (digits) when the owner has confirmed them; `preferred_contact`,
 * `consent_comms`, `timezone`.
 */
export const playerContacts: SQL = sql`(
  select p.id, p.email, p.phone, p.preferred_contact, p.consent_comms, p.timezone,
         ${confirmedContactSql('email', sql`lower(p.email)`)} as confirmed_email,
         ${confirmedContactSql('phone', sql`ltrim(p.phone, '+')`)} as confirmed_phone
    from protocol_profiles p)`;

/** Everybody's account-wide name (`user_id`, `display_name`), for those without a player profile as well. */
export const members: SQL = sql`(select user_id, display_name from user_profiles)`;

type Id = SQLWrapper | string;

/** The name on a player profile, as an expression; null without one. */
const playerName = (id: Id): SQL => sql`(select display_name from protocol_profiles where id = ${id})`;

/** The account-wide name, as an expression; null for those who are not there any more. */
export const memberName = (id: Id): SQL => sql`(select display_name from user_profiles where user_id = ${id})`;

/** One person's name, by player profile first; null for those who are not there any more. */
export async function getMemberName(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string | null }>(
    sql`select coalesce(${playerName(userId)}, ${memberName(userId)}) as name`,
  );
  return rows[0]!.name;
}

/** The account-wide names of many, by id; those who have none are not in it. */
export async function getMemberNames(db: Db, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: userProfiles.userId, name: userProfiles.displayName })
    .from(userProfiles)
    .where(inArray(userProfiles.userId, wanted));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/**
 * Holds somebody's account-wide profile until the transaction ends, so that what they do at once follows one another.
 * @returns the time zone of their player profile, or nothing when they have not arrived yet
 */
export async function lockMember(tx: Db, userId: string): Promise<{ timezone: string | null } | undefined> {
  const { rows } = await tx.execute<{ timezone: string | null }>(sql`
    select (select timezone from protocol_profiles where id = u.user_id) as timezone
      from user_profiles u where u.user_id = ${userId} for update`);
  return rows[0];
}

/** Whether somebody has published a profile once, which ends onboarding, as an expression. */
export const isOnboarded = (userId: SQLWrapper): SQL<boolean> =>
  sql`exists (select 1 from user_profiles where user_id = ${userId} and onboarding_completed)`;

/** The clock that somebody chose (12 or 24), as an expression; null for those who did not. */
export const getClockHours = (id: Id): SQL => sql`(select clock_hours from user_profiles where user_id = ${id})`;

/** How people read times, of those who have said where they live. */
export async function getReaderTimes(db: Db, ids: readonly string[]): Promise<Map<string, ReaderTimes>> {
  const { rows } = await db.execute<{ id: string; timezone: string; clock_hours: number | null }>(sql`
    select id, timezone, ${getClockHours(sql`protocol_profiles.id`)} as clock_hours from protocol_profiles
     where id = any (${sql.param([...ids])}::uuid[]) and timezone is not null and timezone <> ''`);
  return new Map(rows.map(({ id, ...known }) => [id, toReaderTimes(known)]));
}

/** How many of the players who are published now came on each of these days. */
export const countPlayersByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, protocolProfiles.created_at, days, sql`${protocolProfiles.published}`);
