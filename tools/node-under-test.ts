import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type NodeUnderTest = {
  origin: string;
  process: ChildProcess;
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

const READY_TRIES = 600;

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Creates a temporary folder that the caller removes. */
export function createScratchFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'planet-crew-run-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Arguments of `npm start`, so that tests and benchmarks run the same command as users. */
const START: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.split(' ').slice(1);

/**
 * Starts a real node on a loopback port (a free one unless PORT is given) and waits until it's ready.
 * @param folder the sources to run
 */
export async function startNode(variables: Record<string, string>, folder = '.'): Promise<NodeUnderTest> {
  const port = variables.PORT ?? (await findFreePort());
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, START, {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      // Don't add sample players that a test doesn't know about.
      SAMPLE_PLAYERS: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt === READY_TRIES) throw new Error(`The server did not start:\n${output}`);
    if (await isAnswering(`${origin}/api/health/ready`)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    process: child,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal);
      await exit;
    },
  };
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
