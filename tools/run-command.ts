import { DataFolderInUseError } from '../db/lock.ts';
import { openContext } from '../server/context.ts';
import type { Deps } from '../server/deps.ts';
import { type Env, readEnv } from '../server/env.ts';

const EMBEDDED_HINT =
  'The embedded database belongs to one process at a time: stop the server, run this, and start it again. With PostgreSQL, commands work while the server runs.';

/**
 * Runs a command on the database from the environment and closes it afterwards. An error ends the process with its
 * message only, because a stack trace doesn't help an operator.
 * @param variables defaults for the environment
 */
export async function runCommand(
  work: (deps: Deps, env: Env) => Promise<void>,
  variables: Record<string, string> = { LOG_LEVEL: 'error' },
): Promise<void> {
  try {
    const env = readEnv({ ...variables, ...process.env });
    const context = await openContext(env);
    try {
      await work(context.deps, env);
    } finally {
      await context.close();
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error instanceof DataFolderInUseError ? `${error.message}\n${EMBEDDED_HINT}` : error.message);
    process.exit(1);
  }
}
