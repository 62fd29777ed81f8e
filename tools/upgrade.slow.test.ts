import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratchFolder, findFreePort } from './node-under-test.ts';

const TOOL = resolve('tools/upgrade.ts');

let folder: { path: string; remove: () => void };
let root: string;
let port: number;

/** A small product: its server answers with its version, and version 0.5.0 can't start. */
const SERVER = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (version === '0.5.0') process.exit(1);
createServer((_, response) => response.setHeader('X-Planet-Crew-Version', version).end('ok')).listen(process.env.PORT);
`;
const BACKUP = `console.log('1 rows and 0 uploaded files in /backups/1.gz (1 KB). Keys are not part of it.');`;

/** Replaces systemd by a script that keeps the server's process ID. It says that what doesn't run was restarted. */
const createSystemctl = (place: string) => `#!/bin/sh
echo "$1" >> ${place}/log
case $1 in
  start) cd ${place}/product && PORT=${port} nohup node server/main.mjs >/dev/null 2>&1 & echo $! > ${place}/pid ;;
  stop) kill "$(cat ${place}/pid)" 2>/dev/null; sleep 0.5 ;;
  show) kill -0 "$(cat ${place}/pid)" 2>/dev/null && echo 0 || echo 9 ;;
esac
exit 0
`;

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: join(folder.path, 'origin'),
  });

function release(version: string): void {
  const origin = join(folder.path, 'origin');
  const scripts = { build: 'node build.mjs' };
  write(join(origin, 'package.json'), JSON.stringify({ name: 'product', version, scripts }));
  const lock = { name: 'product', version, lockfileVersion: 3, packages: { '': { name: 'product', version } } };
  write(join(origin, 'package-lock.json'), JSON.stringify(lock));
  git('add', '-A');
  git('commit', '-qm', version);
  git('tag', `v${version}`);
}

beforeAll(async () => {
  folder = createScratchFolder();
  root = join(folder.path, 'product');
  port = await findFreePort();
  const origin = join(folder.path, 'origin');
  write(join(origin, 'server/main.mjs'), SERVER);
  write(join(origin, 'tools/backup.ts'), BACKUP);
  write(join(origin, 'db/migrations/1.sql'), 'select 1;\n');
  write(join(origin, '.gitignore'), 'node_modules/\n');
  const link = `import { mkdirSync, symlinkSync } from 'node:fs';
mkdirSync('node_modules/.bin', { recursive: true });
symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/.bin/node');`;
  write(join(origin, 'build.mjs'), link);
  git('init', '-q');
  for (const version of ['0.3.0', '0.4.0', '0.5.0']) release(version);
  execFileSync('git', ['clone', '-q', '--branch', 'v0.3.0', origin, root], { stdio: 'ignore' });
  execFileSync('node', ['build.mjs'], { cwd: root });
  write(join(folder.path, 'bin/systemctl'), createSystemctl(folder.path), 0o755);
  // runuser -u planet-crew -- <command>
  write(join(folder.path, 'bin/runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n', 0o755);
  write(join(folder.path, 'env'), `DATABASE_URL=postgres://127.0.0.1:1/none\nPORT=${port}\n`);
  runSystemctl('start');
});
afterAll(() => {
  runSystemctl('stop');
  folder.remove();
});

const createPath = () => ({ ...process.env, PATH: `${folder.path}/bin:${process.env.PATH}` });
const runSystemctl = (verb: string) =>
  execFileSync(join(folder.path, 'bin/systemctl'), [verb], { env: createPath(), stdio: 'ignore' });

/** Runs the real command in the product's folder. */
const runUpgrade = (...args: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const options = { cwd: root, env: createPath() };
    execFile(process.execPath, [TOOL, '--env', join(folder.path, 'env'), ...args], options, (error, out, errors) =>
      done({ code: error ? Number(error.code) : 0, said: out + errors }),
    );
  });

const readRunningVersion = async () => (await fetch(`http://127.0.0.1:${port}/`)).headers.get('X-Planet-Crew-Version');

test('upgrades to a tag, goes back from one that cannot start, and rolls back on request', async () => {
  const first = await runUpgrade('--to', '0.4.0');
  expect(first).toEqual({ code: 0, said: expect.stringContaining('0.4.0 is running. The backup is /backups/1.gz') });
  expect(await readRunningVersion()).toBe('0.4.0');
  expect(execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' })).toContain('/origin');

  const second = await runUpgrade('--to', '0.5.0');
  expect(second).toEqual({
    code: 1,
    said: expect.stringContaining('The upgrade to 0.5.0 failed, and 0.4.0 runs again.'),
  });
  expect(await readRunningVersion()).toBe('0.4.0');
  expect(existsSync(`${root}.failed`)).toBe(true);

  const third = await runUpgrade('--to', '0.6.0');
  expect(third.said).toContain('There is no tag v0.6.0.');

  expect((await runUpgrade('--to', '0.3.0')).code).toBe(0);
  expect((await runUpgrade('--back')).said).toContain('0.4.0 is running again.');
  expect(await readRunningVersion()).toBe('0.4.0');
  expect(readFileSync(join(folder.path, 'log'), 'utf8')).toContain('show');
});
