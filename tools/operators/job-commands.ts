import { runOperatorAction } from '../../features/admin/admin-actions.commands.ts';
import { listOpenFailures } from '../../features/health/failed-jobs.queries.ts';
import type { AdminCommand } from './admin-command.ts';
import { formatTable } from './plain-table.ts';

const SHOWN = 1_000;

const formatCount = (count: number) => (count === 1 ? '1 job' : `${count} jobs`);

export const jobCommands: Record<string, AdminCommand> = {
  jobs: {
    about: 'lists background jobs that used up their retries',
    run: async (deps) => {
      const jobs = await listOpenFailures(deps.db, SHOWN);
      const rows = jobs.map((job) => [
        job.id,
        job.kind,
        job.attempts,
        job.failedAt.toISOString().slice(0, 16),
        job.error,
      ]);
      const table = formatTable(['id', 'job', 'attempts', 'failed', 'error'], rows);
      return { text: jobs.length === 0 ? 'No background job has failed permanently.' : table, data: jobs };
    },
  },
  requeue: {
    takes: '<id> | --all',
    about: 'runs failed jobs again',
    flags: { all: { type: 'boolean' } },
    sendsJobs: true,
    run: async (deps, { args: [id], flags, confirm }) => {
      if (!id && !flags.all) return undefined;
      const ids = id ? [id] : (await listOpenFailures(deps.db, SHOWN)).map((job) => job.id);
      if (ids.length === 0) return { text: 'No background job has failed permanently.', data: { requeued: [] } };
      await confirm(`Run ${formatCount(ids.length)} again?`);
      const requeued: string[] = [];
      const refused: Record<string, string> = {};
      for (const jobId of ids) {
        await runOperatorAction(deps, { action: 'retry_job', jobId }).then(
          () => requeued.push(jobId),
          (error: Error) => {
            if (id) throw error;
            refused[jobId] = error.message;
          },
        );
      }
      const problems = Object.entries(refused).map(([jobId, why]) => `${jobId}: ${why}`);
      return {
        text: [`${formatCount(requeued.length)} will run again.`, ...problems].join('\n'),
        data: { requeued, refused },
      };
    },
  },
};
