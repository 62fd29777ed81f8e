import { asc, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { queueLeases } from './queue.tables.ts';

export type Lease = { pool: string; holder: string; epoch: number };

/**
 * Takes a pool's lease or renews it. Each new holder increases the epoch, which invalidates pending work of the
 * previous holder.
 * @returns undefined while another node holds it
 */
export async function takeLease(
  db: Db,
  { pool, holder }: { pool: string; holder: string },
  { now, until }: { now: Date; until: Date },
): Promise<Lease | undefined> {
  const { rows } = await db.execute<{ epoch: number }>(sql`
    insert into queue_leases as l (pool, holder, epoch, until) values (${pool}, ${holder}, 1, ${until})
    on conflict (pool) do update
      set epoch = case when l.holder = excluded.holder and l.until > ${now} then l.epoch else l.epoch + 1 end,
          holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until <= ${now}
    returning epoch`);
  return rows[0] && { pool, holder, epoch: Number(rows[0].epoch) };
}

/** Checks whether the claiming node still holds the pool's lease. Locks the lease until the transaction ends. */
export async function isLeaseHeld(tx: Db, { pool, holder, epoch }: Lease, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from queue_leases
     where pool = ${pool} and holder = ${holder} and epoch = ${epoch} and until > ${now} for share`);
  return rows.length > 0;
}

/** Releases leases immediately, so other nodes don't have to wait for the timeout. */
export async function deleteLeases(db: Db, holder: string, now: Date): Promise<void> {
  await db.execute(sql`update queue_leases set until = ${now} where holder = ${holder} and until > ${now}`);
}

export async function listLeases(db: Db) {
  return db.select().from(queueLeases).orderBy(asc(queueLeases.pool));
}
