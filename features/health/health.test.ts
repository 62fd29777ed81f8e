import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { createApp } from '../../server/app.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { toVerdict } from './health.rules.ts';
import { formatMetrics } from './metrics.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const goodFacts = {
  lastRunAt: ago(HOUR_MS),
  hasMatchData: true,
  fullDiskAt: null,
  outOfMemoryAt: null,
  noFilesAt: null,
  attempts: 1000,
  failed: 19,
  failedJobs: [],
  backups: { nightly: true, attemptAt: ago(HOUR_MS), error: null, successAt: ago(HOUR_MS) },
};

const neverBackedUp = { nightly: true, attemptAt: null, error: null, successAt: null };
const byHand = { ...goodFacts.backups, nightly: false };

describe('health verdict', () => {
  it.each([
    ['a run under two hours ago and under 2% failures', goodFacts, 'GO'],
    ['a run a second under two hours ago', { ...goodFacts, lastRunAt: ago(2 * HOUR_MS - 1000) }, 'GO'],
    ['a run exactly two hours ago', { ...goodFacts, lastRunAt: ago(2 * HOUR_MS) }, 'NO-GO'],
    ['match data but no finished run', { ...goodFacts, lastRunAt: null }, 'NO-GO'],
    ['no match data', { ...goodFacts, lastRunAt: null, hasMatchData: false }, 'GO'],
    ['exactly 2% failures', { ...goodFacts, failed: 20 }, 'NO-GO'],
    ['no notifications', { ...goodFacts, attempts: 0, failed: 0 }, 'GO'],
    ['a single failed notification', { ...goodFacts, attempts: 1, failed: 1 }, 'NO-GO'],
    ['a job that failed permanently', { ...goodFacts, failedJobs: [{ kind: 'account-mail', jobs: 1 }] }, 'NO-GO'],
    ['a failed backup', { ...goodFacts, backups: { ...goodFacts.backups, error: 'ENOSPC' } }, 'NO-GO'],
    ['a failed first backup', { ...goodFacts, backups: { ...neverBackedUp, error: 'ENOSPC' } }, 'NO-GO'],
    ['no backup yet', { ...goodFacts, backups: neverBackedUp }, 'GO'],
    ['a backup 36 hours ago', { ...goodFacts, backups: { ...goodFacts.backups, successAt: ago(36 * HOUR_MS) } }, 'GO'],
    [
      'a backup 37 hours ago',
      { ...goodFacts, backups: { ...goodFacts.backups, successAt: ago(37 * HOUR_MS) } },
      'NO-GO',
    ],
    [
      'no backup in a database set up today',
      { ...goodFacts, backups: { ...neverBackedUp, installedAt: ago(HOUR_MS) } },
      'GO',
    ],
    [
      'no backup in a week-old database',
      { ...goodFacts, backups: { ...neverBackedUp, installedAt: ago(168 * HOUR_MS) } },
      'NO-GO',
    ],
    ['a manual backup 37 hours ago', { ...goodFacts, backups: { ...byHand, successAt: ago(37 * HOUR_MS) } }, 'GO'],
  ])('is GO or NO-GO with %s', (_what, facts, verdict) => {
    expect(toVerdict(facts, now).verdict).toBe(verdict);
  });

  it('says what to do only for unmet conditions', () => {
    const { checks } = toVerdict({ ...goodFacts, lastRunAt: ago(5 * HOUR_MS), failed: 500 }, now);
    expect(checks.map((check) => check.todo)).toEqual([
      expect.stringMatching(/Run Matcher Now/),
      expect.stringMatching(/Test Email/),
    ]);
    expect(checks.map((check) => check.found)).toEqual([
      'The last run finished 5 h 0 min ago.',
      '500 of 1000 failed (50.0%).',
    ]);
    expect(toVerdict(goodFacts, now).checks.every((check) => check.todo === null)).toBe(true);
  });
});

it('formats metrics for Prometheus', () => {
  expect(
    formatMetrics([
      {
        name: 'a_b',
        help: 'What it is.',
        type: 'gauge',
        samples: [{ value: 1.5 }, { labels: { c: 'x"\\\n' }, value: Number.NaN }],
      },
    ]),
  ).toBe('# HELP a_b What it is.\n# TYPE a_b gauge\na_b 1.5\na_b{c="x\\"\\\\\\n"} NaN\n');
});

describe('health API', () => {
  let context: TestContext;
  let admin: CreatedUser;
  let aheadMs = 0;
  beforeAll(async () => {
    context = await openTestContext({
      METRICS_TOKEN: 'let-me-measure',
      SMTP_URL: 'smtp://user:secret@mail.example.org',
    });
    admin = await makeAdmin(context.deps);
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    await context.deps.database.pool.query('delete from notifications');
    await context.deps.database.pool.query('delete from matcher_runs');
    await context.deps.database.pool.query('delete from matches');
    // The verdict is cached for five seconds, so each test starts ten seconds later.
    aheadMs += 10_000;
    context.setNow(new Date(Date.now() + aheadMs));
  });
  const get = async (path: string, token?: string) => {
    const response = await context.app.request(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  const recordRun = (at: Date) =>
    context.deps.database.pool.query(
      `insert into matcher_runs (trigger, status, requested_at, finished_at) values ('schedule', 'done', $1, $1)`,
      [at],
    );
  const recordMatch = () =>
    context.deps.database.pool.query(
      `insert into matches (type, score, status, member_ids, group_key, created_at, expires_at)
       values ('nba2k_pair', 80, 'mutual', $1, 'a pair', now(), now())`,
      [[admin.userId, crypto.randomUUID()]],
    );
  const recordMessage = (status: string, count: number, at = context.deps.now()) =>
    context.deps.database.pool.query(
      `insert into notifications (kind, channel, status, attempt, error, created_at)
       select 'lfg', 'email', $1, 1, case when $1 = 'failed' then 'mailbox full' end, $3 from generate_series(1, $2::int)`,
      [status, count, at],
    );

  it('returns 200 for GO and 503 for NO-GO, to anyone', async () => {
    expect(await get('/api/health')).toMatchObject({ status: 200, body: { verdict: 'GO' } });
    context.setNow(new Date(Date.now() + 120_000));
    await recordRun(new Date(Date.now() - 3 * HOUR_MS));
    await recordMatch();
    expect(await get('/api/health')).toMatchObject({ status: 503, body: { verdict: 'NO-GO' } });
    context.setNow(new Date(Date.now() + 240_000));
    await recordRun(context.deps.now());
    expect(await get('/api/health')).toMatchObject({ status: 200, body: { verdict: 'GO' } });
  });

  it('returns GO without matches, even when all rounds are old or failed', async () => {
    for (const status of ['queued', 'running', 'failed', 'done']) {
      await context.deps.database.pool.query(
        `insert into matcher_runs (trigger, status, requested_at, finished_at) values ('schedule', $1, $2, $2)`,
        [status, ago(48 * HOUR_MS)],
      );
    }
    const { body } = await get('/api/admin/health', admin.accessToken);
    expect(body.checks[0]).toMatchObject({ ok: true, found: "There's no match data yet." });
    await recordMatch();
    expect((await get('/api/admin/health', admin.accessToken)).body.checks[0].ok).toBe(false);
  });

  it("counts only failures from the last 24 hours, and ignores rounds that haven't finished successfully", async () => {
    await recordMatch();
    await recordMessage('failed', 50, new Date(context.deps.now().getTime() - 25 * HOUR_MS));
    await recordMessage('sent', 99);
    await recordMessage('failed', 1);
    await context.deps.database.pool.query(
      `insert into matcher_runs (trigger, status, requested_at, finished_at) values ('admin', 'failed', now(), now())`,
    );
    const { body } = await get('/api/admin/health', admin.accessToken);
    expect(body.checks[1]).toMatchObject({ ok: true, found: '1 of 100 failed (1.0%).' });
    expect(body.checks[0]).toMatchObject({ ok: false, found: 'No run has finished.' });
    expect(body.channels).toEqual([{ channel: 'email', attempts: 100, failed: 1 }]);
  });

  it('reports recent failures, system status and the names of secrets, but not their values', async () => {
    await recordMessage('failed', 12);
    const { body, text } = await get('/api/admin/health', admin.accessToken);
    expect(body.release).toEqual(context.deps.env.release);
    expect(body.failures).toHaveLength(10);
    expect(body.failures[0]).toMatchObject({ status: 'failed', channel: 'email', error: 'mailbox full' });
    expect(body.queue).toEqual({ waiting: 0, active: 0, oldest_seconds: 0 });
    expect(body.database.kind).toBe(context.deps.database.kind);
    expect(body.database.bytes).toBeGreaterThan(1_000_000);
    expect(body.secrets).toContainEqual({ name: 'SMTP_URL', for: 'Email', present: true, stand_in: null });
    expect(body.secrets).toContainEqual({ name: 'STRIPE_SECRET_KEY', for: 'Payments', present: false, stand_in: null });
    expect(text).not.toContain('let-me-measure');
    expect(text).not.toContain('mail.example.org');
  });

  it('reports failed and successful backups separately in the metrics, the report and the verdict', async () => {
    const recordBackup = (hoursAgo: number, minutes: number | null, error: string | null) =>
      context.deps.database.pool.query(
        `insert into backup_runs (started_at, finished_at, error)
         values ($1::timestamptz, $1::timestamptz + make_interval(mins => $2), $3)`,
        [new Date(context.deps.now().getTime() - hoursAgo * HOUR_MS), minutes, error],
      );
    const readMetric = async (name: string) =>
      Number(new RegExp(`^planet_crew_${name} (.+)$`, 'm').exec((await get('/metrics', 'let-me-measure')).text)?.[1]);
    const readAges = async () => ({
      good: Math.round((await readMetric('last_backup_age_seconds')) / 3600),
      attempt: Math.round((await readMetric('last_backup_attempt_age_seconds')) / 3600),
      ok: await readMetric('backups_ok'),
    });
    await recordBackup(20, 3, null);
    expect(await readAges()).toEqual({ good: 20, attempt: 20, ok: 1 });
    // A backup in progress is neither a success nor a failure.
    await recordBackup(0, null, null);
    expect(await readAges()).toEqual({ good: 20, attempt: 20, ok: 1 });
    await recordBackup(2, 1, 'ENOSPC: no space left on device');
    expect(await readAges()).toEqual({ good: 20, attempt: 2, ok: 0 });
    const { body } = await get('/api/admin/health', admin.accessToken);
    expect(body).toMatchObject({ verdict: 'NO-GO', last_backup: { error: 'ENOSPC: no space left on device' } });
    expect(body.checks.find(({ id }: { id: string }) => id === 'backups').found).toBe(
      'The attempt 2 h 0 min ago failed: ENOSPC: no space left on device. The last successful one was written 20 h 0 min ago.',
    );
    await context.deps.database.pool.query('delete from backup_runs');
    await recordBackup(20, 3, null);
    await recordBackup(5, null, null);
    expect((await get('/api/admin/health', admin.accessToken)).body.last_backup.error).toMatch(/never finished/);
    await context.deps.database.pool.query('delete from backup_runs');
    expect(await readAges()).toEqual({ good: Number.NaN, attempt: Number.NaN, ok: 1 });
  });

  it('shows the report only to admins', async () => {
    const user = await makeUser(context.deps);
    expect((await get('/api/admin/health')).status).toBe(401);
    expect((await get('/api/admin/health', user.accessToken)).status).toBe(403);
  });

  it('requires a token for metrics and turns them off when none is set', async () => {
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', admin.accessToken)).status).toBe(401);
    const { status, text } = await get('/metrics', 'let-me-measure');
    expect(text).toContain(`planet_crew_build_info{version="${context.deps.env.release.version}"`);
    expect(status).toBe(200);
    expect(text).toMatch(/^planet_crew_go 1$/m);
    expect(text).toMatch(/^planet_crew_check_ok\{check="matcher"\} 1$/m);
    expect(text).toMatch(/^planet_crew_jobs_waiting 0$/m);
    const healthyContext = await openTestContext();
    expect((await healthyContext.app.request('/metrics')).status).toBe(404);
    await healthyContext.close();
  });

  it('returns node metrics when the database is silent or gone, without waiting', async () => {
    const sockets = new Set<Socket>();
    const silentServer = createServer((socket) => void sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    const { port } = silentServer.address() as AddressInfo;
    const unreachable = await openDatabase({
      url: `postgres://nobody@127.0.0.1:${port}/nowhere`,
      // Longer than this test may take.
      timeouts: { connectMs: 600_000, statementMs: 600_000 },
    });
    const app = createApp({ ...context.deps, db: unreachable.db, reads: unreachable.db, database: unreachable });
    const ask = async () => {
      const response = await app.request('/metrics', { headers: { Authorization: 'Bearer let-me-measure' } });
      return { status: response.status, text: await response.text() };
    };
    const responses = [await ask()];
    silentServer.close();
    for (const socket of sockets) socket.destroy();
    responses.push(await ask());
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      expect(text).toMatch(/^planet_crew_database_up 0$/m);
      expect(text).toMatch(/^planet_crew_process_resident_bytes \d{6,}$/m);
      expect(text).toMatch(/^planet_crew_event_loop_delay_p99_seconds \d/m);
      expect(text).not.toMatch(/planet_crew_(go|check_ok|jobs_\w+|database_latency_seconds|open_flags)/);
    }
    await unreachable.close();
    const { text } = await get('/metrics', 'let-me-measure');
    expect(text).toMatch(/^planet_crew_database_up 1$/m);
    expect(text).toMatch(/^planet_crew_database_latency_seconds \d/m);
  });
});
