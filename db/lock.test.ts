import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planet-crew-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('refuses a second process with a message that names the first process', () => {
  const unlock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder)).toThrow(`in use by process ${process.pid}`);
  unlock();
  lockDataFolder(folder)();
});

test('takes over the lock of a process that was killed', async () => {
  const script = `import { lockDataFolder } from '${new URL('./lock.ts', import.meta.url)}'; lockDataFolder('${folder}'); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(() => lockDataFolder(folder)).toThrow(`in use by process ${child.pid}`);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  lockDataFolder(folder)();
});

test('takes the lock despite a corrupt lock file or a recycled process id', () => {
  writeFileSync(join(folder, 'lock.json'), '{"pid":');
  lockDataFolder(folder)();
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: 'then', birth: 'another' }));
  const unlock = lockDataFolder(folder);
  expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')).pid).toBe(process.pid);
  unlock();
});
