import type { JobKind } from '../../server/deps.ts';
import { deliverNotifications, deliverUrgent } from './delivery.commands.ts';
import { deleteOldMessages } from './message-retention.commands.ts';
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
    // The first lane has a queue of its own, so that it does not wait for a mail server that hangs in the other run.
    name: DELIVER_URGENT_JOB,
    batch: 500,
    // What was not taken is tried again in seconds.
    pollSeconds: 2,
    run: (deps, _data, signal) => deliverUrgent(deps, signal),
  },
  { name: 'clear-messages', cron: '10 4 * * *', run: (deps, _data, signal) => deleteOldMessages(deps, signal) },
];
