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

/** Wraps a background job so that it does nothing when no payment provider is set up. */
const withProvider = (kind: JobKind): JobKind => ({
  ...kind,
  run: async (deps, data, signal) => {
    if (deps.env.STRIPE_SECRET_KEY) await kind.run(deps, data, signal);
  },
});

const kinds: JobKind[] = [
  {
    name: ACTIONS_JOB,
    run: async (deps, _data, signal) => void (await runActions(deps, { signal })),
  },
  { name: 'money-deadlines', run: async (deps, _data, signal) => void (await processOrderDeadlines(deps, signal)) },
  { name: HOLDING_JOB, run: (deps, _data, signal) => enforceHoldingLimits(deps, signal) },
  { name: SELLERS_JOB, run: (deps, _data, signal) => checkSellers(deps, signal) },
  { name: ERASURE_JOB, run: (deps, _data, signal) => eraseAtProvider(deps, signal) },
  { name: CATCH_UP_JOB, run: (deps, _data, signal) => catchUpEvents(deps, signal) },
  {
    name: RECONCILE_JOB,
    expireInSeconds: 3_600,
    run: (deps, data) => runReconcile(deps, data as ReconcileJob),
  },
];

const foundersEnding: JobKind = {
  name: 'founders-ending',
  run: (deps, _data, signal) => sendFoundersExpiryNotices(deps, signal),
};

export const dealsJobs: JobKind[] = [...kinds.map(withProvider), foundersEnding];
