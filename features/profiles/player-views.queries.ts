import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import type { Locale } from '../../messages/locales.ts';
import { type TimePreferences, toTimePreferences } from '../../time/reader-times.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import type { GamertagKind } from './game.schema.ts';
import { findMissingGamertag } from './gamertags.rules.ts';
import { FORMATS, getLookingColumn } from './group-formats.schema.ts';
import { ENGINE_FIELDS, WISH_FIELDS } from './profile-fields.schema.ts';
import { protocolProfiles, userProfiles } from './profiles.tables.ts';

/*
 * Player data that other features may read. Each is a row source to embed in a statement under an alias (`from
 * ${players} p where p.id = …`). PostgreSQL inlines it down to the table and its indexes.
 */

const IS_PLAYING_SQL = sql.raw(
  [
    'id',
    'display_name',
    'shown_picture(avatar_path, look, id) as avatar_path',
    ...ENGINE_FIELDS,
    ...WISH_FIELDS,
    'published',
    ...FORMATS.map(getLookingColumn),
    'allow_contact',
    'created_at',
    'updated_at',
  ].join(', '),
);

/** Everyone with a player profile, published or not: name, picture, and how and when they play. No contact details. */
export const players: SQL = sql`(select ${IS_PLAYING_SQL} from protocol_profiles)`;

/** The columns of `players` plus handles on other platforms, for players who are about to play together. */
export const playersWithHandles: SQL = sql`(
  select ${IS_PLAYING_SQL}, twitch_login, discord, twitter, psn, xbox from protocol_profiles)`;

/** Lists the players who can't be invited to a lobby, each with the kind of gamertag that's missing. */
export async function listMissingGamertags(db: Db, ids: readonly string[]): Promise<Map<string, GamertagKind>> {
  const { rows } = await db.execute<{ id: string } & Parameters<typeof findMissingGamertag>[0]>(sql`
    select p.id, p.platform, p.psn, p.xbox, p.discord from ${playersWithHandles} p
     where p.id = any (${sql.param([...ids])}::uuid[])`);
  return new Map(
    rows.flatMap((row) => {
      const kind = findMissingGamertag(row);
      return kind ? [[row.id, kind] as const] : [];
    }),
  );
}

/** Published players who aren't banned from everything, with their public columns only. */
export const publicPlayers: SQL = sql`protocol_public_profiles`;

/**
 * Builds an expression for profile `p`'s address of this kind if its owner confirmed exactly that address; null
 * otherwise.
 */
const confirmedContactSql = (kind: 'email' | 'phone', address: SQL): SQL => sql`(
  select c.address from confirmed_contacts c where c.user_id = p.id and c.kind = ${sql.raw(`'${kind}'`)} and c.address = ${address})`;

/**
 * Players' contact preferences. `email` and `phone` are as typed and must never be used to contact anyone.
 * `confirmed_email` and `confirmed_phone` (digits) are set once the owner has confirmed them. Also `id`,
 * `preferred_contact`, `consent_comms`, `timezone`.
 */
export const playerContacts: SQL = sql`(
  select p.id, p.email, p.phone, p.preferred_contact, p.consent_comms, p.timezone,
         ${confirmedContactSql('email', sql`lower(p.email)`)} as confirmed_email,
         ${confirmedContactSql('phone', sql`ltrim(p.phone, '+')`)} as confirmed_phone
    from protocol_profiles p)`;

/** Every account's display name (`user_id`, `display_name`), with or without a player profile. */
export const memberNamesSql: SQL = sql`(select user_id, display_name from user_profiles)`;

type Id = SQLWrapper | string;

/** Builds an expression for the name on a player profile; null without a profile. */
const selectPlayerName = (id: Id): SQL => sql`(select display_name from protocol_profiles where id = ${id})`;

/** Builds an expression for the account-wide name; null for accounts that no longer exist. */
export const selectMemberName = (id: Id): SQL => sql`(select display_name from user_profiles where user_id = ${id})`;

/** Returns one person's name, preferring the player profile; null for accounts that no longer exist. */
export async function getMemberName(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string | null }>(
    sql`select coalesce(${selectPlayerName(userId)}, ${selectMemberName(userId)}) as name`,
  );
  return rows[0]!.name;
}

/** Returns account-wide names by id. People without one are left out. */
export async function getMemberNames(db: Db, ids: Iterable<string>): Promise<Map<string, string>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await db
    .select({ id: userProfiles.userId, name: userProfiles.displayName })
    .from(userProfiles)
    .where(inArray(userProfiles.userId, uniqueIds));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/**
 * Locks a user's account-wide profile until the transaction ends, so their concurrent actions run one after another.
 * @returns the time zone of their player profile, or undefined if they have no account-wide profile yet
 */
export async function lockMember(tx: Db, userId: string): Promise<{ timezone: string | null } | undefined> {
  const { rows } = await tx.execute<{ timezone: string | null }>(sql`
    select (select timezone from protocol_profiles where id = u.user_id) as timezone
      from user_profiles u where u.user_id = ${userId} for update`);
  return rows[0];
}

/** Builds an expression for whether a user has ever published a profile, which ends onboarding. */
export const isOnboarded = (userId: SQLWrapper): SQL<boolean> =>
  sql`exists (select 1 from user_profiles where user_id = ${userId} and onboarding_completed)`;

/** Builds an expression for a user's clock format (12 or 24); null if they haven't chosen one. */
export const clockHoursSql = (id: Id): SQL => sql`(select clock_hours from user_profiles where user_id = ${id})`;

/** Returns the time format preferences of the users who have set a time zone. */
export async function getTimePreferences(db: Db, ids: readonly string[]): Promise<Map<string, TimePreferences>> {
  const { rows } = await db.execute<{ id: string; timezone: string; clock_hours: number | null }>(sql`
    select id, timezone, ${clockHoursSql(sql`protocol_profiles.id`)} as clock_hours from protocol_profiles
     where id = any (${sql.param([...ids])}::uuid[]) and timezone is not null and timezone <> ''`);
  return new Map(rows.map(({ id, ...known }) => [id, toTimePreferences(known)]));
}

/** Builds an expression for a user's language; null if they haven't used or chosen one. */
export const selectLanguage = (id: Id): SQL => sql`(select language from user_profiles where user_id = ${id})`;

/** Returns the language of each user who has used or chosen one. */
export async function getLanguages(db: Db, ids: readonly string[]): Promise<Map<string, Locale>> {
  const { rows } = await db.execute<{ id: string; language: Locale }>(sql`
    select user_id as id, language from user_profiles
     where user_id = any (${sql.param([...ids])}::uuid[]) and language is not null`);
  return new Map(rows.map(({ id, language }) => [id, language]));
}

/** Counts the currently published players who joined on each of these days. */
export const countPlayersByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, protocolProfiles.created_at, days, sql`${protocolProfiles.published}`);
