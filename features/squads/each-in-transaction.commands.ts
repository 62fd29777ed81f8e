import type { Deps } from '../../server/deps.ts';

/**
 * Runs the work for each item in its own transaction. A failed item is logged and retried in the next run, and doesn't
 * block the others.
 * @param what name of the work in the log
 */
export async function runEachInTransaction<T>(
  deps: Deps,
  { signal, what }: { signal: AbortSignal; what: string },
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  for (const one of all) {
    if (signal.aborted) return;
    try {
      await work(one);
    } catch (error) {
      const { id } = one as { id?: string };
      deps.log.error({ id, err: error }, what);
    }
  }
}
