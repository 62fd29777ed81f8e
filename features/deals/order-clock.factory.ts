import { postgresError } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { runActions } from './money-worker.commands.ts';
import { moveOrderBack, waitingOrders } from './order-clock.queries.ts';
import { passDeadlines } from './order-deadlines.commands.ts';
import { fulfilmentOf } from './orders/fulfilment.commands.ts';
import { offerOf } from './orders/orders.rules.ts';

const LISTED = 50;

export type WaitingOrder = { id: string; name: string; waitsFor: string; deadlineAt: Date };

/** Orders of a demonstration that wait for somebody, nearest deadline first. */
export async function ordersThatWait(deps: Deps): Promise<WaitingOrder[]> {
  const rows = await waitingOrders(deps.db, LISTED);
  return rows.map((row) => ({
    id: row.id,
    name: offerOf(row.price_id)?.name ?? row.price_id,
    waitsFor: row.waits_for,
    deadlineAt: new Date(row.deadline * 1000),
  }));
}

/**
 * Lets time pass for one order of a demonstration or a browser test, and does at once what the minute's jobs would do.
 * Only its dates move: nobody else's clock is touched, so tests run side by side.
 * @returns false when there is no such order, or its session would fall on another one of the same coach
 */
export async function letTimePass(deps: Deps, orderId: string, hours: number): Promise<boolean> {
  const seconds = Math.round(hours * 3_600);
  const moved = await deps.db
    .transaction(async (tx) => {
      const kind = await moveOrderBack(tx, orderId, seconds);
      if (kind) await fulfilmentOf(deps, { kind }).moveBack(tx, orderId, seconds);
      return kind !== undefined;
    })
    .catch((error: unknown) => {
      if (postgresError(error)?.code === '23P01') return false;
      throw error;
    });
  if (!moved) return false;
  await passDeadlines(deps);
  await runActions(deps);
  return true;
}
