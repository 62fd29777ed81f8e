import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getBlobStore } from '../features/assets/file-store.commands.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { MINUTE_MS } from '../time/units.ts';
import type { ApiEnv } from './http.ts';
import { onError } from './middleware/errors.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
let lines: string[];
let at = Date.parse('2026-03-01T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'planet-crew-full-'));
const isMounted = tryMount();

/** Mounts a tiny file system, if the machine allows it. */
function tryMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  context = await openTestContext();
  const logLine = (_fields: object, message: string) => void lines.push(message);
  context.deps.log = { debug: () => {}, info: () => {}, warn: logLine, error: logLine };
});
beforeEach(() => {
  lines = [];
  at += 30 * MINUTE_MS;
  context.setNow(new Date(at));
});
afterAll(async () => {
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  await context.close();
});

const check = async (name: string) => {
  const { checks } = (await (await context.app.request('/api/health')).json()) as { checks: { id: string }[] };
  return checks.find(({ id }) => id === name);
};

const createApp = (write: () => Promise<unknown>) =>
  new Hono<ApiEnv>()
    .onError(onError)
    .use(async (c, next) => {
      c.set('deps', context.deps);
      await next();
    })
    .put('/', async (c) => {
      await write();
      return c.text('written');
    });

const raiseDatabaseError = (code: string) => () =>
  context.deps.db.execute(`do $$ begin raise exception 'no room' using errcode = '${code}'; end $$`);

const SHORT = {
  disk: {
    sentence: /^Nothing was saved: the server is out of space.* try again/,
    line: 'disk full; writes fail',
    todo: 'Free up space',
    other: 'memory',
  },
  memory: {
    sentence: /^Nothing was saved: the database is out of memory.* try again/,
    line: 'database out of memory; writes fail',
    todo: 'memory',
    other: 'disk',
  },
} as const;

describe('a write that runs out of space', () => {
  test.each([
    ['disk_full of the database', 'disk', raiseDatabaseError('53100')],
    ['out_of_memory of the database', 'memory', raiseDatabaseError('53200')],
    ['a file', 'disk', () => writeFile('/dev/full', 'x')],
  ] as const)('shows an error, lists it on the health page and logs one line: %s', async (_what, kind, write) => {
    const { sentence, line, todo, other } = SHORT[kind];
    expect(await check(kind)).toBeUndefined();
    for (let n = 0; n < 50; n += 1) {
      const response = await createApp(write).request('/', { method: 'PUT' });
      expect(response.status).toBe(503);
      const message = expect.stringMatching(sentence);
      expect(await response.json()).toEqual({ error: { code: 'unavailable', message } });
    }
    expect(lines).toEqual([line]);
    context.setNow(new Date(at + 6_000));
    expect(await check(kind)).toMatchObject({ ok: false, todo: expect.stringContaining(todo) });
    expect(await check(other)).toBeUndefined();
    context.setNow(new Date(at + 11 * MINUTE_MS));
    expect(await check(kind)).toBeUndefined();
  });

  test("returns 503 when a command's write fails", async () => {
    const { pool } = context.deps.database;
    await pool.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await pool.query(
      'create trigger no_room before insert or update on player_blocks for each row execute function no_room()',
    );
    const [one, other] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    const response = await context.app.request(`/api/profiles/${other.userId}/block`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${one.accessToken}` },
      body: JSON.stringify({ kind: 'block' }),
    });
    expect([response.status, (await response.json()).error.code]).toEqual([503, 'unavailable']);
  });

  test.skipIf(!isMounted)("returns 503 when the blob store's disk is actually full", async () => {
    const deps = { ...context.deps, env: { ...context.deps.env, DATA_DIR: folder } };
    const app = createApp(() => getBlobStore(deps).put('a-picture', new Uint8Array(256 * 1024)));
    expect((await app.request('/', { method: 'PUT' })).status).toBe(503);
    expect(lines).toEqual(['disk full; writes fail']);
  });
});
