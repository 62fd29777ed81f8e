import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { lockDataFolder } from './lock.ts';

export type EmbeddedDatabase = {
  /** Folder of the private Unix socket, which `pg` takes as `host`. */
  host: string;
  /** Returns the whole data folder as a tar archive, for test templates. */
  dump: () => Promise<Uint8Array>;
  stop: () => Promise<void>;
};

const PGLITE = '@electric-sql/pglite';

/** Thrown when this installation came without PGlite. The message is for the operator. */
export class EmbeddedDatabaseMissingError extends Error {}

/** Explains what's missing in our container image, which leaves PGlite out. */
function assertInstalled(): void {
  try {
    createRequire(import.meta.url).resolve(PGLITE);
  } catch {
    throw new EmbeddedDatabaseMissingError(
      'This installation has no embedded database, as in our container image. Set DATABASE_URL to a PostgreSQL.',
    );
  }
}

let compiledProgram: Promise<WebAssembly.Module> | undefined;

/**
 * Loads PGlite's program, compiled once. Without this, a process that opens many in-memory databases would run each one
 * with unoptimized code at first. A server opens only one folder, so it skips this to save 20 MB.
 */
function loadProgram(): Promise<WebAssembly.Module> {
  compiledProgram ??= readFile(join(dirname(createRequire(import.meta.url).resolve(PGLITE)), 'pglite.wasm')).then(
    (bytes) => WebAssembly.compile(new Uint8Array(bytes)),
  );
  return compiledProgram;
}

/**
 * Keeps this process's WebAssembly on V8's baseline compiler. Optimizing PGlite takes half a gigabyte for a few seconds
 * after startup (some PostgreSQL functions are huge) and didn't make requests measurably cheaper.
 */
function skipWasmOptimization(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

/**
 * Starts PGlite in a worker thread behind a Unix socket in a private folder. So it never stalls the HTTP thread and
 * uses the same driver as PostgreSQL.
 * @param where a persistent data folder. Without one, the database is in memory: empty, or restored from `snapshot`,
 * the tar archive of a data folder. To open many databases from one archive, pass it in shared memory
 * @throws DataFolderInUseError when another process holds the folder
 * @throws EmbeddedDatabaseMissingError when PGlite isn't installed
 */
export async function startEmbedded(where: { folder: string } | { snapshot?: Uint8Array }): Promise<EmbeddedDatabase> {
  assertInstalled();
  const folder = 'folder' in where ? resolve(where.folder) : null;
  const unlock = folder ? lockDataFolder(folder) : () => {};
  if (folder) skipWasmOptimization();
  const host = mkdtempSync(join(tmpdir(), 'planet-crew-'));
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: {
      folder: folder && join(folder, 'pg'),
      socket: join(host, '.s.PGSQL.5432'),
      snapshot: 'snapshot' in where && where.snapshot ? copyToSharedMemory(where.snapshot) : null,
      program: folder ? null : await loadProgram(),
    },
  });
  try {
    await waitForWorkerMessage(worker, 'ready');
  } catch (error) {
    unlock();
    rmSync(host, { recursive: true, force: true });
    throw error;
  }
  return {
    host,
    dump: async () => {
      worker.postMessage('dump');
      return (await waitForWorkerMessage(worker, 'dump')) as Uint8Array;
    },
    stop: async () => {
      worker.postMessage('stop');
      await waitForWorkerMessage(worker, 'stopped');
      await worker.terminate();
      rmSync(host, { recursive: true, force: true });
      unlock();
    },
  };
}

/** Copies the bytes to shared memory, so other threads can read them without their own copy. */
export function copyToSharedMemory(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function waitForWorkerMessage(worker: Worker, key: string): Promise<unknown> {
  return new Promise((resolvePromise, reject) => {
    const settleAll = (settle: () => void) => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      settle();
    };
    const onMessage = (message: Record<string, unknown>) => {
      if (key in message) settleAll(() => resolvePromise(message[key]));
    };
    const onError = (error: unknown) => settleAll(() => reject(error));
    worker.on('message', onMessage);
    worker.on('error', onError);
  });
}
