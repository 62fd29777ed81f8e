import type { Pool } from 'pg';
import { makePool } from '../matcher/pools.ts';

const BATCH_SIZE = 5_000;

/**
 * Publishes `count` players from the benchmark community of the matcher.
 * @param pool an empty, migrated database
 */
export async function fillPlayers(pool: Pool, count: number): Promise<void> {
  const { players } = makePool('community', count, 1);
  for (let offset = 0; offset < count; offset += BATCH_SIZE) {
    const rows = players.slice(offset, offset + BATCH_SIZE).map((player, index) => ({
      n: offset + index,
      ...player,
      id: getId(offset + index),
      role: player.positions[0],
      flex: player.positions.slice(1),
    }));
    await pool.query(PEOPLE_SQL, [JSON.stringify(rows)]);
  }
  await pool.query('vacuum analyze');
}

const getId = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

const PEOPLE_SQL = `
  with people as materialized (
    select r.*, now() - r.n * interval '2 seconds' as at
      from jsonb_to_recordset($1::jsonb) as r (
        n integer, id uuid, platform text, crossplay boolean, region text, role text, flex text[], rating smallint,
        competitive_level text, modes text[], languages text[], timezone text, windows jsonb, playstyle text[],
        archetypes text[], mic boolean)
  ), accounts as (
    insert into auth.users (id, email, created_at) select id, 'p' || n || '@example.test', at from people
  ), named as (
    insert into user_profiles (user_id, display_name, onboarding_completed, created_at)
    select id, 'Player ' || n, true, at from people
  )
  insert into protocol_profiles (id, display_name, platform, crossplay, region, role, flex_positions, overall_rating,
                                 competitive_level, modes, languages, timezone, availability, playstyle,
                                 archetype_primary, archetype_secondary, mic, published, created_at)
  select id, 'Player ' || n, platform, crossplay, region, role, flex, rating, competitive_level, modes, languages,
         timezone, windows, playstyle, archetypes[1], archetypes[2], mic, true, at
    from people`;
