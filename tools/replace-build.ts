import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EARLIER_FILES } from '../server/localized-assets.ts';

/** A new build is made in this folder, so that a running server never serves half of it. */
export const NEW_BUILD = 'build-next';
const EARLIER_BUILD = 'build-earlier';
const ASSETS = 'client/assets';

/**
 * Replaces the current build with the new one and keeps the current scripts and styles beside it. A server that's still
 * running and pages that are open load those until they're restarted or reloaded.
 * @param folder contains the builds
 */
export function replaceBuild(folder = '.'): void {
  const current = join(folder, 'build');
  const earlier = join(folder, EARLIER_BUILD);
  rmSync(earlier, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, earlier);
  renameSync(join(folder, NEW_BUILD), current);
  const keptFiles = join(folder, EARLIER_FILES);
  mkdirSync(keptFiles);
  if (existsSync(join(earlier, ASSETS))) renameSync(join(earlier, ASSETS), join(keptFiles, 'assets'));
  rmSync(earlier, { recursive: true, force: true });
}
