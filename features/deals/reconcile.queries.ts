import { desc, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { reconcileReports } from './deals.tables.ts';
import type { Finding } from './money.schema.ts';
import type { Difference, Figures, InFlight } from './reconcile.rules.ts';

/**
 * What the ledger says should be at the processor by now: charged, refunded and sent to sellers, in cents, without
 * what is still on its way there.
 * @param since orders paid from then on
 */
export async function ledgerFigures(db: Db, since: Date): Promise<Map<string, Figures>> {
  const { rows } = await db.execute<{ id: string } & Figures>(sql`
    select o.id,
      (-coalesce(sum(e.amount_cents) filter (where e.account = 'buyer'), 0))::int as charged,
      (coalesce(sum(e.amount_cents) filter (where e.account = 'refund'), 0)
        - coalesce((select sum(a.amount_cents) from money_actions a
                     where a.order_id = o.id and a.kind = 'refund' and a.state in ('pending', 'stuck')), 0))::int as refunded,
      (coalesce(sum(e.amount_cents) filter (where e.account = 'seller'), 0)
        - coalesce((select sum(a.amount_cents) from money_actions a
                     where a.order_id = o.id and a.kind = 'transfer' and a.state in ('pending', 'stuck')), 0))::int as transferred
      from orders o
      join ledger_journals j on j.order_id = o.id
      join ledger_entries e on e.journal_id = j.id
     where o.paid_at >= ${since.toISOString()}
     group by o.id`);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** An answer that was lost is found by the next try; what was tried more often than this is no longer in flight. */
const FLIGHT_TRIES = 3;

/**
 * Amounts, in cents, that the processor was asked to move and whose answer is not written down yet, by order and figure.
 * @param since what was due before has had its time
 */
export async function amountsInFlight(db: Db, since: Date): Promise<InFlight> {
  const { rows } = await db.execute<{ id: string; kind: 'refund' | 'transfer'; cents: number }>(sql`
    select order_id as id, kind, amount_cents as cents from money_actions
     where state = 'pending' and kind in ('refund', 'transfer') and attempts between 1 and ${FLIGHT_TRIES} and due_at > ${since.toISOString()}`);
  const amounts: InFlight = new Map();
  for (const { id, kind, cents } of rows) {
    const what = kind === 'refund' ? 'refunded' : 'transferred';
    const known = amounts.get(id) ?? { refunded: [], transferred: [] };
    known[what].push(cents);
    amounts.set(id, known);
  }
  return amounts;
}

export async function insertReport(
  db: Db,
  report: { startedAt: Date; finishedAt: Date; ordersChecked: number; differences: Difference[]; findings: Finding[] },
): Promise<void> {
  await db.insert(reconcileReports).values(report);
}

export async function latestReports(db: Db, limit: number) {
  return db.select().from(reconcileReports).orderBy(desc(reconcileReports.id)).limit(limit);
}
