import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { makeListing } from '../features/lfg/lfg.factory.ts';
import { seedSamples } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { assertDatabaseUsable } from '../server/assert-database-usable.ts';
import { openContext } from '../server/context.ts';
import type { Deps } from '../server/deps.ts';
import { readEnv } from '../server/env.ts';
import { jobKinds } from '../server/job-kinds.ts';
import { createScratchFolder } from './node-under-test.ts';

const run = promisify(execFile);
const [, ...command] = (JSON.parse(readFileSync('package.json', 'utf8')).scripts.seed as string).split(' ');
let folder: ReturnType<typeof createScratchFolder>;
beforeEach(() => {
  folder = createScratchFolder();
});
afterEach(() => folder.remove());

/** Runs work on the database while no command has it open. */
async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const { deps, close } = await openContext(readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: folder.path }));
  try {
    await deps.jobs.start(jobKinds, deps, false);
    return await work(deps);
  } finally {
    await deps.jobs.stop();
    await close();
  }
}

async function seed(
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ said: string; failed: boolean }> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const env = { PATH, HOME, TMPDIR, LOG_LEVEL: 'error', DATA_DIR: folder.path, ...variables };
  try {
    const { stdout } = await run(process.execPath, [...command, ...args], { env });
    return { said: stdout.trim(), failed: false };
  } catch (error) {
    return { said: (error as { stderr: string }).stderr.trim(), failed: true };
  }
}

const KEYS = { TWITCH_CLIENT_ID: 'a', TWITCH_CLIENT_SECRET: 'b' };
const PRODUCTION = { NODE_ENV: 'production', EMBEDDED_IN_PRODUCTION: 'true', PUBLIC_ORIGIN: 'https://crew.example' };
const listEmails = (deps: Deps) =>
  deps.database.pool
    .query<{ email: string }>('select email from auth.users')
    .then(({ rows }) => rows.map((row) => row.email));

describe('npm run seed', () => {
  it.each([
    ['NODE_ENV is production', { ...PRODUCTION, ...KEYS }],
    ['vendor keys are set', KEYS],
    ['others can reach its address', { PUBLIC_ORIGIN: 'https://crew.example' }],
  ])('refuses to seed when %s', async (why, variables) => {
    const { said, failed } = await seed(['--players', '3'], { NODE_ENV: 'development', ...variables });
    expect([failed, said]).toEqual([true, expect.stringContaining(why)]);
    expect(said).not.toMatch(/^\s+at /m);
  });

  it('refuses to seed a database with real sign-ups and leaves it unchanged', async () => {
    await withDeps((deps) => makeUser(deps, { email: 'real@people.example.org' }));
    const { said, failed } = await seed(['--players', '3']);
    expect([failed, said]).toEqual([true, expect.stringMatching(/^This database holds accounts of real people/)]);
    expect(await withDeps(listEmails)).toEqual(['real@people.example.org']);
  });

  it('adds players to a demo after people have signed up', async () => {
    await withDeps(seedSamples);
    await withDeps((deps) => makeUser(deps, { email: 'visitor@people.example.org' }));
    expect(await seed(['--players', '3'])).toEqual({ said: expect.stringMatching(/^3 players added/), failed: false });
  });

  it('removes only fake accounts with --undo --yes, so production can start again', async () => {
    expect((await seed(['--players', '5'])).failed).toBe(false);
    await withDeps(async (deps) => {
      await seedSamples(deps);
      await makeListing(deps, await makePlayer(deps, { email: 'real@people.example.org' }));
      const { rows } = await deps.database.pool.query(`select id from auth.users where email like '%@players.example'`);
      await makeListing(deps, { userId: rows[0].id } as Parameters<typeof makeListing>[1]);
    });
    expect(await seed(['--undo'])).toEqual({
      said: 'This would erase 8 made-up accounts. Run it again with --yes to do it.',
      failed: false,
    });
    expect(await withDeps(listEmails)).toHaveLength(9);
    const production = { ...PRODUCTION, ...KEYS };
    expect(await seed(['--undo', '--yes'], production)).toEqual({
      said: 'Erased 8 made-up accounts. A server of production may start on this database again.',
      failed: false,
    });
    await withDeps(async (deps) => {
      expect(await listEmails(deps)).toHaveLength(1);
      const { rows } = await deps.database.pool.query('select id from protocol_profiles');
      expect(rows).toHaveLength(1);
      const env = readEnv({ LOG_LEVEL: 'error', DATA_DIR: folder.path, ...production });
      await expect(assertDatabaseUsable({ ...deps, env })).resolves.toBeUndefined();
    });
  }, 120_000);
});
