import type { JobKind } from '../../server/deps.ts';
import { deliverNotifications } from './delivery.commands.ts';
import { DELIVER_JOB } from './notifications.commands.ts';

export const notificationJobs: JobKind[] = [
  {
    name: DELIVER_JOB,
    // Every new message asks for a run; the minute's run sends what was put off and what a stopped node left.
    cron: '* * * * *',
    batch: 500,
    run: (deps, _data, signal) => deliverNotifications(deps, signal),
  },
];
