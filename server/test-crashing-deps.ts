import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '../db/database.ts';
import type { Deps } from './deps.ts';

/** Simulates a process crash. */
class Crash extends Error {}

type Query = (...args: unknown[]) => Promise<unknown>;

/** Deps of a process that crashes at a chosen step. */
type CrashingDeps = {
  deps: Deps;
  hasCrashed: () => boolean;
  /** Number of committed transactions, including one right before the crash. */
  commits: () => number;
};

/** Creates deps of a process that crashes at its n-th step (a statement or an external call), before or after it. */
export function createCrashingDeps(deps: Deps, step: number, isAfterStep: boolean): CrashingDeps {
  let stepsLeft = step;
  let committed = 0;
  const countStep = async <T>(work: () => Promise<T>): Promise<T> => {
    stepsLeft -= 1;
    if (stepsLeft === 0 && !isAfterStep) throw new Crash('before');
    const result = await work();
    if (stepsLeft === 0) throw new Crash('after');
    return result;
  };
  const wrap = <T extends object>(target: T, also: Record<string, unknown> = {}): T =>
    new Proxy(target, {
      get: (inner, name) => {
        if (typeof name === 'string' && name in also) return also[name];
        const value = Reflect.get(inner, name);
        if (name === 'query') return (...args: unknown[]) => runStatement((value as Query).bind(inner), args);
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(inner) : value;
      },
    });
  const runStatement = (query: Query, args: unknown[]) => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    // When a process dies, the database rolls back anyway.
    if (text === 'rollback') return query(...args);
    return countStep(async () => {
      const result = await query(...args);
      if (text === 'commit') committed += 1;
      return result;
    });
  };
  /**
   * Wraps a connection, and destroys it if the process dies while opening a transaction, because nothing else would
   * release it.
   */
  const wrapConnection = (client: pg.PoolClient) =>
    wrap(client, {
      query: async (...args: unknown[]) => {
        try {
          return await runStatement((client.query as Query).bind(client), args);
        } catch (error) {
          const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
          if (error instanceof Crash && text.startsWith('begin')) client.release(true);
          throw error;
        }
      },
    });
  const { pool } = deps.database;
  const connect = async () => wrapConnection((await pool.connect()) as pg.PoolClient);
  const db = drizzle(wrap(pool, { connect }) as pg.Pool) as Db;
  const dying: Deps = { ...deps, db, reads: db, fetch: (input, init) => countStep(() => deps.fetch(input, init)) };
  return { deps: dying, hasCrashed: () => stepsLeft <= 0, commits: () => committed };
}
