import { existsSync, readFileSync } from 'node:fs';

/** The release that runs: its version, and the commit it was built from, if known. */
export type Release = { version: string; commit: string | null };

/** The build writes the commit here. */
export const COMMIT_FILE = 'build/commit';

/** @param commit SOURCE_COMMIT, for images that are built without the repository */
export function readRelease(commit: string | undefined): Release {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Release;
  const built = existsSync(COMMIT_FILE) ? readFileSync(COMMIT_FILE, 'utf8').trim() : '';
  return { version, commit: commit ?? (built || null) };
}
