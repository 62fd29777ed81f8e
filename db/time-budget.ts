import { AsyncLocalStorage } from 'node:async_hooks';

/** `waits` are under way at the moment, and what they took is counted up to `countedAt`. */
type Budget = { leftMs: number; over: boolean; waits: number; countedAt: number };

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Does work that may wait for the database for so long altogether, however many statements it sends: what a frozen
 * database holds up is given up then. What goes on after the work has ended, such as a stream, is not held to it.
 * Work within work that has less time left shares that.
 * @param ms Infinity lets it wait
 */
export async function withTimeBudget<T>(ms: number, work: () => T | Promise<T>): Promise<T> {
  const outer = budgets.getStore();
  if (outer && !outer.over && outer.leftMs <= ms) return work();
  const budget: Budget = { leftMs: ms, over: false, waits: 0, countedAt: 0 };
  try {
    return await budgets.run(budget, work);
  } finally {
    budget.over = true;
  }
}

/** Takes what was waited since the last look; statements that wait side by side wait once. */
function countWait(budget: Budget): void {
  const now = performance.now();
  if (budget.waits > 0) budget.leftMs -= now - budget.countedAt;
  budget.countedAt = now;
}

/**
 * Begins to wait for the database.
 * @param longestMs how long whoever has no budget may wait
 * @returns the ms that are left, and what takes the time that was waited from the budget
 */
export function startWait(longestMs: number): { leftMs: number; end: () => void } {
  const budget = budgets.getStore();
  if (!budget || budget.over) return { leftMs: longestMs, end: () => {} };
  countWait(budget);
  budget.waits += 1;
  let isWaiting = true;
  const end = () => {
    if (!isWaiting) return;
    isWaiting = false;
    countWait(budget);
    budget.waits -= 1;
  };
  return { leftMs: Math.min(budget.leftMs, longestMs), end };
}
