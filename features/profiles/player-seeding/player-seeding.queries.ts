import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { analyseAccounts } from '../../accounts/account-views.queries.ts';
import type { SeedPlayer } from './player-seeding.generator.ts';

/**
 * Writes many published profiles with one statement; players that are there already are left alone.
 * @param now the instant from which `ageMinutes` counts back
 * @returns how many were new
 */
export async function insertSeedProfiles(db: Db, players: readonly SeedPlayer[], now: Date): Promise<number> {
  const rows = JSON.stringify(players);
  await db.execute(sql`
    insert into user_profiles (user_id, display_name, onboarding_completed, created_at, updated_at)
    select id, display_name, true, ${now}::timestamptz - make_interval(mins => "ageMinutes"), ${now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as seed (id uuid, display_name text, "ageMinutes" int)
    on conflict do nothing`);
  const inserted = await db.execute(sql`
    insert into protocol_profiles
      (id, twitch_id, twitch_login, display_name, email, platform, role, flex_positions, modes, timezone, region,
       languages, psn, xbox, discord, twitter, public_handles, playstyle, archetype_primary, archetype_secondary,
       height_in, weight_lb, hand, overall_rating, win_percentage, experience_years, competitive_level, availability,
       crossplay, mic, consent_comms, bio, published, created_at, updated_at)
    select id, twitch_id, twitch_login, display_name, email, platform, role, flex_positions, modes, timezone, region,
           languages, psn, xbox, discord, twitter, public_handles, playstyle, archetype_primary, archetype_secondary,
           height_in, weight_lb, hand, overall_rating, win_percentage, experience_years, competitive_level, availability,
           -- Nobody reads these mailboxes, so nothing is sent to them.
           crossplay, mic, false, bio, true, ${now}::timestamptz - make_interval(mins => "ageMinutes"), ${now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as seed (
        id uuid, twitch_id text, twitch_login text, display_name text, email text, platform text, role text,
        flex_positions text[], modes text[], timezone text, region text, languages text[], psn text, xbox text,
        discord text, twitter text, public_handles text[], playstyle text[], archetype_primary text,
        archetype_secondary text, height_in smallint, weight_lb smallint, hand text, overall_rating smallint,
        win_percentage numeric, experience_years smallint, competitive_level text, availability jsonb,
        crossplay boolean, mic boolean, bio text, "ageMinutes" int)
    on conflict do nothing`);
  return inserted.rowCount ?? 0;
}

/** Tells the planner about what was just written; otherwise the first pages are read with wrong guesses. */
export async function analyseProfiles(db: Db): Promise<void> {
  for (const table of [sql`protocol_profiles`, sql`user_profiles`]) {
    await db.execute(sql`analyze ${table}`);
  }
  await analyseAccounts(db);
}
