import { describe, expect, test } from 'vitest';
import { rollBack, type UpgradeSystem, upgrade } from './upgrade-steps.ts';

const PLAN = { root: '/opt/pc', service: 'planet-crew', version: '0.4.0' };
const COMPATIBLE = { '1.sql': 'create table a ();', '2.sql': 'create table b ();' };
const INCOMPATIBLE = { '1.sql': 'create table a ();', '2.sql': '-- Older nodes stop first' };

type Machine = {
  /** Versions by folder. */
  folders?: Record<string, string>;
  files?: string[];
  /** Migrations of the new version. */
  migrations?: Record<string, string>;
  /** Commands that fail. */
  failing?: RegExp;
  /** Versions that get ready. */
  working?: string[];
  outputs?: Record<string, string>;
};

/** Creates a machine that records commands and answers with the version in the root. */
function createMachine({
  folders: start = { '/opt/pc': '0.3.0' },
  files = [],
  migrations = COMPATIBLE,
  failing,
  working = ['0.3.0', '0.4.0'],
  outputs = {},
}: Machine = {}) {
  const folders = new Map(Object.entries(start));
  const commands: string[] = [];
  let backups = 0;
  const record = (command: string) => {
    commands.push(command);
    if (failing?.test(command)) throw new Error(`${command} failed`);
  };
  const system: UpgradeSystem = {
    run: async (folder, ...words) => {
      const command = words.join(' ');
      record(command);
      if (command.startsWith('git clone')) folders.set('/opt/pc.next', '0.4.0');
      expect(folders.has(folder), `${folder} exists for "${command}"`).toBe(true);
      return outputs[command] ?? (command === 'git tag --list v0.4.0' ? 'v0.4.0\n' : '');
    },
    runTool: async (_, ...words) => {
      record(words.join(' '));
      backups += 1;
      return `9 rows and 0 uploaded files in /backups/${backups}.gz (9 KB). Keys are not part of it.`;
    },
    exists: (path) => folders.has(path) || files.includes(path),
    rename: (from, to) => {
      expect(folders.has(to), `${to} is free`).toBe(false);
      folders.set(to, folders.get(from)!);
      folders.delete(from);
    },
    remove: (path) => void folders.delete(path),
    readVersion: (folder) => folders.get(folder)!,
    readMigrations: (folder) =>
      new Map(Object.entries(folders.get(folder) === '0.4.0' ? migrations : { '1.sql': 'create table a ();' })),
    replaceDatabase: async () => {
      record('replace database');
      return 'pc_failed_1';
    },
    waitUntilReady: async () => {
      const version = folders.get('/opt/pc')!;
      return working.includes(version) ? version : undefined;
    },
    log: () => {},
  };
  return { system, commands, folders: () => Object.fromEntries(folders) };
}

const BUILD = [
  'git status --porcelain',
  'git fetch --quiet --tags origin',
  'git tag --list v0.4.0',
  'git remote get-url origin',
  'git clone --quiet --branch v0.4.0 /opt/pc /opt/pc.next',
  'git remote set-url origin ',
  'npm ci',
  'npm run build',
];

describe('upgrade', () => {
  test('builds next to the running version, backs up, swaps and keeps the previous build', async () => {
    const { system, commands, folders } = createMachine();
    await upgrade(system, PLAN);
    expect(commands).toEqual([
      ...BUILD,
      'tools/backup.ts --verify',
      'systemctl stop planet-crew',
      'systemctl start planet-crew',
    ]);
    expect(folders()).toEqual({ '/opt/pc': '0.4.0', '/opt/pc.previous': '0.3.0' });
  });

  test('never stops the node if the build or the backup fails', async () => {
    for (const failing of [/npm ci/, /npm run build/, /backup/]) {
      const { system, commands, folders } = createMachine({ failing });
      await expect(upgrade(system, PLAN)).rejects.toThrow('failed');
      expect(commands.filter((command) => command.startsWith('systemctl'))).toEqual([]);
      expect(folders()['/opt/pc']).toBe('0.3.0');
    }
  });

  test('goes back to the previous build if the new one never gets ready, and keeps the database', async () => {
    const { system, commands, folders } = createMachine({ working: ['0.3.0'] });
    await expect(upgrade(system, PLAN)).rejects.toThrow('The upgrade to 0.4.0 failed, and 0.3.0 runs again.');
    expect(folders()).toEqual({ '/opt/pc': '0.3.0', '/opt/pc.failed': '0.4.0' });
    expect(commands).not.toContain('replace database');
    expect(commands.at(-1)).toBe('systemctl start planet-crew');
  });

  test('restores the backup from after the stop if the previous build needs the previous schema', async () => {
    const { system, commands, folders } = createMachine({ working: ['0.3.0'], migrations: INCOMPATIBLE });
    await expect(upgrade(system, PLAN)).rejects.toThrow('kept as pc_failed_1');
    expect(commands.slice(BUILD.length)).toEqual([
      'tools/backup.ts --verify',
      'systemctl stop planet-crew',
      'tools/backup.ts',
      'systemctl start planet-crew',
      'systemctl stop planet-crew',
      'replace database',
      'tools/restore.ts /backups/2.gz',
      'systemctl start planet-crew',
    ]);
    expect(folders()['/opt/pc']).toBe('0.3.0');
  });

  test('starts the current build again if the second backup fails', async () => {
    const { system, commands, folders } = createMachine({ failing: /backup.ts$/, migrations: INCOMPATIBLE });
    await expect(upgrade(system, PLAN)).rejects.toThrow('0.3.0 runs again');
    expect(commands.at(-1)).toBe('systemctl start planet-crew');
    expect(commands).not.toContain('replace database');
    expect(folders()['/opt/pc']).toBe('0.3.0');
  });

  test('refuses an older version that cannot run with the database', async () => {
    const { system, commands } = createMachine({ folders: { '/opt/pc': '0.5.0' }, migrations: {} });
    const readMigrations = (folder: string) =>
      folder === '/opt/pc' ? new Map([['3.sql', '-- Older nodes stop first']]) : new Map<string, string>();
    await expect(upgrade({ ...system, readMigrations }, PLAN)).rejects.toThrow("0.4.0 can't run after 3.sql.");
    expect(commands.at(-1)).toBe('npm run build');
  });

  test('names the backup if going back fails too', async () => {
    const { system } = createMachine({ working: [] });
    await expect(upgrade(system, PLAN)).rejects.toThrow(/so did going back: 0.3.0 .* The backup is \/backups\/1.gz/);
  });

  test('refuses local changes, files in the way and unknown versions before it builds', async () => {
    const refusals: [Machine, string][] = [
      [{ outputs: { 'git status --porcelain': ' M server/main.ts' } }, 'has changes of its own'],
      [{ files: ['/opt/pc/.env'] }, '/opt/pc/.env would stay behind'],
      [{ outputs: { 'git tag --list v0.4.0': '' } }, 'There is no tag v0.4.0.'],
    ];
    for (const [machine, message] of refusals) {
      const { system, commands } = createMachine(machine);
      await expect(upgrade(system, PLAN)).rejects.toThrow(message);
      expect(commands).not.toContain('npm ci');
    }
  });
});

describe('rollBack', () => {
  const folders = { '/opt/pc': '0.4.0', '/opt/pc.previous': '0.3.0' };

  test('starts the previous build again', async () => {
    const machine = createMachine({ folders: { ...folders, '/opt/pc.next': '0.5.0' } });
    await rollBack(machine.system, PLAN);
    expect(machine.folders()).toEqual({ '/opt/pc': '0.3.0', '/opt/pc.failed': '0.4.0' });
  });

  test('refuses if the previous build cannot run with the database, or is missing', async () => {
    const incompatible = createMachine({ folders, migrations: INCOMPATIBLE });
    await expect(rollBack(incompatible.system, PLAN)).rejects.toThrow("0.3.0 can't run after 2.sql.");
    expect(incompatible.commands).toEqual([]);
    await expect(rollBack(createMachine().system, PLAN)).rejects.toThrow('no previous build');
  });
});
