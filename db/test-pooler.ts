import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort, getUnprivilegedUser } from './test-postgres.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

export type TestPooler = { url: string; stop: () => Promise<void> };

/** Returns whether this machine has a PgBouncer that tests can start. */
export const hasPooler = () => existsSync(PROGRAM);

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL, for all of its databases.
 * @param serverConnections maximum number of server connections per database
 */
export async function startTestPooler(postgresUrl: string, serverConnections = 20): Promise<TestPooler> {
  const { hostname, port: postgresPort, username, pathname } = new URL(postgresUrl);
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-pooler-'));
  const user = await getUnprivilegedUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 1000
`,
  );
  const child = spawn(PROGRAM, ['-q', file], { ...user, cwd: folder, stdio: 'ignore' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  await waitUntilReady(url);
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error('PgBouncer did not come up within 10 s.');
}
