import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, globSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUnprivilegedUser, hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { NODE_ARGUMENTS } from './cluster/system-files.ts';
import { assembleImageRoot } from './image-root.ts';
import { createScratchFolder, findFreePort } from './node-under-test.ts';

const run = promisify(execFile);
/** The image's 350 MB without Debian and age. */
const MAX_MB = 268;
const READY_TRIES = 1_200;

let folder: { path: string; remove: () => void };
let root: string;
let user: { uid?: number; gid?: number };
beforeAll(async () => {
  folder = createScratchFolder();
  root = join(folder.path, 'image');
  user = await getUnprivilegedUser();
  for (const name of ['data', 'backups', 'tmp']) {
    mkdirSync(join(folder.path, name));
    if (user.uid !== undefined) chownSync(join(folder.path, name), user.uid, user.gid ?? user.uid);
  }
  chmodSync(folder.path, 0o755);
  assembleImageRoot(root);
  // The image's root is read-only, whoever runs the tests.
  execFileSync('chmod', ['-R', 'a-w', root]);
});
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', root]);
  rmSync(root, { recursive: true, force: true });
  folder.remove();
});

/** The variables of the image and of its compose file. */
const createVariables = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: `${root}/node_modules/.bin:/usr/bin:/bin`,
  TMPDIR: join(folder.path, 'tmp'),
  NODE_ENV: 'production',
  ROLE: 'all',
  HOST: '0.0.0.0',
  DATA_DIR: join(folder.path, 'data'),
  BACKUP_DIR: join(folder.path, 'backups'),
  PUBLIC_ORIGIN: 'https://crew.example',
  TRUST_PROXY: 'true',
  AUTH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'crew@crew.example',
  SHUTDOWN_DELAY: '0',
  ...more,
});

/** Runs a command in the image's folder, as its user. */
async function runInImage(args: string[], variables: Record<string, string>): Promise<{ code: number; said: string }> {
  const options = { cwd: root, env: variables, ...user };
  return run(join(root, 'node_modules/.bin/node'), args, options).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

describe("the container image's folder", () => {
  test('fits into 350 MB together with Debian', () => {
    const files = globSync(`${root}/**/{*,.*}`).map((path) => lstatSync(path));
    const bytes = files.filter((stats) => stats.isFile()).reduce((sum, { size }) => sum + size, 0);
    expect(bytes / 1e6).toBeLessThan(MAX_MB);
  });

  test('says that it has no embedded database', async () => {
    const variables = createVariables({ EMBEDDED_IN_PRODUCTION: 'true', PORT: String(await findFreePort()) });
    const { code, said } = await runInImage(NODE_ARGUMENTS, variables);
    expect(said).toContain('Set DATABASE_URL to a PostgreSQL.');
    expect(code).toBe(1);
  });
});

describe.runIf(hasPostgres())("a node in the container image's folder", () => {
  let postgres: TestPostgres;
  let variables: Record<string, string>;
  let node: ChildProcess;
  let output = '';
  beforeAll(async () => {
    postgres = await startTestPostgres();
    variables = createVariables({ DATABASE_URL: postgres.url, PORT: String(await findFreePort()) });
    node = spawn(join(root, 'node_modules/.bin/node'), NODE_ARGUMENTS, { cwd: root, env: variables, ...user });
    for (const stream of [node.stdout!, node.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk));
    for (let tries = 0; !(await isReady()); tries += 1) {
      if (node.exitCode !== null || tries === READY_TRIES) throw new Error(`The node didn't get ready:\n${output}`);
      await pause(100);
    }
  });
  afterAll(async () => {
    node.kill('SIGKILL');
    await postgres.stop();
  });

  const isReady = () =>
    load('/api/health/ready').then(
      ({ ok }) => ok,
      () => false,
    );
  const load = (path: string) => fetch(`http://127.0.0.1:${variables.PORT}${path}`);

  test('is healthy', async () => {
    expect((await runInImage(['tools/health-check.ts'], variables)).code).toBe(0);
  });

  test('serves pages, scripts and drawn pictures', async () => {
    const page = await load('/');
    expect(page.status).toBe(200);
    const html = await page.text();
    const [script] = html.match(/\/assets\/[^"']+\.js/)!;
    expect((await load(script)).status).toBe(200);
    const [, picture = ''] = html.match(/property="og:image" content="([^"]+)"/)!;
    const drawn = await load(new URL(picture).pathname + new URL(picture).search);
    expect(drawn.headers.get('Content-Type')).toMatch(/^image\//);
  });

  test("runs operators' commands", async () => {
    expect(await runInImage(['tools/admin.ts', 'list'], variables)).toEqual({
      code: 0,
      said: 'There is no admin yet.\n',
    });
    const verified = await runInImage(['tools/backup.ts', '--verify'], variables);
    expect(verified).toEqual({ code: 0, said: expect.stringContaining('Verified in the scratch database') });
    expect((await runInImage(['tools/accounts.ts', 'encrypt'], variables)).code).toBe(0);
    expect((await runInImage(['tools/go-live.ts', '--help'], variables)).said).toContain('npm run go-live');
    expect((await runInImage(['tools/restore.ts'], variables)).said).toContain('Say which backup');
  });

  test('ends with code 0 after SIGTERM, and is unhealthy then', async () => {
    const exit = new Promise((resolve) => node.once('exit', resolve));
    node.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(output).toContain('shutting down');
    expect((await runInImage(['tools/health-check.ts'], variables)).code).toBe(1);
    expect((await runInImage(['tools/health-check.ts'], { ...variables, ROLE: 'worker' })).code).toBe(0);
  });
});
