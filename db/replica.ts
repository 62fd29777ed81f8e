import type pg from 'pg';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** How long to skip a replica that didn't answer. */
const REPLICA_RETRY_MS = 5_000;

/**
 * Lets a replica's pool fall back to the primary while the replica is unavailable. Results may be as old as the
 * replica's lag.
 */
export function fallBackToPrimary(replica: pg.Pool, primary: pg.Pool): void {
  const queryReplica = replica.query.bind(replica) as (...args: unknown[]) => Promise<unknown>;
  const askPrimary = primary.query.bind(primary) as typeof queryReplica;
  let unavailableUntil = 0;
  replica.query = (async (...args: unknown[]) => {
    if (performance.now() < unavailableUntil) return askPrimary(...args);
    try {
      return await queryReplica(...args);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      unavailableUntil = performance.now() + REPLICA_RETRY_MS;
      return askPrimary(...args);
    }
  }) as typeof replica.query;
}
