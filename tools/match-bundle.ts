import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache');
const FOLDER = join(CACHE, 'planet-crew-match');
const STAMP = join(FOLDER, 'stamp');
const ENTRIES = { command: 'tools/match-entry.ts', 'task-worker': 'matcher/task-worker.ts' };

/**
 * Bundles the command into one file, because loading its 160 files takes longer than matching a few hundred players.
 * Rebuilds it when a source changes, and uses the sources if nothing can be cached.
 * @returns the address of the module to import
 */
export async function ensureBuiltCommand(): Promise<string> {
  const bundleUrl = pathToFileURL(join(FOLDER, 'command.js')).href;
  const stamp = readSourcesStamp();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return bundleUrl;
  try {
    await bundleCommand(stamp);
    return bundleUrl;
  } catch {
    return pathToFileURL(join(ROOT, 'tools/match-command.ts')).href;
  }
}

/**
 * Writes to a temporary folder and renames it when it's complete. If two commands start at the same time, the second
 * one uses the sources.
 */
async function bundleCommand(stamp: string): Promise<void> {
  const { bundleMatcher } = await import('./matcher-bundle.ts');
  mkdirSync(CACHE, { recursive: true });
  const temporaryFolder = mkdtempSync(`${FOLDER}-`);
  try {
    await bundleMatcher(temporaryFolder, ENTRIES);
    writeFileSync(join(temporaryFolder, 'stamp'), stamp);
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(temporaryFolder, FOLDER);
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** Returns names, sizes and times of the bundle's sources, which are fast enough to read on every start. */
function readSourcesStamp(): string {
  const lines = [];
  for (const [folder, prefix] of [
    ['matcher', ''],
    ['time', ''],
    ['tools', 'match'],
  ] as const) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) {
      if (!name.startsWith(prefix) || !name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const { size, mtimeMs } = statSync(join(ROOT, folder, name));
      lines.push(`${folder}/${name} ${size} ${mtimeMs}`);
    }
  }
  const { mtimeMs } = statSync(join(ROOT, 'package-lock.json'));
  return [...lines, `package-lock.json ${mtimeMs}`].join('\n');
}
