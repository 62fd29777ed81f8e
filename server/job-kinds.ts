import { accountJobs } from '../features/accounts/jobs.ts';
import { assetJobs } from '../features/assets/jobs.ts';
import { dealsJobs } from '../features/deals/jobs.ts';
import { healthJobs } from '../features/health/jobs.ts';
import { lfgJobs } from '../features/lfg/jobs.ts';
import { matchJobs } from '../features/matches/jobs.ts';
import { notificationJobs } from '../features/notifications/jobs.ts';
import type { JobKind } from './jobs.ts';

/** The map of all background work, one line a feature. */
export const jobKinds: JobKind[] = [
  ...accountJobs,
  ...assetJobs,
  ...dealsJobs,
  ...healthJobs,
  ...lfgJobs,
  ...matchJobs,
  ...notificationJobs,
];
