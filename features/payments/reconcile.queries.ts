import { desc, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { Finding, ReconcileState } from './money.schema.ts';
import { reconcileProgress, reconcileReports } from './payments.tables.ts';
import type { Difference, InFlight, MoneyFigures, MoneyOfOthers } from './reconcile.rules.ts';

/**
 * Sums the charges, refunds, seller transfers and provider fees that the ledger expects since `since`, by order, in
 * cents. Unsent refunds and transfers don't count.
 */
export async function sumLedgerFigures(db: Db, since: Date): Promise<Map<string, MoneyFigures>> {
  const startTime = since.toISOString();
  const { rows } = await db.execute<{ id: string } & MoneyFigures>(sql`
    select j.order_id as id,
      (-coalesce(sum(e.amount_cents) filter (where e.account = 'buyer'), 0))::int as charged,
      (coalesce(sum(e.amount_cents) filter (where e.account = 'refund'), 0)
        - ${sumUnsentSql(startTime, 'refund')})::int as refunded,
      (coalesce(sum(e.amount_cents) filter (where e.account = 'seller'), 0)
        - ${sumUnsentSql(startTime, 'transfer')})::int as transferred,
      coalesce(sum(e.amount_cents) filter (where e.account = 'processor_fee'), 0)::int as fees
      from ledger_journals j
      join ledger_entries e on e.journal_id = j.id
     where j.created_at >= ${startTime}
     group by j.order_id`);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

const sumUnsentSql = (from: string, kind: 'refund' | 'transfer') => sql`coalesce((
  select sum(a.amount_cents) from money_actions a
   where a.order_id = j.order_id and a.kind = ${kind} and a.state in ('pending', 'stuck', 'otherwise')
     and a.created_at >= ${from}), 0)`;

/** Lists the ids of orders with journals in a period. */
export async function listOrderIdsWithJournals(db: Db, from: Date, until: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct order_id as id from ledger_journals
     where created_at >= ${from.toISOString()} and created_at < ${until.toISOString()}`);
  return rows.map(({ id }) => id);
}

/**
 * Sums the money we hold for others, the money on its way to them, and the provider's fees on open orders, in cents.
 */
export async function sumMoneyOfOthers(db: Db): Promise<MoneyOfOthers> {
  const { rows } = await db.execute<MoneyOfOthers>(sql`
    with open as (
      select j.order_id, sum(e.amount_cents) filter (where e.account = 'held') as held,
             sum(e.amount_cents) filter (where e.account = 'processor_fee') as fees
        from orders o
        join ledger_journals j on j.order_id = o.id
        join ledger_entries e on e.journal_id = j.id
       where o.state = 'paid' and o.settled_at is null
       group by j.order_id)
    select coalesce(sum(held), 0)::int as held,
           coalesce(sum(fees), 0)::int as fees,
           (select coalesce(sum(amount_cents), 0)::int from money_actions
             where kind in ('refund', 'transfer') and state in ('pending', 'stuck')) as "underWay"
      from open`);
  return rows[0]!;
}

/** Maximum number of attempts for an action to count as in flight. A retry may still find a lost response. */
const MAX_IN_FLIGHT_ATTEMPTS = 3;

/**
 * Lists amounts, in cents, that the payment provider was asked to move and whose response isn't recorded yet, by order
 * and figure.
 * @param since actions that were due earlier no longer count as in flight
 */
export async function listAmountsInFlight(db: Db, since: Date): Promise<InFlight> {
  const { rows } = await db.execute<{ id: string; kind: 'refund' | 'transfer'; cents: number }>(sql`
    select order_id as id, kind, amount_cents as cents from money_actions
     where state = 'pending' and kind in ('refund', 'transfer') and attempts between 1 and ${MAX_IN_FLIGHT_ATTEMPTS} and due_at > ${since.toISOString()}`);
  const amounts: InFlight = new Map();
  for (const { id, kind, cents } of rows) {
    const figure = kind === 'refund' ? 'refunded' : 'transferred';
    const existingAmounts = amounts.get(id) ?? { refunded: [], transferred: [] };
    existingAmounts[figure].push(cents);
    amounts.set(id, existingAmounts);
  }
  return amounts;
}

export async function insertReport(
  db: Db,
  report: { startedAt: Date; finishedAt: Date; ordersChecked: number; differences: Difference[]; findings: Finding[] },
): Promise<void> {
  await db.insert(reconcileReports).values(report);
}

export async function listLatestReports(db: Db, limit: number) {
  return db.select().from(reconcileReports).orderBy(desc(reconcileReports.id)).limit(limit);
}

/** @param lock whether to lock the row, so that two requests can't both start a reconciliation */
export async function findProgress(db: Db, { lock = false } = {}) {
  const query = db.select().from(reconcileProgress);
  return (await (lock ? query.for('update') : query))[0];
}

export async function restartProgress(db: Db, requestedAt: Date): Promise<void> {
  const initial = { state: 'waiting', done: 0, requestedAt } as const;
  await db
    .insert(reconcileProgress)
    .values(initial)
    .onConflictDoUpdate({ target: reconcileProgress.onlyOne, set: initial });
}

export async function saveProgress(db: Db, state: ReconcileState, done?: number): Promise<void> {
  await db.update(reconcileProgress).set(done === undefined ? { state } : { state, done });
}
