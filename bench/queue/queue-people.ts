import { getQueuePool } from '../../features/queue/queue-limits.rules.ts';
import { defaultRules } from '../../matcher/default-rules.ts';
import { openContext } from '../../server/context.ts';
import type { Deps } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { jobKinds } from '../../server/job-kinds.ts';

const REGION = 'NA-East';
export const QUEUE_POOL = getQueuePool(REGION, defaultRules);

/** Starts the dependencies and jobs of a web node in this process. */
export async function startWebTier(variables: Record<string, string>) {
  const { deps, close } = await openContext(readEnv({ ...variables, ROLE: 'web' }));
  await deps.jobs.start(jobKinds, deps, false);
  return {
    deps,
    close: async () => {
      await deps.jobs.stop();
      await close();
    },
  };
}

/**
 * Creates identical published players of one role. They're compatible with any player of another role and form a good
 * squad with them.
 * @returns their ids
 */
export async function createIdenticalPlayers({ database }: Deps, role: string, count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(IDENTICAL_PLAYER_SQL, [role, REGION, count]);
  return rows.map(({ id }) => id);
}

const IDENTICAL_PLAYER_SQL = `
  with people as (
    select gen_random_uuid() as id, $1 || ' ' || n as name from generate_series(1, $3::int) n
  ), accounts as (
    insert into auth.users (id, email, created_at) select id, id || '@example.test', now() from people
  ), named as (
    insert into user_profiles (user_id, display_name, onboarding_completed, created_at) select id, name, true, now() from people
  )
  insert into protocol_profiles (id, display_name, platform, role, modes, timezone, region, languages, overall_rating,
                                 competitive_level, published)
  select id, name, 'PS5', $1, '{Rec,Park/City}', 'America/New_York', $2, '{English}', 85, 'competitive', true from people
  returning id`;

/** Adds players to the queue with join times spread over the last `overSeconds`, as if each had clicked Play now. */
export async function backdateWaits({ database }: Deps, ids: readonly string[], overSeconds: number): Promise<void> {
  await database.pool.query(
    `insert into queue_tickets (user_id, id, group_id, kind, pool, role, region, since, seen_at, said_at)
     select p.id, x.own, x.own, 'now', $2, p.role, p.region, now() - random() * make_interval(secs => $3), now(), now()
       from protocol_profiles p, lateral (select gen_random_uuid() as own, p.id) x
      where p.id = any ($1::uuid[])`,
    [ids, QUEUE_POOL, overSeconds],
  );
  await database.pool.query('analyze queue_tickets, protocol_profiles, auth.users, user_profiles');
}
