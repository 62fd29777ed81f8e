import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { after } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { audit } from '../moderation/audit.commands.ts';
import type { Finding } from './money.schema.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { stripeOf } from './processor.commands.ts';
import { lookAtCharge, searchProcessor } from './processor-search.commands.ts';
import { amountsInFlight, insertReport, ledgerFigures } from './reconcile.queries.ts';
import { compare, type Difference, type Figures, isUnderWay } from './reconcile.rules.ts';

export const RECONCILE_JOB = 'money-reconcile';

const WINDOW_MS = 120 * DAY_MS;
/** What is in flight has this long to arrive; then it is looked at again. */
const FLIGHT_MS = HOUR_MS;

/**
 * Looks through what the processor has, mends what is certain, then holds the books of the last 120 days against the
 * processor's and reports what is left to the admins: that changes neither side, for people to understand first. What
 * money in flight explains is looked at again in an hour, and told if it is still there.
 * @param adminId who asked for it; null: the schedule
 */
export async function reconcile(deps: Deps, adminId: string | null = null): Promise<Difference[]> {
  const startedAt = deps.now();
  const since = new Date(startedAt.getTime() - WINDOW_MS);
  const findings = await searchProcessor(deps);
  const before = await ledgerFigures(deps.db, since);
  const theirs = await processorFigures(deps, Math.floor(since.getTime() / 1000));
  const unheard = compare(await ledgerFigures(deps.db, since), theirs).filter((one) => one.processor > one.ledger);
  for (const { orderId } of unheard.filter((one) => one.what === 'charged')) {
    const finding = await lookAtCharge(deps, orderId);
    if (finding) findings.push(finding);
  }
  const ours = await ledgerFigures(deps.db, since);
  const inFlight = await amountsInFlight(deps.db, after(startedAt, -FLIGHT_MS));
  const all = compare(ours, theirs);
  const differences = all.filter((one) => !isUnderWay(one, before.get(one.orderId), inFlight));
  await deps.db.transaction(async (tx) => {
    if (differences.length < all.length) {
      await deps.jobs.send(RECONCILE_JOB, {}, { tx, key: 'again', startAfter: after(startedAt, FLIGHT_MS) });
    }
    await insertReport(tx, { startedAt, finishedAt: deps.now(), ordersChecked: ours.size, differences, findings });
    if (adminId) {
      const found = { orders: ours.size, differences: differences.length };
      await audit(tx, deps, { adminId, action: 'reconcile', targetType: 'books', targetId: null, after: found });
    }
    await tellOfFindings(
      tx,
      deps,
      findings.filter((one) => !one.settled),
    );
    if (differences.length === 0) return;
    const [first] = differences;
    const cause = `reconcile:${startedAt.toISOString()}`;
    await notifyAdmins(tx, deps, {
      cause,
      title: 'The books and the processor differ',
      lines: [
        `${differences.length} figures differ. The first: order ${first!.orderId}, ${first!.what} ${first!.ledger} in our books, ${first!.processor} at the processor (cents).`,
      ],
    });
  });
  if (differences.length > 0) deps.log.error({ differences: differences.length }, 'books and processor differ');
  return differences;
}

async function tellOfFindings(tx: Db, deps: Deps, open: Finding[]): Promise<void> {
  if (open.length === 0) return;
  const lines = open.slice(0, 5).map((one) => `${one.processorId}: ${one.sentence}`);
  const cause = `findings:${deps.now().toISOString()}`;
  await notifyAdmins(tx, deps, { cause, title: 'The processor has what we cannot explain', lines });
}

/** Charged (without what banks took back), refunded and transferred per order, as the processor lists them. */
async function processorFigures(deps: Deps, since: number): Promise<Map<string, Figures>> {
  const stripe = stripeOf(deps);
  const figures = new Map<string, Figures>();
  const of = (orderId: string | null | undefined) => {
    const id = orderId ?? 'without an order';
    const known = figures.get(id) ?? { charged: 0, refunded: 0, transferred: 0 };
    figures.set(id, known);
    return known;
  };
  const created = { gte: since };
  const orders = new Map<string, string | undefined>();
  for await (const charge of stripe.charges.list({ created, limit: 100 })) {
    if (!charge.paid) continue;
    const orderId = charge.metadata.order_id ?? charge.transfer_group ?? undefined;
    orders.set(charge.id, orderId);
    of(orderId).charged += charge.amount;
    of(orderId).refunded += charge.amount_refunded;
  }
  for await (const transfer of stripe.transfers.list({ created, limit: 100 })) {
    of(transfer.transfer_group).transferred += transfer.amount - transfer.amount_reversed;
  }
  for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
    const charge = typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id;
    if (dispute.status === 'lost') of(orders.get(charge)).charged -= dispute.amount;
  }
  return figures;
}
