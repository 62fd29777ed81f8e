import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { NodeUnderTest } from '../../tools/node-under-test.ts';

/** Returns a percentile as a whole number, or 0 if there are no values. */
export function computePercentile(values: readonly number[], part: number): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return Math.round(sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * part))] ?? 0);
}

/** Summarizes the distribution of times in ms. */
export const summarizeTimes = (times: readonly number[]) => ({
  p50Ms: computePercentile(times, 0.5),
  p90Ms: computePercentile(times, 0.9),
  p99Ms: computePercentile(times, 0.99),
  slowestMs: computePercentile(times, 1),
});

/**
 * Runs a task at a fixed rate.
 * @returns a function that stops the timer and waits for running tasks
 */
export function runAtRate(perSecond: number, task: (at: number) => Promise<void>): () => Promise<void> {
  const startedAt = performance.now();
  const runningTasks = new Set<Promise<void>>();
  let at = 0;
  const timer = setInterval(() => {
    for (; at < ((performance.now() - startedAt) / 1000) * perSecond; at += 1) {
      const event = task(at);
      runningTasks.add(event);
      void event.then(() => runningTasks.delete(event));
    }
  }, 5);
  return async () => {
    clearInterval(timer);
    await Promise.all(runningTasks);
  };
}

/** Returns the CPU seconds used by this process, the load generator. */
export function readOwnCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 100_000) / 10;
}

/** Returns for how many seconds a process's threads ran, and for how many they waited for a CPU. Sums all threads. */
export function readProcessCpuSeconds({ process: { pid } }: NodeUnderTest): { ran: number; waitedForCpu: number } {
  return readCpuSeconds(pid!);
}

/** Like `readProcessCpuSeconds`, but for PostgreSQL: sums the processes of all current connections. */
export async function readDatabaseCpuSeconds(url: string): Promise<{ ran: number; waitedForCpu: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const cpuTimePromises = rows.map(({ pid }) => readCpuSeconds(pid));
  await client.end();
  const sum = (field: 'ran' | 'waitedForCpu') => cpuTimePromises.reduce((total, one) => total + one[field], 0);
  return { ran: sum('ran'), waitedForCpu: sum('waitedForCpu') };
}

function readCpuSeconds(pid: number) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number),
  );
  const sum = (at: number) => threads.reduce((total, fields) => total + fields[at]!, 0) / 1e9;
  return { ran: sum(0), waitedForCpu: sum(1) };
}
