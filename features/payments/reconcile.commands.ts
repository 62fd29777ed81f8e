import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { type ProviderFee, readProviderMovements } from './balance-transactions.commands.ts';
import { writeJournal } from './ledger.queries.ts';
import { createFeeEntries } from './ledger.rules.ts';
import type { Finding, ReconcileProgress, ReconcileState } from './money.schema.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { lockOrder } from './orders/orders.commands.ts';
import { getStripe } from './payment-provider.commands.ts';
import * as messages from './payments.messages.ts';
import { findProviderDiscrepancies, inspectCharge } from './provider-search.commands.ts';
import {
  findProgress,
  insertReport,
  listAmountsInFlight,
  listOrderIdsWithJournals,
  restartProgress,
  saveProgress,
  sumLedgerFigures,
  sumMoneyOfOthers,
} from './reconcile.queries.ts';
import { compareFigures, computeShortfall, type Difference, isExplainedByInFlight } from './reconcile.rules.ts';

export const RECONCILE_JOB = 'money-reconcile';

/** Number of steps: search for lost events, read movements, import missing objects, compare, report. */
const RECONCILE_STEPS = 5;
/** Timeout after which an unfinished reconciliation counts as lost with its node. */
const RECONCILE_TIMEOUT_MS = HOUR_MS;

const WINDOW_MS = 120 * DAY_MS;
/**
 * Long enough to include both the movement and its booking, even if they're months apart, as with a bank decision or a
 * late verification.
 */
const LONG_WINDOW_MS = 2 * WINDOW_MS;
/**
 * Margin at the edges of the window, where the books and the provider's movements may be incomplete. We book movements
 * within this time of learning about them.
 */
const WINDOW_MARGIN_MS = 2 * DAY_MS;
/** Grace period for money in flight. After this, it's checked again. */
const IN_FLIGHT_GRACE_MS = HOUR_MS;

/**
 * Searches the payment provider for objects that the books don't have, and fixes clear cases. Then compares the books
 * of the last 120 days with the provider's money movements and reports remaining differences to the admins. Differences
 * aren't corrected automatically, so that people can investigate first. Differences that money in flight explains are
 * checked again in an hour, and reported if they remain.
 * @param adminId the admin who requested it; null when the schedule did
 * @param onStep called after each of `RECONCILE_STEPS` but the last
 */
export async function reconcileBooks(
  deps: Deps,
  adminId: string | null = null,
  onStep: () => Promise<void> = async () => {},
): Promise<Difference[]> {
  const startedAt = deps.now();
  const since = new Date(startedAt.getTime() - WINDOW_MS);
  const endAt = new Date(since.getTime() + WINDOW_MARGIN_MS);
  const findings = await findProviderDiscrepancies(deps);
  await onStep();
  const before = await sumLedgerFigures(deps.db, since);
  const provider = await readProviderMovements(deps, since, endAt);
  await onStep();
  const unreportedOrders = compareFigures(await sumLedgerFigures(deps.db, since), provider.figures).filter(
    (one) => one.what === 'charged' && one.processor > one.ledger,
  );
  for (const { orderId } of unreportedOrders) {
    const finding = await inspectCharge(deps, orderId);
    if (finding) findings.push(finding);
  }
  for (const fee of provider.fees) await bookFee(deps, fee);
  const shortfall = await findShortfall(deps);
  if (shortfall) findings.push(shortfall);
  await onStep();
  const ledgerFigures = await sumLedgerFigures(deps.db, since);
  const edgeOrders = new Set([
    ...provider.early,
    ...(await listOrderIdsWithJournals(deps.db, new Date(since.getTime() - WINDOW_MARGIN_MS), endAt)),
  ]);
  const amountsInFlight = await listAmountsInFlight(deps.db, addMs(startedAt, -IN_FLIGHT_GRACE_MS));
  const allDifferences = compareFigures(ledgerFigures, provider.figures).filter(
    ({ orderId }) => !edgeOrders.has(orderId),
  );
  const unexplainedOrders = allDifferences.filter(
    (one) => !isExplainedByInFlight(one, before.get(one.orderId), amountsInFlight),
  );
  const differences = await findLastingDifferences(
    deps,
    unexplainedOrders,
    new Date(startedAt.getTime() - LONG_WINDOW_MS),
  );
  await onStep();
  await deps.db.transaction(async (tx) => {
    if (unexplainedOrders.length < allDifferences.length) {
      await deps.jobs.send(RECONCILE_JOB, {}, { tx, key: 'again', startAfter: addMs(startedAt, IN_FLIGHT_GRACE_MS) });
    }
    await insertReport(tx, {
      startedAt,
      finishedAt: deps.now(),
      ordersChecked: ledgerFigures.size,
      differences,
      findings,
    });
    if (adminId) {
      const counts = { orders: ledgerFigures.size, differences: differences.length };
      await recordAudit(tx, deps, { adminId, action: 'reconcile', targetType: 'books', targetId: null, after: counts });
    }
    await notifyAdminsOfFindings(
      tx,
      deps,
      findings.filter((one) => !one.settled),
    );
    if (differences.length === 0) return;
    const [first] = differences;
    const cause = `reconcile:${startedAt.toISOString()}`;
    await notifyAdmins(tx, deps, {
      cause,
      title: "Our books don't match the payment provider",
      lines: [
        `${differences.length} figures differ. The first is order ${first!.orderId}, ${first!.what} ${first!.ledger} in our books, ${first!.processor} at the payment provider (cents).`,
      ],
    });
  });
  if (differences.length > 0) deps.log.error({ differences: differences.length }, 'ledger and payment provider differ');
  return differences;
}

/** The admin who started a reconciliation; absent when the schedule started it. */
export type ReconcileJob = { adminId?: string };

const isPending = (state: ReconcileState) => state === 'waiting' || state === 'running';

const isComparing = (deps: Deps, { state, requestedAt }: { state: ReconcileState; requestedAt: Date }) =>
  isPending(state) && deps.now().getTime() - requestedAt.getTime() < RECONCILE_TIMEOUT_MS;

/** @returns undefined while no admin has ever started a reconciliation */
export async function readReconcileProgress(deps: Deps): Promise<ReconcileProgress | undefined> {
  const progress = await findProgress(deps.db);
  if (!progress) return undefined;
  const { state, done, requestedAt } = progress;
  const isLost = isPending(state) && !isComparing(deps, progress);
  return { state: isLost ? 'failed' : state, done, total: RECONCILE_STEPS, requestedAt: requestedAt.toISOString() };
}

/** Starts a reconciliation in the background, unless a requested one is in progress. */
export async function startReconcile(deps: Deps, { userId: adminId }: Person): Promise<ReconcileProgress> {
  // Throws when there's no payment provider.
  getStripe(deps);
  await deps.db.transaction(async (tx) => {
    const progress = await findProgress(tx, { lock: true });
    if (progress && isComparing(deps, progress)) return;
    await restartProgress(tx, deps.now());
    await deps.jobs.send(RECONCILE_JOB, { adminId } satisfies ReconcileJob, { tx, key: 'asked' });
  });
  return (await readReconcileProgress(deps))!;
}

/** Runs the background job. A reconciliation an admin started reports its progress. */
export async function runReconcile(deps: Deps, { adminId }: ReconcileJob): Promise<void> {
  if (!adminId) {
    await reconcileBooks(deps);
    return;
  }
  let doneCount = 0;
  await saveProgress(deps.db, 'running', doneCount);
  try {
    await reconcileBooks(deps, adminId, () => saveProgress(deps.db, 'running', ++doneCount));
    await saveProgress(deps.db, 'done', RECONCILE_STEPS);
  } catch (error) {
    await saveProgress(deps.db, 'failed');
    throw error;
  }
}

/**
 * Returns the differences that also exist in a longer window. The shorter window may cut between a movement and its
 * booking weeks later, so differences found only there aren't real.
 */
async function findLastingDifferences(deps: Deps, differences: Difference[], since: Date): Promise<Difference[]> {
  if (differences.length === 0) return [];
  const provider = await readProviderMovements(deps, since, since);
  const lastingDifferences = compareFigures(await sumLedgerFigures(deps.db, since), provider.figures);
  return differences.filter(({ orderId, what }) =>
    lastingDifferences.some((one) => one.orderId === orderId && one.what === what),
  );
}

/** Books the payment provider's fee once, even if several movements report it. */
async function bookFee(deps: Deps, { orderId, movement, cents, ofCharge }: ProviderFee): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'paid') return;
    // A charge's fee may already be booked under its order.
    const isOneTimeCharge = ofCharge && !getFulfillment(deps, order).isMonthly;
    const cause = isOneTimeCharge ? `fee:${orderId}` : `fee:${movement}`;
    const memo = ofCharge ? messages.memoProviderFee : messages.memoDisputeFee;
    await writeJournal(tx, { orderId, cause, memo, entries: createFeeEntries(cents), at: deps.now() });
  });
}

/**
 * Finds other people's money that the payment provider should hold for us but doesn't, for example because it was swept
 * to a bank.
 */
async function findShortfall(deps: Deps): Promise<Finding | undefined> {
  const { available, pending } = await getStripe(deps).balance.retrieve();
  const dollars = [...available, ...pending].filter(({ currency }) => currency === 'usd');
  const cents = dollars.reduce((sum, { amount }) => sum + amount, 0);
  const shortfall = computeShortfall(await sumMoneyOfOthers(deps.db), cents);
  if (shortfall === 0) return undefined;
  return {
    what: 'balance',
    processorId: 'balance',
    orderId: null,
    settled: false,
    sentence: `${formatDollars(english, shortfall)} held for orders isn't in the balance (${formatDollars(english, cents)}). Set the balance to manual payouts and add what's missing, or refunds and payouts will wait.`,
  };
}

async function notifyAdminsOfFindings(tx: Db, deps: Deps, openFindings: Finding[]): Promise<void> {
  if (openFindings.length === 0) return;
  const lines = openFindings.slice(0, 5).map((one) => `${one.processorId}: ${one.sentence}`);
  const cause = `findings:${deps.now().toISOString()}`;
  await notifyAdmins(tx, deps, { cause, title: "The payment provider has records we can't explain", lines });
}
