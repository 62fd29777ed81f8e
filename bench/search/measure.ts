import type { Pool } from 'pg';
import type { App } from '../../server/app.ts';

export type Statement = { sql: string; params: unknown[] };
/** One URL of the product with its statements; `read` runs them as the product does. */
export type SearchCase = {
  address: string;
  url: string;
  statements: Statement[];
  read: (pool: Pool) => Promise<unknown>;
};

const computePercentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
const roundToTwoDigits = (ms: number) => Number(ms.toFixed(2));
const summarizeRow = (times: number[]) => ({
  p50: roundToTwoDigits(computePercentile(times, 0.5)),
  p99: roundToTwoDigits(computePercentile(times, 0.99)),
});

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The app under test, and the headers for its requests. */
type SearchContext = { app: App; pool: Pool; headers: Record<string, string> };

/** Times every case through the product and as bare SQL, alternating, and lists plans with sequential scans. */
export async function measureCases({ app, pool, headers }: SearchContext, cases: SearchCase[], rounds: number) {
  const product: number[] = [];
  const times: number[] = [];
  const slowestRequests: { address: string; ms: number; sqlMs: number }[] = [];
  const sequentialScans: string[] = [];
  for (const { address, url, statements, read } of cases) {
    const sendRequest = async () => {
      const response = await app.request(url, { headers });
      if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
      await response.text();
    };
    await sendRequest();
    await read(pool);
    const productTimes: number[] = [];
    const readTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      productTimes.push(await measureTime(sendRequest));
      readTimes.push(await measureTime(() => read(pool)));
    }
    product.push(...productTimes);
    times.push(...readTimes);
    slowestRequests.push({
      address,
      ms: roundToTwoDigits(computePercentile(productTimes, 0.5)),
      sqlMs: roundToTwoDigits(computePercentile(readTimes, 0.5)),
    });
    for (const { sql, params } of statements) {
      const { rows } = await pool.query(`explain ${sql}`, params);
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      if (/Seq Scan on (lfg_listings|user_profiles|protocol_profiles)/.test(plan)) sequentialScans.push(address);
    }
  }
  return {
    combinations: cases.length,
    product: summarizeRow(product),
    bareSql: summarizeRow(times),
    ratioP99: roundToTwoDigits(computePercentile(product, 0.99) / computePercentile(times, 0.99)),
    sequentialScans: [...new Set(sequentialScans)],
    slowest: slowestRequests.sort((a, b) => b.ms - a.ms).slice(0, 5),
  };
}
