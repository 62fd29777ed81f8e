import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countDemoPlayers } from './demonstration-players.ts';
import type { Env } from './env.ts';

/**
 * Furnishes a demonstration that has no database yet in a process of its own, which ends with it. Four hundred players
 * and a week of theirs leave a process a third larger for as long as it lives: the one that goes on opens what stands on
 * the disk by then. A database that is there already is furnished, if at all, by who opens it.
 * @returns whether it went well; what did not has been said
 */
export async function seedDemoInChildProcess(env: Env): Promise<boolean> {
  const isNew = !env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'pg'));
  if (!env.demo || !isNew || countDemoPlayers(env) === 0) return true;
  const child = fork(fileURLToPath(new URL('./seed-demo.ts', import.meta.url)), { serialization: 'advanced' });
  child.send(env);
  return (await new Promise((resolve) => child.once('exit', resolve))) === 0;
}
