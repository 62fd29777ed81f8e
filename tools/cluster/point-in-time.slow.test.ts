import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findFreePort,
  getUnprivilegedUser,
  hasPostgres,
  startTestPostgres,
  type TestPostgres,
} from '../../db/test-postgres.ts';
import { POSTGRES_BINARIES } from './needed-programs.ts';
import { OPERATOR_PLAN } from './operator-plan.ts';
import { readPostmasterPid, signalAll } from './processes.ts';
import { createBackupFile } from './system-files.ts';

const run = promisify(execFile);
const hasBackups = existsSync('/usr/bin/pgbackrest');
const WAIT_MS = 60_000;
const HOOK_MS = 400_000;

/** Uses the configuration from `deploy/` and the commands from `docs/operations.md`. */
const what = 'a database that is backed up by pgBackRest';
describe.runIf(hasPostgres() && hasBackups)(hasBackups ? what : `${what} (skipped: no pgBackRest)`, () => {
  let postgres: TestPostgres;
  let client: pg.Client;
  let folder: string;
  let file: string;
  let owner: { uid?: number; gid?: number };
  const cleanups: (() => void)[] = [];
  const make = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid ?? owner.uid);
    return path;
  };
  const runBackrest = (...args: string[]) =>
    run('pgbackrest', [`--config=${file}`, '--stanza=planet-crew', ...args], { ...owner, cwd: folder });
  const runQuery = async (text: string) => (await client.query(text)).rows;

  beforeAll(async () => {
    owner = await getUnprivilegedUser();
    folder = mkdtempSync(join(tmpdir(), 'planet-crew-backup-'));
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
    file = join(folder, 'pgbackrest.conf');
    postgres = await startTestPostgres({
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${file} --stanza=planet-crew archive-push %p`,
      wal_level: 'replica',
      fsync: 'on',
      synchronous_commit: 'on',
    });
    client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const [{ data, sockets }] = await runQuery(
      `select current_setting('data_directory') as data, current_setting('unix_socket_directories') as sockets`,
    );
    const [node] = OPERATOR_PLAN.databases;
    const { hostname: host, port } = new URL(postgres.url);
    const restoredNode = { ...node!, data, sockets, postgres: { host, port: Number(port) } };
    const text = createBackupFile({ ...OPERATOR_PLAN, databases: [restoredNode] }, make('repository'));
    writeFileSync(
      file,
      text.replace('[global]\n', `[global]\nlock-path=${make('locks')}\nspool-path=${make('spool')}\n`),
    );
  }, HOOK_MS);
  afterAll(async () => {
    for (const end of cleanups) end();
    await client?.end();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }, HOOK_MS);

  test('is restored to a point in time, with earlier rows and without later ones', async () => {
    await runBackrest('stanza-create');
    await runBackrest('check');
    await runQuery('create table diary (words text)');
    await runBackrest('backup', '--type=full');
    // Wait, because a restore can only use backups that ended before the target time, and their end is only known to
    // the second.
    await runQuery('select pg_sleep(2)');
    await runQuery(`insert into diary values ('written before')`);
    const [{ moment }] = await runQuery(
      `select to_char(clock_timestamp() + interval '1 ms', 'YYYY-MM-DD HH24:MI:SS.USOF') as moment`,
    );
    await runQuery('select pg_sleep(0.05)');
    await runQuery(`update diary set words = 'spoilt by mistake'`);
    await runQuery('select pg_switch_wal()');
    await expect
      .poll(async () => (await runQuery('select last_archived_wal is not null as is from pg_stat_archiver'))[0].is, {
        timeout: WAIT_MS,
      })
      .toBe(true);
    const data = make('restored');
    await runBackrest('restore', `--pg1-path=${data}`, '--type=time', `--target=${moment}`, '--target-action=promote');
    const port = await findFreePort();
    const sockets = make('sockets');
    cleanups.push(() => {
      const pid = readPostmasterPid(data);
      if (pid) signalAll([pid], 'SIGQUIT');
    });
    const settings = [`-c port=${port}`, '-c listen_addresses=127.0.0.1', `-c unix_socket_directories=${sockets}`];
    await run(
      join(POSTGRES_BINARIES, 'pg_ctl'),
      [
        '-D',
        data,
        '-w',
        '-l',
        join(sockets, 'log'),
        '-o',
        `${settings.join(' ')} -c archive_mode=off -c hot_standby=off`,
        'start',
      ],
      { ...owner, cwd: folder },
    );
    // The restored database accepts no connections until it has reached the target time and been promoted.
    const readRestored = async () => {
      const restoredClient = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
      restoredClient.on('error', () => {});
      try {
        await restoredClient.connect();
        return (await restoredClient.query('select words, pg_is_in_recovery() as "isRestoring" from diary')).rows;
      } catch (error) {
        return (error as Error).message;
      } finally {
        await restoredClient.end().catch(() => {});
      }
    };
    await expect.poll(readRestored, { timeout: WAIT_MS }).toEqual([{ words: 'written before', isRestoring: false }]);
    expect(await runQuery('select words from diary')).toEqual([{ words: 'spoilt by mistake' }]);
  });
});
