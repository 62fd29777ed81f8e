import type { Deps } from '../../server/deps.ts';

/**
 * Does something for each of many; one that fails is written down and tried again by the next run, and the others do not
 * wait for it.
 * @param what fails, for the log
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
