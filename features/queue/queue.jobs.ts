import type { JobKind } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { clearChecks } from './queue-checks.queries.ts';
import { clearWaits } from './queue-waits.queries.ts';

/** Time until old rows are deleted. By then, penalties have expired and waits are too old for the estimate. */
const RETENTION_MS = 2 * DAY_MS;

export const queueJobs: JobKind[] = [
  {
    name: 'clear-queue',
    run: async (deps) => {
      const oldest = subtractMs(deps.now(), RETENTION_MS);
      await clearChecks(deps.db, oldest);
      await clearWaits(deps.db, oldest);
    },
  },
];
