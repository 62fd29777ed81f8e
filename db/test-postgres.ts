import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const BIN = '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

export type TestPostgres = {
  url: string;
  stop: () => Promise<void>;
  /**
   * Stops the server and closes every connection; the data stays.
   * @param signal SIGINT to let the server flush its data first, or SIGQUIT to stop it immediately
   */
  halt: (signal?: 'SIGINT' | 'SIGQUIT') => Promise<void>;
  /** Restarts the server on the same data and port. */
  resume: () => Promise<void>;
  /** Suspends all server processes without closing any connection. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
};

/** Returns whether this machine has a PostgreSQL that tests can start. */
export const hasPostgres = () => existsSync(join(BIN, 'initdb'));

/** Returns an unprivileged user to run PostgreSQL when the tests run as root, which it refuses. */
export async function getUnprivilegedUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const readId = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await readId('-u'), gid: await readId('-g') };
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function listChildren(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}

/**
 * Starts a separate PostgreSQL in a temporary folder on a free loopback port.
 * @param more settings in addition to or instead of the fast test settings
 */
export async function startTestPostgres(more: Record<string, string | number> = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-pg-'));
  const user = await getUnprivilegedUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = join(folder, 'data');
  await run(join(BIN, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: folder,
  });
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    max_connections: 200,
    ...more,
  };
  const start = () =>
    spawn(
      join(BIN, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
  let server = start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url);
  const end = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exit;
  };
  const signalProcesses = async (signal: NodeJS.Signals) => {
    // Signal the parent before its children, so it can't fork another one in between.
    process.kill(server.pid!, signal);
    for (const pid of await listChildren(server.pid!)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already ended.
      }
    }
  };
  return {
    url,
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
    halt: end,
    resume: async () => {
      server = start();
      await waitUntilReady(url);
    },
    freeze: () => signalProcesses('SIGSTOP'),
    thaw: () => signalProcesses('SIGCONT'),
  };
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('PostgreSQL did not come up within 10 s.');
}
