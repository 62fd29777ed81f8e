import * as messages from '../../features/queue/queue.messages.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';

/**
 * Counts violations in the database of invariants that the queue must keep at all times.
 * @param waitingSince players who joined and didn't leave, and when they joined
 * @returns the number of violations of each kind
 */
export async function findBrokenInvariants({ database }: Deps, waitingSince: ReadonlyMap<string, Date>) {
  const count = async (text: string, values: unknown[] = []) =>
    (await database.pool.query<{ count: number }>(`select count(*)::int as count from (${text}) x`, values)).rows[0]!
      .count;
  const people = [[...waitingSince.keys()], [...waitingSince.values()]];
  return {
    inTwoPlaces: await count(DUPLICATES_SQL),
    torn: await count(TORN_PARTIES_SQL),
    squadsOfFewer: await count(SMALL_SQUADS_SQL),
    /** Players who lost their ticket and weren't notified. */
    lost: await count(LOST_SQL, people),
    /** Players removed from the queue although they did nothing wrong and answered immediately. */
    putOut: await count(PUT_OUT_SQL, [...people, english(messages.removedLeft)]),
  };
}

export type BrokenInvariants = Awaited<ReturnType<typeof findBrokenInvariants>>;

const DUPLICATES_SQL = `
  select s.user_id from queue_seats s join queue_checks c on c.id = s.check_id and c.state = 'open'
   where s.state in ('asked', 'ready') group by s.user_id having count(*) > 1
  union all
  select m.user_id from queue_seats m join queue_checks c on c.id = m.check_id and c.state = 'made' and m.state = 'ready'
    join queue_tickets t on t.user_id = m.user_id and t.check_id = c.id`;
const TORN_PARTIES_SQL = `
  select t.user_id from queue_tickets t
   where t.state = 'checked'
     and not exists (select 1 from queue_checks c join queue_seats s on s.check_id = c.id and s.user_id = t.user_id
                      where c.id = t.check_id and c.state = 'open' and s.state in ('asked', 'ready'))
  union all
  select s.user_id from queue_seats s join queue_checks c on c.id = s.check_id and c.state = 'open'
   where s.state in ('asked', 'ready')
     and not exists (select 1 from queue_tickets t where t.user_id = s.user_id and t.check_id = s.check_id)`;
const SMALL_SQUADS_SQL = `
  select c.id from queue_checks c
   where (c.state = 'made') <> (c.squad_id is not null)
      or (c.state = 'made' and (select count(*) from queue_seats s where s.check_id = c.id and s.state = 'ready') <> 5)`;
const LOST_SQL = `
  select p.id from unnest($1::uuid[], $2::timestamptz[]) p (id, at)
   where not exists (select 1 from queue_tickets t where t.user_id = p.id)
     and not exists (select 1 from queue_outcomes o where o.user_id = p.id and o.at >= p.at - interval '1 second')`;
const PUT_OUT_SQL = `
  select p.id from unnest($1::uuid[], $2::timestamptz[]) p (id, at)
    join queue_outcomes o on o.user_id = p.id and o.kind = 'out' and o.at >= p.at and o.sentence <> $3
   where not exists (select 1 from queue_tickets t where t.user_id = p.id)`;
