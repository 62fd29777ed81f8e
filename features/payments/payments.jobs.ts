import type { JobKind } from '../../server/deps.ts';
import { sendFoundersExpiryNotices } from './founders-expiry.commands.ts';
import { enforceHoldingLimits, HOLDING_JOB } from './holding-limits.commands.ts';
import { runActions } from './money-worker.commands.ts';
import { processOrderDeadlines } from './order-deadlines.commands.ts';
import { ACTIONS_JOB } from './orders/orders.commands.ts';
import { ERASURE_JOB, eraseAtProvider } from './provider-erasures.commands.ts';
import { CATCH_UP_JOB, catchUpEvents } from './provider-events/provider-events.commands.ts';
import { RECONCILE_JOB, type ReconcileJob, runReconcile } from './reconcile.commands.ts';
import { checkSellers, SELLERS_JOB } from './seller-checks.commands.ts';

/** Background jobs for money. Without a payment provider there's nothing to do. */
const withProcessor = (kind: JobKind): JobKind => ({
  ...kind,
  run: async (deps, data, signal) => {
    if (deps.env.STRIPE_SECRET_KEY) await kind.run(deps, data, signal);
  },
});

const kinds: JobKind[] = [
  {
    name: ACTIONS_JOB,
    cron: '* * * * *',
    run: async (deps, _data, signal) => void (await runActions(deps, { signal })),
  },
  {
    name: 'money-deadlines',
    cron: '* * * * *',
    run: async (deps, _data, signal) => void (await processOrderDeadlines(deps, signal)),
  },
  { name: HOLDING_JOB, cron: '20 5 * * *', run: (deps, _data, signal) => enforceHoldingLimits(deps, signal) },
  { name: SELLERS_JOB, cron: '*/10 * * * *', run: (deps, _data, signal) => checkSellers(deps, signal) },
  { name: ERASURE_JOB, cron: '*/10 * * * *', run: (deps, _data, signal) => eraseAtProvider(deps, signal) },
  { name: CATCH_UP_JOB, cron: '*/5 * * * *', run: (deps, _data, signal) => catchUpEvents(deps, signal) },
  {
    name: RECONCILE_JOB,
    cron: '10 4 * * *',
    expireInSeconds: 3_600,
    run: (deps, data) => runReconcile(deps, data as ReconcileJob),
  },
];

const foundersEnding: JobKind = {
  name: 'founders-ending',
  cron: '40 * * * *',
  run: (deps, _data, signal) => sendFoundersExpiryNotices(deps, signal),
};

export const dealsJobs: JobKind[] = [...kinds.map(withProcessor), foundersEnding];
