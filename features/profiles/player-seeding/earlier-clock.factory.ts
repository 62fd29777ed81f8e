import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';

const NO_JOBS: Pick<Deps['jobs'], 'send' | 'sendAll'> = { send: async () => {}, sendAll: async () => {} };

/**
 * Returns the same dependencies at an earlier time, for a demo's history. Commands enqueue no jobs, because those would
 * run on today's clock; the demo seeding code does that work instead.
 */
export function withEarlierClock(deps: Deps, milliseconds: number): Deps {
  const moment = subtractMs(deps.now(), milliseconds);
  return { ...deps, now: () => moment, jobs: { ...deps.jobs, ...NO_JOBS } };
}
