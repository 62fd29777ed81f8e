import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { requestRun } from '../features/matches/matcher-runs/matcher-runs.commands.ts';
import { seedSamples } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { createScratchFolder, findFreePort } from '../tools/node-under-test.ts';
import { openContext } from './context.ts';
import { formatDemoWelcome, seedDemoCommunity } from './demonstration.ts';
import { readEnv } from './env.ts';
import { jobKinds } from './job-kinds.ts';
import { Refusal } from './refusal.ts';
import { formatStartupMessage } from './startup-errors.ts';

const TWITCH = { TWITCH_CLIENT_ID: 'a', TWITCH_CLIENT_SECRET: 'b' };
const PRODUCTION = { NODE_ENV: 'production', EMBEDDED_IN_PRODUCTION: 'true', PUBLIC_ORIGIN: 'https://crew.example' };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

function createFolder(): string {
  const folder = createScratchFolder();
  cleanups.push(folder.remove);
  return folder.path;
}

/**
 * Starts the server, which is expected to fail.
 * @returns its output
 */
async function readStartupError(variables: Record<string, string>): Promise<string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH, HOME, TMPDIR, LOG_LEVEL: 'error', PORT: String(await findFreePort()), ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(1);
  return output.trim();
}

async function openServer(DATA_DIR: string) {
  const { deps, close } = await openContext(readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR }));
  await deps.jobs.start(jobKinds, deps, false);
  return {
    deps,
    close: async () => {
      await deps.jobs.stop();
      await close();
    },
  };
}

describe('startup', () => {
  test('reports a port in use before anything is opened or written', async () => {
    const port = await findFreePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    cleanups.push(() => other.close());
    const folder = createFolder();
    const message = await readStartupError({ PORT: String(port), DATA_DIR: join(folder, 'data') });
    expect(message).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another port with PORT.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('reports a damaged data folder and leaves it unchanged', async () => {
    const folder = createFolder();
    await (await openServer(folder)).close();
    truncateSync(join(folder, 'pg', 'global', 'pg_control'), 10);
    const message = await readStartupError({ DATA_DIR: folder });
    expect(message).toMatch(
      /^The database in the data folder .* is damaged and can't be opened .* npm run restore\.$/s,
    );
    expect(message).not.toMatch(/^\s+at /m);
    expect(readdirSync(folder)).toContain('pg');
  });

  test("reports a data folder that's a file and leaves it unchanged", async () => {
    const file = join(createFolder(), 'notes.txt');
    writeFileSync(file, 'mine');
    for (const DATA_DIR of [file, join(file, 'below')]) {
      expect(await readStartupError({ DATA_DIR })).toBe(
        `DATA_DIR=${DATA_DIR} is no folder. Give a folder that may be written.`,
      );
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test.runIf(existsSync('/proc/self'))("reports a data folder that can't be created", async () => {
    const message = await readStartupError({ DATA_DIR: '/proc/planet-crew' });
    expect(message).toMatch(
      /^DATA_DIR=\/proc\/planet-crew cannot be written \(.*\)\. Give a folder that may be written\.$/,
    );
  });

  test('refuses production mode on a former demo database, even without its accounts', async () => {
    const folder = createFolder();
    const { deps, close } = await openServer(folder);
    await seedSamples(deps);
    await deps.database.pool.query('delete from auth.users');
    expect(await formatDemoWelcome(deps)).toContain('There are no sample accounts here');
    await close();
    expect(await readStartupError({ ...PRODUCTION, ...TWITCH, DATA_DIR: folder })).toMatch(
      /^This database was seeded as a demo: .* --undo" .* DATABASE_URL \(or DATA_DIR\) to an empty database\.$/,
    );
  });

  test('refuses production mode on a demo database without players', async () => {
    const folder = createFolder();
    const { deps, close } = await openServer(folder);
    await seedDemoCommunity({ ...deps, env: { ...deps.env, SEED_PLAYERS: 0 } });
    await close();
    expect(await readStartupError({ ...PRODUCTION, ...TWITCH, DATA_DIR: folder })).toMatch(
      /^This database was seeded as a demo/,
    );
  });

  test("refuses real keys on a public address when NODE_ENV isn't set", async () => {
    const { NODE_ENV: _, ...unset } = PRODUCTION;
    const message = await readStartupError({ ...unset, ...TWITCH, DATA_DIR: createFolder() });
    expect(message).toMatch(/^NODE_ENV is not set, .* Set NODE_ENV=production/);
  });

  test('reports an invalid signing key', async () => {
    const zeros = 'A'.repeat(43);
    const keys = JSON.stringify([{ kty: 'EC', crv: 'P-256', x: zeros, y: zeros, d: zeros }]);
    const message = await readStartupError({ DATA_DIR: createFolder(), AUTH_SIGNING_KEYS: keys });
    expect(message).toMatch(/^The keys that sign access tokens can't be used: .* docs\/configuration\.md\.$/s);
  });
});

test('refuses a job added in a transaction before its queue has started', async () => {
  const { deps, close } = await openContext(
    readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: createFolder() }),
  );
  cleanups.push(close);
  await expect(deps.db.transaction((tx) => deps.jobs.send('first-look', {}, { tx }))).rejects.toThrow(
    'The queue of first-look jobs was not started.',
  );
});

test("lists only existing accounts in a demo's welcome message", async () => {
  const { deps, close } = await openServer(createFolder());
  cleanups.push(close);
  await seedSamples(deps);
  await deps.database.pool.query(`delete from auth.users where email = 'player@planetcrew.example'`);
  const text = await formatDemoWelcome(deps);
  expect(text).toContain('admin@planetcrew.example');
  expect(text).not.toContain('player@planetcrew.example');
});

test('prints one message for an unexpected error and logs its stack', () => {
  const writtenLines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => writtenLines.push(String(line)) > 0);
  const message = formatStartupMessage(new TypeError("Cannot read properties of undefined (reading 'x')"));
  spy.mockRestore();
  expect(message).toMatch(/^The server couldn't start because of an unexpected error \(TypeError\)\./);
  expect(message).not.toContain('\n');
  expect(formatStartupMessage(new Refusal('conflict', 'Matching is already running. Wait until it finishes.'))).toBe(
    'Matching is already running. Wait until it finishes.',
  );
});

test('runs no jobs until the queue is started with workers enabled', async () => {
  const { deps, close } = await openContext(
    readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: createFolder() }),
  );
  cleanups.push(close);
  const startTimes: number[] = [];
  const kind = { name: 'early', run: async () => void startTimes.push(Date.now()) };
  await deps.jobs.start([kind], deps, false);
  cleanups.push(() => deps.jobs.stop());
  await deps.jobs.send(kind.name, {});
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(startTimes).toEqual([]);
  await deps.jobs.start([kind], deps, true);
  await vi.waitFor(() => expect(startTimes).toHaveLength(1), { timeout: 20_000 });
});

describe('a demo without DATABASE_URL', () => {
  const startDemo = async (DATA_DIR: string) => {
    const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
    const variables = { DATA_DIR, PORT: String(await findFreePort()), NODE_ENV: 'test', SAMPLE_PLAYERS: 'off' };
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: { PATH, HOME, TMPDIR, LOG_LEVEL: 'info', SEED_PLAYERS: '40', ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanups.push(() => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    const waitForOutput = (text: string) => vi.waitFor(() => expect(output).toContain(text), { timeout: 90_000 });
    const readSeederPid = () => Number(output.match(/"pid":(\d+)[^\n]*seeding the demo/)?.[1]);
    return { child, waitForOutput, readSeederPid, output: () => output };
  };
  const waitUntilGone = (pid: number) =>
    vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 20_000 });

  test('is seeded once, by a child process that then exits', async () => {
    const folder = createFolder();
    const first = await startDemo(folder);
    await first.waitForOutput('Planet Crew is up');
    expect(first.readSeederPid()).not.toBe(first.child.pid);
    await waitUntilGone(first.readSeederPid());
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    const second = await startDemo(folder);
    await second.waitForOutput('player@planetcrew.example');
    expect(second.readSeederPid()).toBeNaN();
  }, 240_000);

  test('is seeded before any job runs, even a job that was already waiting', async () => {
    const folder = createFolder();
    const { deps, close } = await openServer(folder);
    const admin = { userId: crypto.randomUUID() };
    const run = await requestRun(deps, 'admin', admin.userId);
    await close();
    const first = await startDemo(folder);
    await first.waitForOutput('Planet Crew is up');
    await vi.waitFor(() => expect(first.output()).toContain(`"runId":"${run.id}"`), { timeout: 60_000 });
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    const server = await openServer(folder);
    cleanups.push(server.close);
    const { rows } = await server.deps.database.pool.query(
      `select requested.started_at >= furnished.finished_at as after
         from matcher_runs requested, lateral (
           select max(finished_at) as finished_at from matcher_runs where trigger = 'admin' and id <> requested.id) furnished
        where requested.id = $1`,
      [run.id],
    );
    expect(rows).toEqual([{ after: true }]);
  }, 240_000);

  test('stops seeding when the server is killed, and can be started again', async () => {
    const folder = createFolder();
    const first = await startDemo(folder);
    await first.waitForOutput('seeding the demo');
    first.child.kill('SIGKILL');
    await waitUntilGone(first.readSeederPid());
    await (await startDemo(folder)).waitForOutput('Planet Crew is up');
  }, 240_000);
});
