import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { serveConnections } from './embedded-connections.ts';

type StartOptions = {
  folder: string | null;
  socket: string;
  snapshot: Uint8Array | null;
  program: WebAssembly.Module | null;
};
const { folder, socket, snapshot, program } = workerData as StartOptions;

/**
 * Start parameters with small buffers. PostgreSQL zeroes its buffers at startup and keeps the memory. With the usual
 * 128 MB, that took half a second.
 */
const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${folder ? '32MB' : '8MB'}`];

/**
 * Initializes the data folder under a temporary name and then renames it. If the process is killed halfway, no corrupt
 * folder is left in its place.
 */
async function initialize(target: string): Promise<void> {
  if (existsSync(join(target, 'PG_VERSION'))) return;
  const parent = join(target, '..');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (name.startsWith('pg.new-')) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const temporaryFolder = join(parent, `pg.new-${process.pid}`);
  const emptyDatabase = await PGlite.create({ dataDir: temporaryFolder, startParams });
  await emptyDatabase.close();
  renameSync(temporaryFolder, target);
}

/** Creates a blob without copying its contents. */
function toBlob(bytes: Uint8Array): Blob {
  return Object.assign(new Blob([], { type: 'application/x-tar' }), { arrayBuffer: async () => bytes.buffer });
}

if (folder) await initialize(folder);
const db = await PGlite.create({
  startParams,
  ...(program ? { pgliteWasmModule: program } : {}),
  ...(folder ? { dataDir: folder } : snapshot ? { loadDataDir: toBlob(snapshot) } : {}),
});

const endConnections = await serveConnections(db, socket);
parentPort?.postMessage({ ready: true });

parentPort?.on('message', async (message: 'stop' | 'dump') => {
  if (message === 'dump') {
    const dump = await db.dumpDataDir('none');
    parentPort?.postMessage({ dump: new Uint8Array(await dump.arrayBuffer()) });
    return;
  }
  await endConnections();
  await db.close();
  parentPort?.postMessage({ stopped: true });
  parentPort?.close();
});
