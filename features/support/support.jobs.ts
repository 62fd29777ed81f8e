import type { JobKind } from '../../server/deps.ts';
import { cleanUpRequests } from './support-cleanup.commands.ts';
import { SUPPORT_EMAIL_JOB, type SupportEmailJob, sendSupportEmail } from './support-sending.commands.ts';

export const supportJobs: JobKind[] = [
  { name: SUPPORT_EMAIL_JOB, retryLimit: 8, run: (deps, data) => sendSupportEmail(deps, data as SupportEmailJob) },
  { name: 'clear-support', run: (deps, _data, signal) => cleanUpRequests(deps, signal) },
];
