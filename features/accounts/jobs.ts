import type { JobKind } from '../../server/jobs.ts';
import { type AccountMail, ACCOUNT_MAIL_JOB, sendAccountMail } from './mails/commands.ts';

const accountMail: JobKind<AccountMail> = {
  name: ACCOUNT_MAIL_JOB,
  retryLimit: 6,
  expireInSeconds: 60,
  run: (deps, mail) => sendAccountMail(deps, mail),
};

export const accountJobs = [accountMail] as JobKind[];
