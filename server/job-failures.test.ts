import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureLog } from '../features/health/failed-jobs.commands.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { ALERTS } from '../tools/cluster/monitoring-files.ts';
import { type App, createApp } from './app.ts';
import { type Deps, type JobKind, PermanentError } from './deps.ts';
import { jobKinds } from './job-kinds.ts';
import { openJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

const names = jobKinds.map(({ name }) => name);
/** The error that jobs throw; undefined to make them succeed. */
let failure: Error | undefined = new Error('Broken on purpose');
const run = async () => {
  if (failure) throw failure;
};
/** All real job kinds, changed to always fail, without schedules or retries. */
const kinds = jobKinds.map(
  ({ cron: _cron, retryForMs: _retryForMs, ...kind }): JobKind => ({
    ...kind,
    retryLimit: 0,
    run,
  }),
);
const coveredKind: JobKind = { name: 'covered-by-later-run', coveredByLaterRun: true, retryLimit: 0, run };
const patient: JobKind = {
  name: 'patient',
  concurrency: 2,
  retryForMs: (_deps, data) => (data as { ms: number }).ms,
  run,
};
const batchKind: JobKind = { name: 'gathered', batch: 20, retryLimit: 0, run };

type Line = { msg: string; kind: string; job: string; attempts: number; error: string };
const lines: Line[] = [];
let context: TestContext;
let deps: Deps;
let app: App;
let token: string;
let before: string;
let after: string;

const read = async (path: string, bearer: string) =>
  (await app.request(path, { headers: { Authorization: `Bearer ${bearer}` } })).text();
/** Reads the metrics. Retries, because a busy node leaves out those that its database doesn't return in time. */
const readMetrics = () =>
  vi.waitFor(
    async () => {
      const text = await read('/metrics', 'let-me-measure');
      expect(text).toContain('planet_crew_jobs_failed_total');
      return text;
    },
    { timeout: 30_000, interval: 500 },
  );
const report = async () =>
  JSON.parse(await read('/api/admin/health', token)) as {
    verdict: string;
    checks: { id: string; found: string }[];
    unfinished_jobs: { id: string; kind: string; error: string }[];
  };
const openOf = async (kind: string) => (await report()).unfinished_jobs.filter((job) => job.kind === kind);
const performAction = (action: object) =>
  app.request('/functions/v1/admin-actions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(action),
  });

beforeAll(async () => {
  context = await openTestContext({ METRICS_TOKEN: 'let-me-measure' });
  const { database } = context.deps;
  const log = openLog('error', { destination: { write: (line) => void lines.push(JSON.parse(line) as Line) } });
  const jobs = openJobs(database, log, { url: undefined, works: true, failures: failureLog });
  deps = { ...context.deps, log, jobs };
  app = createApp(deps);
  token = (await makeAdmin(deps)).accessToken;
  await jobs.start([...kinds, coveredKind, patient, batchKind], deps, true);
  before = await readMetrics();
  for (const name of names) await jobs.send(name, {});
  const countFailed = async () =>
    (await database.pool.query('select count(*)::int as count from failed_jobs')).rows[0].count;
  await vi.waitFor(async () => expect(await countFailed()).toBe(names.length), { timeout: 60_000, interval: 500 });
  after = await readMetrics();
}, 90_000);
afterAll(async () => {
  await deps.jobs.stop();
  await context.close();
});

describe.each(names)('a %s job that fails for good', (kind) => {
  it('writes one line to the log', () => {
    const own = lines.filter(
      (line) => line.msg === 'background job failed after its last attempt' && line.kind === kind,
    );
    expect(own).toEqual([expect.objectContaining({ attempts: 1, error: 'Broken on purpose' })]);
  });

  it("increments its kind's counter in the metrics, which starts at zero", () => {
    expect(before).toContain(`planet_crew_jobs_failed_total{kind="${kind}"} 0\n`);
    expect(after).toContain(`planet_crew_jobs_failed_total{kind="${kind}"} 1\n`);
  });

  it('turns the go-live verdict to NO-GO', async () => {
    const { verdict, checks } = await report();
    expect(verdict).toBe('NO-GO');
    expect(checks.find(({ id }) => id === 'jobs')?.found).toMatch(new RegExp(`[ ,]${kind}[,.]`));
  });

  it('raises the alert', () => {
    const { query } = ALERTS.find(({ name }) => name === 'JobFailed')!;
    const [, metric] = /max by \(kind\) \(increase\((\w+)\[\w+\]\)\) > 0$/.exec(query)!;
    const valueIn = (text: string) => Number(new RegExp(`^${metric}\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    expect(valueIn(after) - valueIn(before)).toBeGreaterThan(0);
  });

  it('appears in the admin console', async () => {
    expect(await openOf(kind)).toEqual([expect.objectContaining({ kind, error: 'Broken on purpose' })]);
  });
});

describe('a failed job in the admin console', () => {
  it('can be retried once, which is recorded in the audit log', async () => {
    const [kind] = names;
    const [job] = await openOf(kind!);
    failure = undefined;
    expect((await performAction({ action: 'retry_job', jobId: job!.id })).status).toBe(200);
    expect(await openOf(kind!)).toEqual([]);
    const state = `select state from pgboss.job where id = $1 and name = $2`;
    const getState = async () => (await deps.database.pool.query(state, [job!.id, kind])).rows[0]?.state;
    await expect.poll(getState, { timeout: 60_000, interval: 500 }).toBe('completed');
    expect((await performAction({ action: 'retry_job', jobId: job!.id })).status).toBe(404);
    const { rows } = await deps.database.pool.query(
      `select action, after ->> 'kind' as kind from admin_audit_logs where target_id = $1`,
      [job!.id],
    );
    expect(rows).toEqual([{ action: 'retry_job', kind }]);
  });

  it('returns 409 and keeps the row when the queue has lost the job', async () => {
    const [job] = await openOf(names[1]!);
    await deps.database.pool.query('delete from pgboss.job where id = $1', [job!.id]);
    expect((await performAction({ action: 'retry_job', jobId: job!.id })).status).toBe(409);
    expect(await openOf(names[1]!)).toHaveLength(1);
  });

  it('can be dismissed for good', async () => {
    const [job] = await openOf(names[2]!);
    expect((await performAction({ action: 'dismiss_job', jobId: job!.id })).status).toBe(200);
    expect(await openOf(names[2]!)).toEqual([]);
    const storedJobs = await deps.database.pool.query('select 1 from pgboss.job where id = $1', [job!.id]);
    expect(storedJobs.rows).toEqual([]);
  });
});

describe('the job queue', () => {
  const listStates = async (kind: string) => {
    const { rows } = await deps.database.pool.query<{ state: string }>(
      'select state from pgboss.job where name = $1 order by state',
      [kind],
    );
    return rows.map(({ state }) => state);
  };

  it('removes a failure from the console after a later run makes up for it, but not from the metrics', async () => {
    failure = new Error('Broken on purpose');
    await deps.jobs.send(coveredKind.name, {});
    await expect.poll(() => openOf(coveredKind.name), { timeout: 20_000, interval: 500 }).toHaveLength(1);
    failure = undefined;
    await deps.jobs.send(coveredKind.name, {});
    await expect.poll(() => openOf(coveredKind.name), { timeout: 20_000, interval: 500 }).toEqual([]);
    expect(await readMetrics()).toContain(`planet_crew_jobs_failed_total{kind="${coveredKind.name}"} 1\n`);
  });

  it('retries until the deadline, then fails the job for good', async () => {
    failure = new Error('Broken on purpose');
    await deps.jobs.send(patient.name, { ms: 60_000 });
    await deps.jobs.send(patient.name, { ms: 0 });
    const countFailed = async () => (await listStates(patient.name)).filter((state) => state === 'failed').length;
    await expect.poll(countFailed, { timeout: 20_000, interval: 300 }).toBe(1);
    expect(await listStates(patient.name)).toHaveLength(2);
  });

  it('fails a job at once when no retry can fix it', async () => {
    failure = new PermanentError('Nothing helps');
    await deps.jobs.send(patient.name, { ms: 60_000 });
    await expect
      .poll(async () => (await openOf(patient.name)).map(({ error }) => error), { timeout: 20_000, interval: 500 })
      .toContain('Nothing helps');
  });

  it('fails at least one job of a failed batch and leaves none waiting', async () => {
    failure = new Error('Broken on purpose');
    for (let count = 0; count < 3; count++) await deps.jobs.send(batchKind.name, {});
    await expect
      .poll(async () => (await listStates(batchKind.name)).includes('created'), { timeout: 20_000 })
      .toBe(false);
    const found = await listStates(batchKind.name);
    expect(found).toHaveLength(3);
    expect(found.filter((state) => state === 'failed').length).toBeGreaterThan(0);
  });
});
