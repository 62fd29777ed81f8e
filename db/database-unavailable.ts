/** Errors of the database connection. Errors of other connections look the same, so ours are marked. */
const connectionErrors = new WeakSet<Error>();

/** Marks an error as a database connection error. @returns the error */
export function markConnectionError<T>(error: T): T {
  if (error instanceof Error) connectionErrors.add(error);
  return error;
}

/** Creates the error for a database that didn't answer within the caller's time limit. */
export const createTimeoutError = (ms: number): Error =>
  markConnectionError(new Error(`The database did not answer within ${Math.round(ms)} ms.`));

/**
 * Codes PostgreSQL and poolers return when they're temporarily unavailable: failed connections (08), a server that's
 * stopping or starting (57P), a canceled statement, too many connections, a server that became read-only after a
 * failover, and transactions aborted in favor of others.
 */
const UNAVAILABLE_CODES = /^(08...|57P0.|57014|53300|25006|40001|40P01|55P03)$/;
/** Codes after which the connection itself is no longer usable. */
const BROKEN_CONNECTION_CODES = /^(08...|57P0.|25006)$/;
const MAX_CAUSE_DEPTH = 5;

const getCode = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);

/**
 * Returns whether something failed only because the database was unavailable at that moment, so a retry may succeed.
 * @param error as thrown by drizzle or the driver, or an error caused by it
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === MAX_CAUSE_DEPTH) return false;
  return (
    connectionErrors.has(error) ||
    UNAVAILABLE_CODES.test(getCode(error)) ||
    isDatabaseUnavailable(error.cause, depth + 1)
  );
}

/** Returns whether a statement failed in a way that makes its connection unusable. */
export const isBrokenConnection = (error: unknown): boolean => BROKEN_CONNECTION_CODES.test(getCode(error));
