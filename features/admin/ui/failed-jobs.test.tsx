import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FailedJobs } from './failed-jobs.tsx';

const job = {
  id: '0b6f4a2e-6a3c-4d6c-9f1e-1d1f7c1e2a11',
  kind: 'account-mail',
  attempts: 64,
  error: 'The mail server deferred an account email: connect ECONNREFUSED',
  failed_at: '2026-03-03T12:00:00.000Z',
};

it('shows each failed job with its error, attempts and labeled buttons', () => {
  const html = renderToStaticMarkup(<FailedJobs jobs={[job]} onChange={() => {}} />);
  for (const text of [job.kind, job.error, '64']) expect(html).toContain(`>${text}<`);
  for (const label of ['Run again: account-mail', 'Dismiss: account-mail']) {
    expect(html).toContain(`aria-label="${label}"`);
  }
});

it('shows an empty state when no job has failed', () => {
  expect(renderToStaticMarkup(<FailedJobs jobs={[]} onChange={() => {}} />)).toContain(
    'No background job has failed permanently.',
  );
});
