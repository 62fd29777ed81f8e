import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { copyToSharedMemory } from './embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A migrated embedded database as a tar archive file, or the URL of a migrated PostgreSQL template, with a pooler's
     * URL if the run uses one.
     */
    testDatabase:
      | { kind: 'embedded'; snapshot: string }
      | { kind: 'postgres'; adminUrl: string; template: string; poolerUrl?: string };
  }
}

/**
 * Opens a separate, migrated database for one test file. It's embedded by default, or PostgreSQL when the run is
 * configured for it.
 * @returns the database; its `url` bypasses the pooler
 */
export async function openTestDatabase(): Promise<Database & { url: string | undefined }> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const database = await openDatabase({ snapshot: readSnapshot(source.snapshot) });
    return { ...database, url: undefined };
  }
  const { default: pg } = await import('pg');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: source.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${source.template}`);
  await admin.end();
  const toUrl = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  const url = toUrl(source.adminUrl);
  return { ...(await openDatabase({ url: source.poolerUrl ? toUrl(source.poolerUrl) : url })), url };
}

const snapshots = new Map<string, Uint8Array>();

/** Returns the archive in memory shared by threads, so test files that run in one process read it once. */
function readSnapshot(path: string): Uint8Array {
  const bytes = snapshots.get(path) ?? copyToSharedMemory(readFileSync(path));
  snapshots.set(path, bytes);
  return bytes;
}
