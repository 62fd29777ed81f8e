import type { Deps, JobKind } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { eraseDueAccounts } from './account-deletion.commands.ts';
import {
  ACCOUNT_EMAIL_JOB,
  type AccountEmail,
  getAccountEmailRetryMs,
  sendAccountEmail,
} from './account-emails.commands.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { ACCOUNT_REQUEST_JOB, type AccountRequest, processAccountRequest } from './code-sign-in.commands.ts';
import { deleteExpiredFlows } from './oauth/oauth.queries.ts';
import { deleteExpiredAuthorizations } from './oauth-clients/oauth-client-authorizations.queries.ts';
import { deleteExpiredCodes } from './one-time-codes.queries.ts';
import { DATA_EXPORT_JOB, type ExportJob, prepareExport, removeOldExports } from './own-data/own-data.commands.ts';
import { deleteExpiredCeremonies } from './passkeys/passkeys.queries.ts';
import { ACCOUNT_SMS_JOB, type AccountSms, sendAccountSms } from './phone-messages.commands.ts';
import { deleteExpiredUses } from './rate-limits.queries.ts';
import { deleteOldSecurityEvents } from './security-events/security-events.commands.ts';
import {
  ACCOUNT_FAILURE_JOB,
  type AccountFailure,
  recordFailure,
} from './security-events/sign-in-failures.commands.ts';
import { deleteExpiredSessions } from './sessions/sessions.queries.ts';

const getCodeLifetimeMs = ({ env }: Deps) => getAuthSettings(env).otpSeconds * 1000;

const accountMail: JobKind<AccountEmail> = {
  name: ACCOUNT_EMAIL_JOB,
  concurrency: 50,
  retryForMs: getAccountEmailRetryMs,
  expireInSeconds: 60,
  run: (deps, mail) => sendAccountEmail(deps, mail),
};

const accountSms: JobKind<AccountSms> = {
  name: ACCOUNT_SMS_JOB,
  concurrency: 20,
  retryForMs: getCodeLifetimeMs,
  expireInSeconds: 60,
  run: (deps, message) => sendAccountSms(deps, message),
};

const accountRequest: JobKind<AccountRequest> = {
  name: ACCOUNT_REQUEST_JOB,
  concurrency: 20,
  retryForMs: getCodeLifetimeMs,
  expireInSeconds: 60,
  run: (deps, request) => processAccountRequest(deps, request),
};

const accountFailure: JobKind<AccountFailure> = {
  name: ACCOUNT_FAILURE_JOB,
  concurrency: 10,
  retryLimit: 3,
  expireInSeconds: 60,
  run: (deps, failure) => recordFailure(deps, failure),
};

const dataExport: JobKind<ExportJob> = {
  name: DATA_EXPORT_JOB,
  concurrency: 2,
  expireInSeconds: 600,
  run: (deps, job, signal) => prepareExport(deps, job, signal),
};

/** Hourly: erases accounts after their grace period and deletes expired records. */
const accountUpkeep: JobKind = {
  name: 'account-upkeep',
  run: async (deps) => {
    const now = deps.now();
    const dayAgo = subtractMs(now, DAY_MS);
    await eraseDueAccounts(deps);
    await deleteExpiredUses(deps.db, now);
    await deleteExpiredCodes(deps.db, dayAgo);
    await deleteExpiredFlows(deps.db, dayAgo);
    await deleteExpiredCeremonies(deps.db, now);
    await deleteExpiredAuthorizations(deps.db, dayAgo);
    await deleteExpiredSessions(deps.db, now);
    await deleteOldSecurityEvents(deps);
    await removeOldExports(deps);
  },
};

export const accountJobs = [
  accountMail,
  accountSms,
  accountRequest,
  accountFailure,
  dataExport,
  accountUpkeep,
] as JobKind[];
