import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';
import { type CreatedUser, makeUser } from '../accounts.factory.ts';
import { DATA_EXPORT_JOB, type ExportJob, prepareExport, removeOldExports } from './own-data.commands.ts';
import * as queries from './own-data.queries.ts';

const START = Date.parse('2026-11-28T12:00:00Z');

let context: TestContext;
let me: CreatedUser;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow(new Date());
  me = await makeUser(context.deps);
  context.sent.length = 0;
});

async function call(method: 'GET' | 'POST', path: string, user = me) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${user.accessToken}` },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const readProgress = async (user = me) => (await call('GET', '/api/account/export', user)).body;
const start = () => call('POST', '/api/account/export');
const listJobs = () => context.sent.filter(({ name }) => name === DATA_EXPORT_JOB);
const runJob = () => prepareExport(context.deps, listJobs().at(-1)!.data as ExportJob);

describe('data export', () => {
  it('is prepared in the background, contains no credentials and can then be downloaded', async () => {
    expect(await readProgress()).toEqual({ state: 'none', done: 0, total: 0, requested_at: null });
    expect((await start()).body).toMatchObject({ state: 'waiting', done: 0 });
    expect((await call('GET', '/api/account/export/file')).status).toBe(404);
    await runJob();
    const ready = await readProgress();
    expect(ready).toMatchObject({ state: 'ready', done: ready.total });
    expect(ready.total).toBeGreaterThan(20);

    const { headers, body } = await call('GET', '/api/account/export/file');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="planet-crew-data.json"');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(body['auth.users']).toEqual([expect.objectContaining({ id: me.userId, email: me.email })]);
    expect(body['auth.sessions'].length).toBeGreaterThan(0);
    expect(body['auth.data_exports']).toBeUndefined();
    const text = JSON.stringify(body);
    for (const secret of ['argon2', 'encrypted_password', 'refresh_token_key']) expect(text).not.toContain(secret);
  });

  it('queries each table once, even if several of its columns identify users', async () => {
    const tables = await queries.listOwnTables(context.deps.db);
    const names = tables.map(({ schema, name }) => `${schema}.${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(tables.some(({ columns }) => columns.length > 1)).toBe(true);
  });

  it("reports its progress while it's being prepared", async () => {
    await start();
    const states: { state: string; done: number; total: number }[] = [];
    const { deps } = context;
    const db = new Proxy(deps.db, {
      get: (target, key, receiver) => {
        if (key !== 'execute') return Reflect.get(target, key, receiver);
        return async (...args: Parameters<typeof target.execute>) => {
          states.push(await readProgress());
          return target.execute(...args);
        };
      },
    });
    await prepareExport({ ...deps, db }, { userId: me.userId });
    const running = states.filter(({ state }) => state === 'running');
    expect(running.length).toBeGreaterThan(20);
    expect(running.at(-1)!.done).toBeGreaterThan(running[0]!.done);
    expect(running.every(({ done, total }) => done < total)).toBe(true);
  });

  it('starts only once when requested repeatedly within ten minutes', async () => {
    context.setNow(new Date(START));
    me = await makeUser(context.deps);
    await start();
    await Promise.all([start(), start(), start()]);
    expect(listJobs()).toHaveLength(1);
    await runJob();
    expect((await start()).body.state).toBe('ready');
    context.setNow(new Date(START + 11 * MINUTE_MS));
    expect((await start()).body.state).toBe('waiting');
    expect(listJobs()).toHaveLength(2);
  });

  it('reports a failure and can be restarted immediately', async () => {
    await start();
    const controller = new AbortController();
    controller.abort(new Error('The node stops.'));
    await expect(prepareExport(context.deps, { userId: me.userId }, controller.signal)).rejects.toThrow(
      'The node stops.',
    );
    expect((await readProgress()).state).toBe('failed');
    expect((await start()).body.state).toBe('waiting');
    await runJob();
    expect((await readProgress()).state).toBe('ready');
  });

  it('reports a failure when its node was lost', async () => {
    context.setNow(new Date(START));
    me = await makeUser(context.deps);
    await start();
    context.setNow(new Date(START + 9 * MINUTE_MS));
    expect((await readProgress()).state).toBe('waiting');
    context.setNow(new Date(START + 10 * MINUTE_MS));
    expect((await readProgress()).state).toBe('failed');
    expect((await start()).body.state).toBe('waiting');
    expect(listJobs()).toHaveLength(2);
  });

  it('records each download in the security activity, but not a HEAD request', async () => {
    const listLines = async () =>
      (await call('GET', '/api/account/journal')).body.lines.filter(
        ({ action }: { action: string }) => action === 'data_exported',
      );
    await start();
    await runJob();
    await readProgress();
    await context.app.request('/api/account/export/file', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${me.accessToken}` },
    });
    expect(await listLines()).toHaveLength(0);
    await call('GET', '/api/account/export/file');
    expect(await listLines()).toHaveLength(1);
  });

  it('is available only to its user and deleted after a day', async () => {
    await start();
    await runJob();
    const other = await makeUser(context.deps);
    expect((await readProgress(other)).state).toBe('none');
    expect((await call('GET', '/api/account/export/file', other)).status).toBe(404);
    context.setNow(new Date(Date.now() + DAY_MS - MINUTE_MS));
    await removeOldExports(context.deps);
    expect((await queries.findExportProgress(context.deps.db, me.userId))?.state).toBe('ready');
    context.setNow(new Date(Date.now() + DAY_MS + MINUTE_MS));
    await removeOldExports(context.deps);
    expect(await queries.findExportProgress(context.deps.db, me.userId)).toBeUndefined();
  });
});
