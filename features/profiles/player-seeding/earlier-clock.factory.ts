import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';

const NO_JOBS: Pick<Deps['jobs'], 'send' | 'sendAll'> = { send: async () => {}, sendAll: async () => {} };

/**
 * Returns the same context at an earlier time, for what happened in a demo before it started. Its commands enqueue no
 * jobs, because those would run on today's clock. The demo seeding code does what was due back then.
 */
export function withEarlierClock(deps: Deps, milliseconds: number): Deps {
  const moment = subtractMs(deps.now(), milliseconds);
  return { ...deps, now: () => moment, jobs: { ...deps.jobs, ...NO_JOBS } };
}
