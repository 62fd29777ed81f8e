/** Faults of the line to the database; other errors of the system look the same and are about other lines. */
const connectionErrors = new WeakSet<Error>();

/** Notes that an error is about the line to the database. @returns the error */
export function markConnectionError<T>(error: T): T {
  if (error instanceof Error) connectionErrors.add(error);
  return error;
}

/** The database did not answer in the time that whoever asked had for it. */
export const createTimeoutError = (ms: number): Error =>
  markConnectionError(new Error(`The database did not answer within ${Math.round(ms)} ms.`));

/**
 * What PostgreSQL and poolers say when they cannot serve now, and may in a moment: connections that failed (08), a
 * server that stops or starts (57P), a statement that was cut off, too many connections, a server that only reads
 * because another took over, and transactions that were ended for the sake of others.
 */
const UNAVAILABLE_CODES = /^(08...|57P0.|57014|53300|25006|40001|40P01|55P03)$/;
/** After these the connection itself is of no use any more. */
const BROKEN_CONNECTION_CODES = /^(08...|57P0.|25006)$/;
const MAX_CAUSE_DEPTH = 5;

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);

/**
 * Whether something failed only because the database was away at that moment: the same may go well a moment later.
 * @param error as drizzle or the driver threw it, or what it caused
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === MAX_CAUSE_DEPTH) return false;
  return (
    connectionErrors.has(error) ||
    UNAVAILABLE_CODES.test(codeOf(error)) ||
    isDatabaseUnavailable(error.cause, depth + 1)
  );
}

/** Whether a statement failed in a way after which its connection must not be used again. */
export const breaksConnection = (error: unknown): boolean => BROKEN_CONNECTION_CODES.test(codeOf(error));
