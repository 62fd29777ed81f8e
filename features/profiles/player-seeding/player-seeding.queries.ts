import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { analyzeAccounts } from '../../accounts/account-views.queries.ts';
import { SEEDED_FIELDS } from '../profile-fields.schema.ts';
import { demonstrationFurnishings, protocolProfiles } from '../profiles.tables.ts';
import type { SeedPlayer } from './player-seeding.generator.ts';

const SEEDED_COLUMNS = ['id', 'twitch_id', 'twitch_login', ...SEEDED_FIELDS] as const;
const columns = sql.raw(SEEDED_COLUMNS.join(', '));
const columnTypes = sql.raw(SEEDED_COLUMNS.map((name) => `${name} ${protocolProfiles[name].getSQLType()}`).join(', '));

/**
 * Inserts many published profiles in one statement. Skips existing players.
 * @param now the time from which `ageMinutes` counts back
 * @returns how many were new
 */
export async function insertSeedProfiles(db: Db, players: readonly SeedPlayer[], now: Date): Promise<number> {
  const rows = JSON.stringify(players);
  await db.execute(sql`
    insert into user_profiles (user_id, display_name, onboarding_completed, created_at, updated_at)
    select id, display_name, true, ${now}::timestamptz - make_interval(mins => "ageMinutes"), ${now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as seed (id uuid, display_name text, "ageMinutes" int)
    on conflict do nothing`);
  const insertedRow = await db.execute(sql`
    insert into protocol_profiles (${columns}, consent_comms, published, created_at, updated_at)
    -- Nobody reads these mailboxes, so nothing is sent to them.
    select ${columns}, false, true, ${now}::timestamptz - make_interval(mins => "ageMinutes"), ${now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as seed (${columnTypes}, "ageMinutes" int)
    on conflict do nothing`);
  return insertedRow.rowCount ?? 0;
}

/**
 * Updates the query planner's statistics after the bulk insert. Otherwise the first queries would use bad estimates.
 */
export async function analyzeProfiles(db: Db): Promise<void> {
  for (const table of [sql`protocol_profiles`, sql`user_profiles`]) {
    await db.execute(sql`analyze ${table}`);
  }
  await analyzeAccounts(db);
}

/** Marks the database as seeded for a demo. */
export async function insertDemoSeeding(db: Db, furnishedAt: Date): Promise<void> {
  await db.insert(demonstrationFurnishings).values({ furnishedAt });
}

/** Checks whether the database was ever seeded as a demo. */
export async function isDemoSeeded(db: Db): Promise<boolean> {
  return (await db.select().from(demonstrationFurnishings).limit(1)).length > 0;
}

/** Removes the demo mark once no generated data is left in the database. */
export async function deleteDemoSeeding(db: Db): Promise<void> {
  await db.delete(demonstrationFurnishings);
}
