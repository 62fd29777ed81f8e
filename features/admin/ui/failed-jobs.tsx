import { useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import type { FailedJob } from '../../health/health.schema.ts';
import { runAction } from './admin-action.ts';
import { formatTime } from './times.ts';

/** Background jobs that used up their retries. They stay here until an admin decides what to do. */
export function FailedJobs({ jobs, onChange }: { jobs: readonly FailedJob[]; onChange: () => void }) {
  return (
    <DataTable
      caption="Failed jobs"
      rows={jobs}
      rowKey={(job) => job.id}
      empty="No background job has failed permanently."
      columns={[
        { key: 'kind', header: 'Job', primary: true, cell: (job) => <code>{job.kind}</code> },
        { key: 'error', header: 'Error', cell: (job) => <span className="wrap-anywhere">{job.error}</span> },
        { key: 'attempts', header: 'Attempts', align: 'end', cell: (job) => job.attempts },
        { key: 'time', header: 'Failed', cell: (job) => formatTime(job.failed_at) },
        { key: 'actions', header: 'Actions', cell: (job) => <JobActions job={job} onChange={onChange} /> },
      ]}
    />
  );
}

function JobActions({ job, onChange }: { job: FailedJob; onChange: () => void }) {
  const [isRunning, setRunning] = useState(false);
  const performAction = async (action: 'retry_job' | 'dismiss_job') => {
    setRunning(true);
    await runAction({ action, jobId: job.id }, onChange);
    setRunning(false);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        icon="refresh"
        disabled={isRunning}
        aria-label={`Run again: ${job.kind}`}
        onClick={() => performAction('retry_job')}
      >
        Run again
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={isRunning}
        aria-label={`Dismiss: ${job.kind}`}
        onClick={() => performAction('dismiss_job')}
      >
        Dismiss
      </Button>
    </div>
  );
}
