import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { copyToSharedMemory } from './embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Migrated embedded database as a tar archive in a file, or the address of a migrated PostgreSQL template, with that
     * of a pooler in front of it when the run asks for one.
     */
    testDatabase:
      | { kind: 'embedded'; snapshot: string }
      | { kind: 'postgres'; adminUrl: string; template: string; poolerUrl?: string };
  }
}

/** A database of its own for one test file, already migrated; embedded by default, PostgreSQL when the run says so. @returns `url` without the pooler */
export async function openTestDatabase(): Promise<Database & { url: string | undefined }> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const database = await openDatabase({ snapshot: snapshotFrom(source.snapshot) });
    return { ...database, url: undefined };
  }
  const { default: pg } = await import('pg');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: source.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${source.template}`);
  await admin.end();
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  const url = at(source.adminUrl);
  return { ...(await openDatabase({ url: source.poolerUrl ? at(source.poolerUrl) : url })), url };
}

const read = new Map<string, Uint8Array>();

/** The archive in memory that threads share: files of tests that run in one process read it once. */
function snapshotFrom(path: string): Uint8Array {
  const bytes = read.get(path) ?? copyToSharedMemory(readFileSync(path));
  read.set(path, bytes);
  return bytes;
}
