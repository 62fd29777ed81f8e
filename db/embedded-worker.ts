import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';
import { ConnectionQueue } from './connection-queue.ts';

type Start = { folder: string | null; socket: string; snapshot: Uint8Array | null; program: WebAssembly.Module | null };
const { folder, socket, snapshot, program } = workerData as Start;

/** A kill during the first initialisation would leave a torn folder: it is made beside and renamed into place. */
async function initialise(target: string): Promise<void> {
  if (existsSync(join(target, 'PG_VERSION'))) return;
  const parent = join(target, '..');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (name.startsWith('pg.new-')) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const beside = join(parent, `pg.new-${process.pid}`);
  const first = await PGlite.create({ dataDir: beside });
  await first.close();
  renameSync(beside, target);
}

if (folder) await initialise(folder);
const db = await PGlite.create({
  ...(program ? { pgliteWasmModule: program } : {}),
  ...(folder ? { dataDir: folder } : snapshot ? { loadDataDir: new Blob([snapshot as BlobPart]) } : {}),
});

const connectionQueue = new ConnectionQueue(db) as unknown as PGLiteSocketHandlerOptions['queryQueue'];
const handlers = new Set<PGLiteSocketHandler>();

function serve(connection: Socket): void {
  const handler = new PGLiteSocketHandler({ queryQueue: connectionQueue, closeOnDetach: true });
  handlers.add(handler);
  const leave = () => {
    handlers.delete(handler);
    void handler.detach(true);
  };
  handler.addEventListener('error', leave);
  handler.addEventListener('close', leave);
  void handler.attach(connection);
}

const server = createServer(serve);
await new Promise<void>((resolve) => server.listen(socket, resolve));
parentPort?.postMessage({ ready: true });

parentPort?.on('message', async (message: 'stop' | 'dump') => {
  if (message === 'dump') {
    const dump = await db.dumpDataDir('none');
    parentPort?.postMessage({ dump: new Uint8Array(await dump.arrayBuffer()) });
    return;
  }
  server.close();
  await Promise.all([...handlers].map((handler) => handler.detach(true)));
  await db.close();
  parentPort?.postMessage({ stopped: true });
  parentPort?.close();
});
