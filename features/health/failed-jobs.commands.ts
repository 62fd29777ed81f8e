import type { AdminActor, Deps, FailureLog } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import * as queries from './failed-jobs.queries.ts';

/** How long the queue keeps a failed job, so that it can be retried. */
const RETENTION_MS = 7 * DAY_MS;

/** Records jobs that failed permanently: a log line, a counter and a row in the console. */
export const failureLog: FailureLog = {
  start: (deps, kinds) => queries.startCounters(deps.db, kinds),
  record: async (deps, job) => {
    const isNew = await deps.db.transaction((tx) => queries.insertFailure(tx, job));
    if (!isNew) return;
    const { id, kind, attempts, error } = job;
    deps.log.error({ job: id, kind, attempts, error }, 'background job failed after its last attempt');
    await queries.deleteFailuresBefore(deps.db, subtractMs(deps.now(), RETENTION_MS));
  },
  clear: (deps, kind) => queries.clearFailures(deps.db, kind),
};

/** @throws Refusal not_found when another admin or a later run has already settled the job */
async function claimFailure(...[tx, id]: Parameters<typeof queries.claimFailure>) {
  const failure = await queries.claimFailure(tx, id);
  if (!failure) throw new Refusal('not_found', 'This failed job is no longer open. Refresh the list.');
  return failure;
}

/**
 * Puts a failed job back into its queue.
 * @throws Refusal not_found, conflict when the queue no longer has it
 */
export async function retryFailedJob(deps: Deps, admin: AdminActor, id: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { kind } = await claimFailure(tx, id);
    if (!(await deps.jobs.retry(kind, id, { tx }))) {
      throw new Refusal('conflict', "The queue no longer has this job, so it can't run again. Dismiss it instead.");
    }
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'retry_job',
      targetType: 'job',
      targetId: id,
      after: { kind },
    });
    return kind;
  });
}

/**
 * Dismisses a failed job.
 * @throws Refusal not_found
 */
export async function dismissFailedJob(deps: Deps, admin: AdminActor, id: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { kind, error } = await claimFailure(tx, id);
    await deps.jobs.discard(kind, id, { tx });
    const before = { kind, error };
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'dismiss_job',
      targetType: 'job',
      targetId: id,
      before,
    });
    return kind;
  });
}
