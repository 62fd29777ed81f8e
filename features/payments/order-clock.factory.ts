import { toPostgresError } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { withEarlierClock } from '../profiles/player-seeding/earlier-clock.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import type { CheckoutInput } from './checkout.schema.ts';
import { runActions } from './money-worker.commands.ts';
import { selectWaitingOrders, shiftOrderDates } from './order-clock.queries.ts';
import { processOrderDeadlines } from './order-deadlines.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { getOffer } from './orders/orders.rules.ts';
import { replayMissedEvents } from './provider-events/provider-events.commands.ts';

const MAX_LISTED = 50;

export type WaitingOrder = { id: string; name: string; waitsFor: string; deadlineAt: Date };

/** Lists a demo's orders that are waiting on a party, nearest deadline first. */
export async function listWaitingOrders(deps: Deps): Promise<WaitingOrder[]> {
  const rows = await selectWaitingOrders(deps.db, MAX_LISTED);
  return rows.map((row) => ({
    id: row.id,
    name: getOffer(row.price_id)?.name ?? row.price_id,
    waitsFor: row.waits_for,
    deadlineAt: new Date(row.deadline * 1000),
  }));
}

/**
 * Advances time for one order in a demo or browser test, and immediately does the work of the minutely jobs. Only this
 * order's dates change, not the clock, so tests can run in parallel.
 * @returns false when the order doesn't exist, or its session would overlap another one of the same coach
 */
export async function advanceOrderClock(deps: Deps, orderId: string, hours: number): Promise<boolean> {
  const hasShifted = await shiftOrder(deps, orderId, hours).catch((error: unknown) => {
    if (toPostgresError(error)?.code === '23P01') return false;
    throw error;
  });
  if (!hasShifted) return false;
  await processOrderDeadlines(deps);
  await runActions(deps);
  return true;
}

/** Moves the dates of one order. @returns false when the order doesn't exist */
function shiftOrder(deps: Deps, orderId: string, hours: number): Promise<boolean> {
  const seconds = Math.round(hours * 3_600);
  return deps.db.transaction(async (tx) => {
    const kind = await shiftOrderDates(tx, orderId, seconds);
    if (kind) await getFulfillment(deps, { kind }).shiftDates(tx, orderId, seconds);
    return kind !== undefined;
  });
}

/** Card that the sandbox accepts without sending events. The caller fetches them with the clock of the purchase. */
const CARD_WITHOUT_EVENTS = '4242000000000003';

type PastPurchase = Partial<CheckoutInput> & Pick<CheckoutInput, 'priceId'>;

/**
 * Creates a purchase made hours ago and paid on the sandbox's payment page. The sandbox can't open a page in the past,
 * so the order is placed now and its dates move before the payment event is handled.
 * @returns the id of the paid order
 */
export async function createPastPurchase(
  deps: Deps,
  hours: number,
  buyer: Person,
  purchase: PastPurchase,
): Promise<string> {
  const input = { ...purchase, userId: buyer.userId, mode: 'payment', useCredit: false } as const;
  const startedAt = deps.now();
  const { url, orderId } = await startCheckout(withEarlierClock(deps, 0), buyer, input);
  await shiftOrder(deps, orderId, hours);
  await deps.fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: CARD_WITHOUT_EVENTS }),
  });
  const earlierDeps = withEarlierClock(deps, hours * HOUR_MS);
  await replayMissedEvents(earlierDeps, startedAt);
  await runActions(earlierDeps);
  return orderId;
}
