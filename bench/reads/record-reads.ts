import pg from 'pg';
import { createApp } from '../../server/app.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import type { Recorded } from './bare-server.ts';

type Query = (...given: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };

/** Records the statements that each URL sends to the database once it's warm, and its response. */
export async function recordReads(
  databaseUrl: string,
  addresses: readonly string[],
  headers: Record<string, string>,
): Promise<Record<string, Recorded>> {
  const { deps, close } = await openContext(
    readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, ROLE: 'web' }),
  );
  const app = createApp(deps);
  const recorded: Record<string, Recorded> = {};
  for (const address of addresses) {
    await app.request(address, { headers });
    const statements: Recorded['statements'] = [];
    const ask = prototype.query;
    prototype.query = function (this: pg.Client, ...given) {
      const [statement, values] = given as [{ name?: string; text: string; values?: unknown[] }, unknown];
      const filled = Array.isArray(values) ? values : (statement.values ?? []);
      statements.push({ ...(statement.name ? { name: statement.name } : {}), text: statement.text, values: filled });
      return ask.apply(this, given);
    };
    const answer = await (await app.request(address, { headers })).text();
    prototype.query = ask;
    recorded[address] = { statements, answer };
  }
  await close();
  return recorded;
}
