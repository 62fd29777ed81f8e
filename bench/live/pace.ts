import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { NodeUnderTest } from '../../tools/node-under-test.ts';

/** The value below which this part of the values lies, as a whole number; 0 where there are none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

/** How times in ms are spread. */
export const summarizeTimes = (times: readonly number[]) => ({
  p50Ms: percentile(times, 0.5),
  p90Ms: percentile(times, 0.9),
  p99Ms: percentile(times, 0.99),
  slowestMs: percentile(times, 1),
});

/** Does something at an even pace until it is told to stop. @returns how to stop, and wait for the last */
export function runAtRate(perSecond: number, task: (at: number) => Promise<void>): () => Promise<void> {
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  let at = 0;
  const timer = setInterval(() => {
    for (; at < ((performance.now() - began) / 1000) * perSecond; at += 1) {
      const event = task(at);
      underWay.add(event);
      void event.then(() => underWay.delete(event));
    }
  }, 5);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

/** The seconds of processor time that this process, which is the load, has used. */
export function readOwnCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 100_000) / 10;
}

/** Seconds for which the threads of a process ran, and for which they would have run had a processor been free. */
export function readProcessCpuSeconds({ process: { pid } }: NodeUnderTest): { ran: number; stoodInLine: number } {
  return readCpuSeconds(pid!);
}

/** The same of all connections that a database has now. */
export async function readDatabaseCpuSeconds(url: string): Promise<{ ran: number; stoodInLine: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const each = rows.map(({ pid }) => readCpuSeconds(pid));
  await client.end();
  const sum = (of: 'ran' | 'stoodInLine') => each.reduce((total, one) => total + one[of], 0);
  return { ran: sum('ran'), stoodInLine: sum('stoodInLine') };
}

function readCpuSeconds(pid: number) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number),
  );
  const sum = (at: number) => threads.reduce((total, fields) => total + fields[at]!, 0) / 1e9;
  return { ran: sum(0), stoodInLine: sum(1) };
}
