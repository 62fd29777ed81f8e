import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Time left for database waits. `waits` is the number of waits in progress; `countedAt` is when their time was last
 * subtracted.
 */
type Budget = { leftMs: number; over: boolean; waits: number; countedAt: number };

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Runs work with a total time limit for its database waits, no matter how many statements it sends, so a frozen
 * database can't hold it up. Anything that outlives the work, such as a stream, isn't limited. Nested work shares the
 * outer budget if that has less time left.
 * @param ms Infinity for no limit
 */
export async function withTimeBudget<T>(ms: number, work: () => T | Promise<T>): Promise<T> {
  const outerBudget = budgets.getStore();
  if (outerBudget && !outerBudget.over && outerBudget.leftMs <= ms) return work();
  const budget: Budget = { leftMs: ms, over: false, waits: 0, countedAt: 0 };
  try {
    return await budgets.run(budget, work);
  } finally {
    budget.over = true;
  }
}

/** Subtracts the time waited since the last check; parallel statements count once. */
function countWait(budget: Budget): void {
  const now = performance.now();
  if (budget.waits > 0) budget.leftMs -= now - budget.countedAt;
  budget.countedAt = now;
}

/**
 * Starts a wait for the database.
 * @param longestMs how long a caller without a budget may wait
 * @returns the ms left, and a function that subtracts the time waited from the budget
 */
export function startWait(longestMs: number): { leftMs: number; end: () => void } {
  const budget = budgets.getStore();
  if (!budget || budget.over) return { leftMs: longestMs, end: () => {} };
  countWait(budget);
  budget.waits += 1;
  let isWaiting = true;
  const endWait = () => {
    if (!isWaiting) return;
    isWaiting = false;
    countWait(budget);
    budget.waits -= 1;
  };
  return { leftMs: Math.min(budget.leftMs, longestMs), end: endWait };
}
