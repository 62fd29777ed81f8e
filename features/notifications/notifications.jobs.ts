import type { JobKind } from '../../server/deps.ts';
import { deliverNotifications, deliverUrgent } from './delivery.commands.ts';
import { DELIVER_JOB, DELIVER_URGENT_JOB } from './notifications.commands.ts';

export const notificationJobs: JobKind[] = [
  {
    name: DELIVER_JOB,
    // Every new message asks for a run; the minute's run sends what was put off and what a stopped node left.
    cron: '* * * * *',
    batch: 500,
    run: (deps, _data, signal) => deliverNotifications(deps, signal),
  },
  {
    // A queue of its own, so that nothing urgent waits until a thousand mails have left.
    name: DELIVER_URGENT_JOB,
    batch: 500,
    run: (deps, _data, signal) => deliverUrgent(deps, signal),
  },
];
