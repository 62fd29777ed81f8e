import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/database.ts';
import { compareWithBackup, type Verification } from '../features/health/backup-verification.commands.ts';
import type { Deps } from '../server/deps.ts';
import { restoreBackup } from './restore.ts';

type Scratch = { database: Database; name: string; remove: () => Promise<void> };

const NO_PERMISSION = '42501';

/**
 * Opens an empty database that's removed afterwards: on the same PostgreSQL if our role may create databases, or else
 * an embedded one in a temporary folder.
 */
async function openScratch({ database, env }: Deps, folder: string): Promise<Scratch> {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const name = `planet_crew_verify_${Date.now()}`;
  if (database.kind === 'postgres' && url && (await createDatabase(database, name))) {
    const scratchUrl = new URL(url);
    scratchUrl.pathname = `/${name}`;
    return {
      database: await openDatabase({ url: scratchUrl.href }),
      name: `the scratch database ${name}`,
      remove: async () => void (await database.pool.query(`drop database "${name}" with (force)`)),
    };
  }
  return {
    database: await openDatabase({ folder: join(folder, 'scratch') }),
    name: 'an embedded scratch database',
    remove: async () => {},
  };
}

async function createDatabase(database: Database, name: string): Promise<boolean> {
  try {
    await database.pool.query(`create database "${name}" template template0`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === NO_PERMISSION) return false;
    throw error;
  }
}

/** Restores a backup into a scratch database, and compares every table and file with the backup. */
export async function verifyBackup(
  deps: Deps,
  file: string,
  identity?: string,
): Promise<{ verification: Verification; scratch: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'planet-crew-verify-'));
  const objects = join(folder, 'objects');
  const scratch = await openScratch(deps, folder);
  try {
    let verification: Verification | undefined;
    await restoreBackup(scratch.database, file, {
      objects,
      identity,
      inspect: async () => {
        verification = await compareWithBackup(scratch.database.db, file, { identity, objects });
      },
    });
    return { verification: verification!, scratch: scratch.name };
  } finally {
    await scratch.database.close();
    await scratch.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
