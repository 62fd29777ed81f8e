import type { Pool } from 'pg';

const BATCH_SIZE = 100_000;

/**
 * Fills an empty, migrated database with `count` published players and one open listing per player. They're unevenly
 * distributed, like real players: most play on PS5 in America, few on Switch in Oceania. The database generates the
 * rows.
 */
export async function fillSearchPlayers(
  pool: Pool,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  for (let firstNumber = 1; firstNumber <= count; firstNumber += BATCH_SIZE) {
    const lastNumber = Math.min(count, firstNumber + BATCH_SIZE - 1);
    await pool.query(PEOPLE_SQL, [firstNumber, lastNumber]);
    onProgress(lastNumber);
  }
  await pool.query('vacuum analyze user_profiles');
  await pool.query('vacuum analyze protocol_profiles');
  await pool.query('vacuum analyze lfg_listings');
}

/** Returns SQL for a number from 0 to 999 derived from the row number, different for each salt. */
const draw = (salt: number) => `(abs(hashint8extended(n, ${salt})) % 1000)`;
const pick = (salt: number, ...shares: [string, number][]) =>
  `case ${shares.map(([value, upperShare]) => `when ${draw(salt)} < ${upperShare} then '${value}'`).join(' ')} end`;

const PLATFORM = pick(1, ['PS5', 550], ['Xbox Series', 850], ['PC', 960], ['Switch', 985], ['Other', 1000]);
const REGION = pick(
  2,
  ['NA-East', 400],
  ['NA-West', 650],
  ['EU', 850],
  ['SA', 930],
  ['Asia', 970],
  ['Oceania', 990],
  ['Other', 1000],
);
const ROLE = pick(3, ['PG', 300], ['SG', 530], ['SF', 720], ['PF', 870], ['C', 1000]);

const PEOPLE_SQL = `
  with people as (
    select n, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
           now() - n * interval '2 seconds' as at
      from generate_series($1::bigint, $2::bigint) n
  ), accounts as (
    insert into auth.users (id, email, created_at) select id, 'p' || n || '@example.test', at from people
  ), named as (
    insert into user_profiles (user_id, display_name, onboarding_completed, created_at)
    select id, 'Player ' || n, true, at from people
  ), profiles as (
    insert into protocol_profiles (id, display_name, platform, role, modes, timezone, region, mic, published, created_at)
    select id, 'Player ' || n, ${PLATFORM}, ${ROLE}, '{Rec,Park/City}', 'America/New_York', ${REGION}, ${draw(4)} < 800, true, at
      from people
  )
  insert into lfg_listings (user_id, title, needed_positions, modes, platform, allows_crossplay, region, availability,
                            timezone, boosted_at, boost_expires_at, created_at, listed_at, expires_at)
  select id, 'Listing ' || n,
         case when ${draw(5)} < 600 then array[${ROLE}] else array['PG', 'C'] end,
         case when ${draw(6)} < 450 then '{Rec}'::text[] when ${draw(6)} < 800 then '{Park/City}'::text[]
              when ${draw(6)} < 950 then '{Pro-Am 5v5,Rec}'::text[] else '{Proving Ground}'::text[] end,
         ${PLATFORM}, ${draw(7)} < 700, ${REGION}, '[{"day":"Mon","start":"20:00","end":"23:00"}]', 'America/New_York',
         case when ${draw(8)} < 60 then at end, case when ${draw(8)} < 60 then at + interval '7 days' end,
         at, at, now() + interval '29 days'
    from people`;
