import type { JobKind } from '../../server/deps.ts';
import { TIMETABLE } from '../../server/timetable.ts';
import { deliverNotifications, deliverUrgent } from './delivery.commands.ts';
import { deleteOldMessages } from './message-retention.commands.ts';
import { DELIVER_JOB, DELIVER_URGENT_JOB } from './notifications.commands.ts';

export const notificationJobs: JobKind[] = [
  {
    name: DELIVER_JOB,
    // Every new message requests a run; the run each minute sends what was deferred and what a stopped node left.
    cron: TIMETABLE[DELIVER_JOB],
    batch: 500,
    run: (deps, _data, signal) => deliverNotifications(deps, signal),
  },
  {
    // The highest priority has its own job queue, so that it doesn't wait for a mail server that hangs in the other
    // run.
    name: DELIVER_URGENT_JOB,
    batch: 500,
    // Messages that weren't accepted are retried within seconds.
    pollSeconds: 2,
    run: (deps, _data, signal) => deliverUrgent(deps, signal),
  },
  {
    name: 'clear-messages',
    cron: TIMETABLE['clear-messages'],
    run: (deps, _data, signal) => deleteOldMessages(deps, signal),
  },
];
