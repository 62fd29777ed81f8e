import { AsyncLocalStorage } from 'node:async_hooks';

type Budget = { leftMs: number; over: boolean };

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Does work that may wait for the database for so long altogether, however many statements it sends: what a frozen
 * database holds up is given up then. What goes on after the work has ended, such as a stream, is not held to it.
 * Work within work that has less time left shares that.
 * @param ms Infinity lets it wait
 */
export async function waitingAtMost<T>(ms: number, work: () => T | Promise<T>): Promise<T> {
  const outer = budgets.getStore();
  if (outer && !outer.over && outer.leftMs <= ms) return work();
  const budget: Budget = { leftMs: ms, over: false };
  try {
    return await budgets.run(budget, work);
  } finally {
    budget.over = true;
  }
}

/**
 * Begins to wait for the database.
 * @param longestMs how long whoever has no budget may wait
 * @returns the ms that are left, and what takes the time that was waited from the budget
 */
export function beginWait(longestMs: number): { leftMs: number; end: () => void } {
  const budget = budgets.getStore();
  if (!budget || budget.over) return { leftMs: longestMs, end: () => {} };
  const began = performance.now();
  const end = () => {
    budget.leftMs -= performance.now() - began;
  };
  return { leftMs: Math.min(budget.leftMs, longestMs), end };
}
