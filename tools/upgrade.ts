import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, parseEnv, promisify } from 'node:util';
import { replaceDatabase } from './operators/replace-database.ts';
import { rollBack, UpgradeError, type UpgradeSystem, upgrade } from './operators/upgrade-steps.ts';

const USAGE = `Upgrades an installation on one server, as in docs/single-server.md. Run it as root.
  npm run upgrade -- --to <version>   builds the version, backs up, restarts and goes back if that fails
  npm run upgrade -- --back           starts the previous build again
  --env <file>        the service's variables (/etc/planet-crew/planet-crew.env)
  --service <name>    the service, and the user it runs as (planet-crew)`;

/** A migration waits up to five minutes for tables that others hold. */
const READY_TIMEOUT_MS = 360_000;
const POLL_MS = 1_000;
/** systemd restarts a node that can't start every few seconds. After this many restarts, it won't get ready. */
const MAX_RESTARTS = 3;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const runFile = promisify(execFile);

async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await runFile(program, args, { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new UpgradeError(`${[program, ...args].join(' ')} failed: ${stderr?.trim() || message}`);
  }
}

function readMigrations(folder: string): Map<string, string> {
  const path = join(folder, 'db/migrations');
  const names = readdirSync(path).filter((name) => name.endsWith('.sql'));
  return new Map(names.map((name) => [name, readFileSync(join(path, name), 'utf8').split('\n', 1)[0]!]));
}

function createSystem(envFile: string, service: string): UpgradeSystem {
  const variables = parseEnv(readFileSync(envFile, 'utf8'));
  const url = variables.DATABASE_DIRECT_URL || variables.DATABASE_URL;
  const readyUrl = `http://127.0.0.1:${variables.PORT || 3000}/api/health/ready`;
  if (!url) throw new UpgradeError(`${envFile} has no DATABASE_URL.`);
  return {
    run,
    runTool: (folder, ...args) =>
      run(folder, 'runuser', '-u', service, '--', 'node_modules/.bin/node', `--env-file=${envFile}`, ...args),
    exists: existsSync,
    rename: renameSync,
    remove: (path) => rmSync(path, { recursive: true, force: true }),
    readVersion: (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version as string,
    readMigrations,
    replaceDatabase: () => replaceDatabase(url),
    waitUntilReady: async () => {
      for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await pause(POLL_MS)) {
        const response = await fetch(readyUrl).catch(() => undefined);
        if (response?.ok) return response.headers.get('X-Planet-Crew-Version') ?? 'without a number';
        const restarts = await run('/', 'systemctl', 'show', '--property=NRestarts', '--value', service);
        if (Number(restarts) >= MAX_RESTARTS) break;
      }
      return undefined;
    },
    log: console.log,
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      back: { type: 'boolean' },
      env: { type: 'string', default: '/etc/planet-crew/planet-crew.env' },
      service: { type: 'string', default: 'planet-crew' },
    },
  });
  const { to: version, back, env, service } = values;
  if (!back && !version) throw new UpgradeError(USAGE);
  const root = process.cwd();
  const system = createSystem(env, service);
  if (back) await rollBack(system, { root, service });
  else await upgrade(system, { root, service, version: version!.replace(/^v/, '') });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
