/** What an upgrade needs of its machine, so tests can replace it. */
export type UpgradeSystem = {
  /** Runs a program in a folder. @returns its output @throws Error with its output if it fails */
  run: (folder: string, program: string, ...args: string[]) => Promise<string>;
  /** Runs a command of `tools/` in a folder, as the service's user with its variables. @returns its output */
  runTool: (folder: string, ...args: string[]) => Promise<string>;
  exists: (path: string) => boolean;
  rename: (from: string, to: string) => void;
  remove: (path: string) => void;
  /** Returns the version in a folder's package.json. */
  readVersion: (folder: string) => string;
  /** Returns the migrations in a folder by name, with their first line. */
  readMigrations: (folder: string) => Map<string, string>;
  /** Puts an empty database in place of the current one. @returns the new name of the current one, which stays */
  replaceDatabase: () => Promise<string>;
  /** Waits until the node is ready. @returns the version that answers, or undefined if it doesn't get ready in time */
  waitUntilReady: () => Promise<string | undefined>;
  log: (line: string) => void;
};

export type UpgradePlan = { root: string; service: string; version: string };

/** Thrown when an upgrade can't go on. The message says what runs now and what to do. */
export class UpgradeError extends Error {}

const STOP_FIRST = '-- Older nodes stop first';

const toFolders = (root: string) => ({ next: `${root}.next`, previous: `${root}.previous`, failed: `${root}.failed` });

/** Lists the migrations of a folder that nodes of another folder can't run with. */
function listIncompatibleMigrations(newer: Map<string, string>, older: Map<string, string>): string[] {
  return [...newer].filter(([name, first]) => !older.has(name) && first.startsWith(STOP_FIRST)).map(([name]) => name);
}

/** Upgrades an installation on one server to a tagged version. On failure, the previous build runs again. */
export async function upgrade(system: UpgradeSystem, plan: UpgradePlan): Promise<void> {
  const { root, service, version } = plan;
  const { next, previous } = toFolders(root);
  const current = system.readVersion(root);
  const tag = `v${version}`;
  await checkSources(system, root, tag);
  system.log(`Building ${version}, while ${current} keeps running …`);
  system.remove(next);
  const origin = (await system.run(root, 'git', 'remote', 'get-url', 'origin')).trim();
  await system.run(root, 'git', 'clone', '--quiet', '--branch', tag, root, next);
  await system.run(next, 'git', 'remote', 'set-url', 'origin', origin);
  await system.run(next, 'npm', 'ci');
  await system.run(next, 'npm', 'run', 'build');
  const built = system.readVersion(next);
  if (built !== version) throw new UpgradeError(`The tag ${tag} holds version ${built}. ${current} keeps running.`);
  const lost = listIncompatibleMigrations(system.readMigrations(root), system.readMigrations(next));
  if (lost.length > 0) {
    throw new UpgradeError(`${version} can't run after ${lost.join(', ')}. ${current} keeps running.`);
  }

  system.log('Backing up, and verifying the backup …');
  let backup = await backUp(system, root, '--verify');
  const incompatible = listIncompatibleMigrations(system.readMigrations(next), system.readMigrations(root));
  await system.run(root, 'systemctl', 'stop', service);
  try {
    // Keep what was written since the first backup, because going back would need it.
    if (incompatible.length > 0) backup = await backUp(system, root);
    system.remove(previous);
    system.rename(root, previous);
    system.rename(next, root);
    system.log(`Starting ${version}, which migrates the database …`);
    await start(system, plan);
  } catch (error) {
    const { message } = error as Error;
    system.log(`${message}\nGoing back to ${current} …`);
    const restored = incompatible.length > 0 ? backup : undefined;
    const kept = await goBack(system, { ...plan, version: current }, restored).catch((problem: Error) => {
      throw new UpgradeError(
        `The upgrade to ${version} failed (${message}), and so did going back: ${problem.message}. The backup is ${backup}.`,
      );
    });
    throw new UpgradeError(`The upgrade to ${version} failed, and ${current} runs again.${kept} Reason: ${message}`);
  }
  system.log(`${version} is running. The backup is ${backup}, and ${current} is in ${previous}.`);
}

/** Starts the previous build again, if it can run with the current database. */
export async function rollBack(system: UpgradeSystem, { root, service }: Omit<UpgradePlan, 'version'>): Promise<void> {
  const { next, previous } = toFolders(root);
  if (!system.exists(previous)) throw new UpgradeError(`There is no previous build in ${previous}.`);
  const version = system.readVersion(previous);
  const incompatible = listIncompatibleMigrations(system.readMigrations(root), system.readMigrations(previous));
  if (incompatible.length > 0) {
    throw new UpgradeError(
      `${version} can't run after ${incompatible.join(', ')}. Restore the backup from before the upgrade into an empty database.`,
    );
  }
  // A build that failed before the swap would look like an upgrade that stopped halfway.
  system.remove(next);
  await system.run(root, 'systemctl', 'stop', service);
  await goBack(system, { root, service, version }, undefined);
  system.log(`${version} is running again.`);
}

async function checkSources(system: UpgradeSystem, root: string, tag: string): Promise<void> {
  const changes = await system.run(root, 'git', 'status', '--porcelain');
  if (changes.trim() !== '') {
    throw new UpgradeError(`${root} has changes of its own, which an upgrade would lose. Undo them first:\n${changes}`);
  }
  for (const name of ['.env', 'data', 'backups']) {
    if (system.exists(`${root}/${name}`)) {
      throw new UpgradeError(`${root}/${name} would stay behind in the previous build. Move it out of ${root} first.`);
    }
  }
  await system.run(root, 'git', 'fetch', '--quiet', '--tags', 'origin');
  const known = await system.run(root, 'git', 'tag', '--list', tag);
  if (known.trim() === '') throw new UpgradeError(`There is no tag ${tag}. "git tag" lists the versions.`);
}

async function backUp(system: UpgradeSystem, root: string, ...flags: string[]): Promise<string> {
  const output = await system.runTool(root, 'tools/backup.ts', ...flags);
  const [, file] = output.match(/ in (\S+) \(\d+ KB\)/) ?? [];
  if (!file) throw new UpgradeError(`The backup didn't say where it is: ${output}`);
  return file;
}

async function start(system: UpgradeSystem, { root, service, version }: UpgradePlan): Promise<void> {
  await system.run(root, 'systemctl', 'start', service);
  const answering = await system.waitUntilReady();
  if (answering === version) return;
  throw new UpgradeError(
    answering
      ? `Version ${answering} answers instead of ${version}.`
      : `${version} didn't get ready. Its log: journalctl -u ${service}`,
  );
}

/**
 * Starts the previous build, from wherever an upgrade has stopped.
 * @param backup restored into a new database, if the previous build can't run with the current one
 * @returns a sentence about what was kept
 */
async function goBack(system: UpgradeSystem, plan: UpgradePlan, backup: string | undefined): Promise<string> {
  const { root, service } = plan;
  const { next, previous, failed } = toFolders(root);
  const isSwapped = !system.exists(next);
  if (isSwapped) {
    await system.run(previous, 'systemctl', 'stop', service);
    system.remove(failed);
    system.rename(root, failed);
  }
  if (!system.exists(root)) system.rename(previous, root);
  let kept = isSwapped ? ` The failed build is in ${failed}.` : '';
  if (isSwapped && backup) {
    const name = await system.replaceDatabase();
    await system.runTool(root, 'tools/restore.ts', backup);
    kept += ` The migrated database is kept as ${name}; delete it when you don't need it.`;
  }
  await start(system, plan);
  return kept;
}
