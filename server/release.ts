import { existsSync, readFileSync } from 'node:fs';

/** The running release: its version and, if known, the commit it was built from. */
export type ReleaseInfo = { version: string; commit: string | null };

/** The file in which the build stores the commit. */
export const COMMIT_FILE = 'build/commit';

/** @param commit the variable SOURCE_COMMIT, set for images that are built without the repository */
export function readRelease(commit: string | undefined): ReleaseInfo {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as ReleaseInfo;
  const builtCommit = existsSync(COMMIT_FILE) ? readFileSync(COMMIT_FILE, 'utf8').trim() : '';
  return { version, commit: commit ?? (builtCommit || null) };
}
