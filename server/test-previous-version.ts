import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createScratchFolder } from '../tools/node-under-test.ts';

const run = promisify(execFile);
const MIGRATIONS = 'db/migrations';
/** Number of commits with migrations between the previous version and this one. */
const VERSIONS_BACK = 3;

/** @returns the commit before the last ones with migrations; undefined where the history is too short */
async function findPreviousCommit(): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', [
      'log',
      `-${VERSIONS_BACK}`,
      '--format=%H',
      '--diff-filter=A',
      '--',
      MIGRATIONS,
    ]);
    const versions = stdout.trim().split('\n');
    if (versions.length < VERSIONS_BACK) return undefined;
    return (await run('git', ['rev-parse', '--verify', `${versions.at(-1)}^`])).stdout.trim();
  } catch {
    return undefined;
  }
}

export const previousVersion = await findPreviousCommit();

const listMigrations = (folder: string) =>
  readdirSync(join(folder, MIGRATIONS)).filter((name) => name.endsWith('.sql'));

/** Builds the product as of the commit before the last migrations, in a separate folder. */
export async function unpackPreviousVersion() {
  const { path, remove } = createScratchFolder();
  const folder = join(path, 'before');
  mkdirSync(folder);
  await run('git', ['archive', '--output', join(path, 'before.tar'), previousVersion!]);
  await run('tar', ['-xf', join(path, 'before.tar'), '-C', folder]);
  rmSync(join(path, 'before.tar'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await run(process.execPath, ['tools/build.ts'], { cwd: folder });
  const knownMigrations = new Set(listMigrations(folder));
  return { folder, remove, brought: listMigrations('.').filter((name) => !knownMigrations.has(name)) };
}
