import pg from 'pg';
import { createApp } from '../../server/app.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import type { RecordedRead } from './bare-server.ts';

type Query = (...args: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };

/** Records the statements that each URL sends to the database once it's warm, and its response. */
export async function recordReads(
  databaseUrl: string,
  addresses: readonly string[],
  headers: Record<string, string>,
): Promise<Record<string, RecordedRead>> {
  const { deps, close } = await openContext(
    readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, ROLE: 'web' }),
  );
  const app = createApp(deps);
  const recordings: Record<string, RecordedRead> = {};
  for (const address of addresses) {
    await app.request(address, { headers });
    const statements: RecordedRead['statements'] = [];
    const originalQuery = prototype.query;
    prototype.query = function (this: pg.Client, ...args) {
      const [statement, values] = args as [{ name?: string; text: string; values?: unknown[] }, unknown];
      const queryValues = Array.isArray(values) ? values : (statement.values ?? []);
      statements.push({
        ...(statement.name ? { name: statement.name } : {}),
        text: statement.text,
        values: queryValues,
      });
      return originalQuery.apply(this, args);
    };
    const response = await (await app.request(address, { headers })).text();
    prototype.query = originalQuery;
    recordings[address] = { statements, answer: response };
  }
  await close();
  return recordings;
}
