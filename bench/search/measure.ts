import type { Pool } from 'pg';
import type { App } from '../../server/app.ts';

export type Statement = { sql: string; params: unknown[] };
/** One URL of the product with its statements; `read` runs them as the product does. */
export type Case = { address: string; url: string; statements: Statement[]; read: (pool: Pool) => Promise<unknown> };

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
const rounded = (ms: number) => Number(ms.toFixed(2));
const row = (times: number[]) => ({ p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The app under test, and the headers for its requests. */
type Asked = { app: App; pool: Pool; headers: Record<string, string> };

/** Times every case through the product and as bare SQL, alternating, and lists plans with sequential scans. */
export async function measureCases({ app, pool, headers }: Asked, cases: Case[], rounds: number) {
  const product: number[] = [];
  const bare: number[] = [];
  const slowest: { address: string; ms: number; sqlMs: number }[] = [];
  const sequentialScans: string[] = [];
  for (const { address, url, statements, read } of cases) {
    const ask = async () => {
      const response = await app.request(url, { headers });
      if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
      await response.text();
    };
    await ask();
    await read(pool);
    const ownTimes: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ownTimes.push(await timed(ask));
      theirs.push(await timed(() => read(pool)));
    }
    product.push(...ownTimes);
    bare.push(...theirs);
    slowest.push({ address, ms: rounded(percentile(ownTimes, 0.5)), sqlMs: rounded(percentile(theirs, 0.5)) });
    for (const { sql, params } of statements) {
      const { rows } = await pool.query(`explain ${sql}`, params);
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      if (/Seq Scan on (lfg_listings|user_profiles|protocol_profiles)/.test(plan)) sequentialScans.push(address);
    }
  }
  return {
    combinations: cases.length,
    product: row(product),
    bareSql: row(bare),
    ratioP99: rounded(percentile(product, 0.99) / percentile(bare, 0.99)),
    sequentialScans: [...new Set(sequentialScans)],
    slowest: slowest.sort((a, b) => b.ms - a.ms).slice(0, 5),
  };
}
