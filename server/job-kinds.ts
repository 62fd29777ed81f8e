import { accountJobs } from '../features/accounts/accounts.jobs.ts';
import { assetJobs } from '../features/assets/assets.jobs.ts';
import { bookingsJobs } from '../features/bookings/bookings.jobs.ts';
import { competitionJobs } from '../features/competition/competition.jobs.ts';
import { healthJobs } from '../features/health/health.jobs.ts';
import { lfgJobs } from '../features/lfg/lfg.jobs.ts';
import { liveJobs } from '../features/live/live.jobs.ts';
import { matchJobs } from '../features/matches/matches.jobs.ts';
import { moderationJobs } from '../features/moderation/moderation.jobs.ts';
import { notificationJobs } from '../features/notifications/notifications.jobs.ts';
import { dealsJobs } from '../features/payments/payments.jobs.ts';
import { profileJobs } from '../features/profiles/profiles.jobs.ts';
import { queueJobs } from '../features/queue/queue.jobs.ts';
import { squadJobs } from '../features/squads/squads.jobs.ts';
import { supportJobs } from '../features/support/support.jobs.ts';
import { teamsJobs } from '../features/team-assembly/team-assembly.jobs.ts';
import { threadJobs } from '../features/threads/threads.jobs.ts';
import type { JobKind } from './deps.ts';
import { TIMETABLE } from './timetable.ts';

/** All background jobs, one line per feature. */
const kinds: JobKind[] = [
  ...accountJobs,
  ...moderationJobs,
  ...liveJobs,
  ...profileJobs,
  ...assetJobs,
  ...bookingsJobs,
  ...competitionJobs,
  ...dealsJobs,
  ...healthJobs,
  ...lfgJobs,
  ...matchJobs,
  ...notificationJobs,
  ...queueJobs,
  ...squadJobs,
  ...supportJobs,
  ...teamsJobs,
  ...threadJobs,
];

/** The background jobs with their schedules. */
export const jobKinds: JobKind[] = kinds.map((kind) => ({ ...kind, cron: TIMETABLE[kind.name] }));
