import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countDemoPlayers } from './demonstration-players.ts';
import type { Env } from './env.ts';

/**
 * Seeds a demo without DATABASE_URL in a child process, which then exits. Seeding four hundred players and a week of
 * activity would permanently increase the main process's memory by a third. So the main process opens the finished
 * database from disk instead. An existing database is seeded, if at all, by the process that opens it.
 * @returns whether it succeeded; a failure has already been logged
 */
export async function seedDemoInChildProcess(env: Env): Promise<boolean> {
  const isNew = !env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'pg'));
  if (!env.demo || !isNew || countDemoPlayers(env) === 0) return true;
  const child = fork(fileURLToPath(new URL('./seed-demo.ts', import.meta.url)), { serialization: 'advanced' });
  child.send(env);
  return (await new Promise((resolve) => child.once('exit', resolve))) === 0;
}
