import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { type NodeUnderTest, startNode } from '../tools/node-under-test.ts';

const PASSWORD = 'Orbit-of-five-2026';
const WAIT_MS = 60_000;

describe.runIf(hasPostgres())('a node during a database outage', () => {
  let postgres: TestPostgres;
  let node: NodeUnderTest;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    // A third-party key keeps the node from being a demo, which would still be seeding.
    node = await startNode({
      DATABASE_URL: postgres.url,
      AUTH_AUTOCONFIRM: 'true',
      DISCORD_BOT_TOKEN: 'a key',
      METRICS_TOKEN: 'a-token',
    });
  });
  afterAll(async () => {
    await node.stop();
    await postgres.stop();
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(node.origin + path, { ...init, signal: AbortSignal.timeout(WAIT_MS) });
    const text = await response.text();
    return { status: response.status, text, retryAfter: response.headers.get('Retry-After') };
  };
  const write = (token: string, bio: string, profile: object) =>
    ask('/api/profiles/me', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...profile, bio }),
    });

  test('stays up, reports the outage and recovers automatically', async () => {
    const signedUp = await ask('/auth/v1/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'steady@planet.example', password: PASSWORD }),
    });
    const token = JSON.parse(signedUp.text).access_token as string;
    const init = { headers: { Authorization: `Bearer ${token}` } };
    await ask('/api/profiles/me/arrival', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...init.headers },
      body: JSON.stringify({ timezone: 'UTC' }),
    });
    const profile = JSON.parse((await ask('/api/profiles/me', init)).text) as object;
    expect((await write(token, 'before', profile)).status).toBe(200);

    expect((await fetch(`${node.origin}/protocol/find`)).headers.get('Cache-Status')).toBeNull();
    // Invalidate the cached page, so that the next request would render it again.
    const notice = { channel: 'public-pages', payload: { shown: ['players'] } };
    const publisher = new pg.Client({ connectionString: postgres.url });
    await publisher.connect();
    await publisher.query(`select pg_notify('planet_crew', $1)`, [JSON.stringify(notice)]);
    await publisher.end();

    await postgres.halt();
    const awaySince = performance.now();
    const outputLength = node.output().length;
    const down = await ask('/api/health/ready');
    expect([down.status, JSON.parse(down.text).error.message]).toEqual([503, "The database isn't responding."]);
    expect((await ask('/api/health/live')).status).toBe(200);
    const metrics = await ask('/metrics', { headers: { Authorization: 'Bearer a-token' } });
    expect([metrics.status, /^planet_crew_database_up 0$/m.test(metrics.text)]).toEqual([200, true]);
    for (const path of ['/api/profiles', '/api/profiles/me', '/api/lfg/mine']) {
      const { status, text, retryAfter } = await ask(path, init);
      expect([status, Number(retryAfter) > 0], path).toEqual([503, true]);
      expect(text, path).not.toMatch(/ECONNREFUSED|postgres|127\.0\.0\.1|at .*\.ts/);
      expect(JSON.parse(text).error.message, path).toMatch(/\.$/);
    }
    // A cached page is still served and marked as stale; any other page says what's wrong.
    const fetchPage = (accept = 'br') =>
      fetch(`${node.origin}/protocol/find`, { headers: { 'Accept-Encoding': accept } });
    const readCacheStatus = async () => (await fetchPage()).headers.get('Cache-Status');
    await expect.poll(readCacheStatus, { timeout: WAIT_MS }).toMatch(/^planet-crew; hit; ttl=-1/);
    for (const accept of ['br', 'identity']) {
      const page = await fetchPage(accept);
      expect([page.status, page.headers.get('CDN-Cache-Control')]).toEqual([200, 'no-store']);
      expect(await page.text()).toContain('</html>');
    }
    const unseen = await fetch(`${node.origin}/protocol/profile/${crypto.randomUUID()}`);
    expect([unseen.status, Number(unseen.headers.get('Retry-After')) > 0]).toEqual([503, true]);
    expect(unseen.headers.get('Cache-Control')).toBe('no-store');
    expect(await unseen.text()).toContain('our database isn’t responding');
    const meanwhile = await write(token, 'meanwhile', profile);
    expect(meanwhile.status).toBe(503);
    expect(JSON.parse(meanwhile.text).error.message).toMatch(/may not have been saved.* try again/);
    expect(node.process.exitCode).toBeNull();

    await postgres.resume();
    const awaySeconds = (performance.now() - awaySince) / 1_000;
    await expect.poll(async () => (await ask('/api/health/ready')).status, { timeout: WAIT_MS }).toBe(200);
    expect(JSON.parse((await ask('/api/profiles/me', init)).text).bio).toBe('before');
    await expect.poll(readCacheStatus, { timeout: WAIT_MS }).toBeNull();
    expect((await write(token, 'after', profile)).status).toBe(200);
    expect(JSON.parse((await ask('/api/profiles/me', init)).text).bio).toBe('after');
    // Jobs recover too, so a matching run that an admin starts now finishes.
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    await database.query('insert into admin_roles (user_id) select id from auth.users');
    await database.end();
    const json = { 'Content-Type': 'application/json', ...init.headers };
    const run = await ask('/api/matches/run', { method: 'POST', headers: json, body: '{}' });
    const { id } = JSON.parse(run.text) as { id: string };
    const readStatus = async () => JSON.parse((await ask(`/api/matches/runs/${id}`, init)).text).status as string;
    await expect.poll(readStatus, { timeout: 120_000, interval: 500 }).toBe('done');
    // Scheduled jobs log the outage only once a minute.
    const lines = node
      .output()
      .slice(outputLength)
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const texts = lines.map((line) => JSON.parse(line) as { msg: string; error?: string });
    const maxRepeats = Math.max(
      ...Object.values(Object.groupBy(texts, ({ msg, error }) => `${msg} ${error}`)).map((same) => same!.length),
    );
    expect(maxRepeats).toBeLessThanOrEqual(2 + awaySeconds / 60);
    expect(lines.join('').length).toBeLessThan(60_000 * (1 + awaySeconds / 60));
  });
});
