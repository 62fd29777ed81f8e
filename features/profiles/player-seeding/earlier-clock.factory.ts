import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';

const NO_JOBS: Pick<Deps['jobs'], 'send' | 'sendAll'> = { send: async () => {}, sendAll: async () => {} };

/**
 * The same context at an earlier moment, for what happened in a demonstration before it was started. Its commands ask
 * for no jobs: those would run by the clock of today, and whoever furnishes does what was due then.
 */
export function withEarlierClock(deps: Deps, milliseconds: number): Deps {
  const moment = subtractMs(deps.now(), milliseconds);
  return { ...deps, now: () => moment, jobs: { ...deps.jobs, ...NO_JOBS } };
}
