import type { JobKind } from '../../server/deps.ts';
import { deliverNotifications, deliverUrgent } from './delivery.commands.ts';
import { deleteOldMessages } from './message-retention.commands.ts';
import { DELIVER_JOB, DELIVER_URGENT_JOB } from './notifications.commands.ts';
import { announceTerms } from './terms-notices.commands.ts';

export const notificationJobs: JobKind[] = [
  {
    name: DELIVER_JOB,
    // Every new message starts a run. The run each minute also sends messages that were deferred or left by stopped
    // nodes.
    batch: 500,
    run: (deps, _data, signal) => deliverNotifications(deps, signal),
  },
  {
    // The highest priority has its own job queue, so a hanging mail server doesn't delay it.
    name: DELIVER_URGENT_JOB,
    batch: 500,
    // Polls often, because urgent messages are retried within seconds.
    pollSeconds: 2,
    run: (deps, _data, signal) => deliverUrgent(deps, signal),
  },
  { name: 'announce-terms', run: (deps, _data, signal) => announceTerms(deps, signal) },
  { name: 'clear-messages', run: (deps, _data, signal) => deleteOldMessages(deps, signal) },
];
