import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';
import { ConnectionQueue } from './connection-queue.ts';

/**
 * Sends everything that's written during one event loop turn as one packet. Otherwise, each message of a response would
 * cost a system call.
 */
function corkWrites(connection: Socket): void {
  const write = connection.write.bind(connection) as (...args: unknown[]) => boolean;
  connection.write = (...args: unknown[]) => {
    if (connection.writableCorked === 0) {
      connection.cork();
      setImmediate(() => connection.uncork());
    }
    return write(...args);
  };
}

/**
 * Serves any number of connections to an embedded database, one at a time.
 * @param socket the path of a Unix socket
 * @returns a function that refuses new connections and closes the existing ones
 */
export async function serveConnections(db: PGlite, socket: string): Promise<() => Promise<void>> {
  const queryQueue = new ConnectionQueue(db) as unknown as PGLiteSocketHandlerOptions['queryQueue'];
  const handlers = new Set<PGLiteSocketHandler>();
  const serveConnection = (connection: Socket) => {
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true });
    handlers.add(handler);
    corkWrites(connection);
    const detach = () => {
      handlers.delete(handler);
      void handler.detach(true);
    };
    handler.addEventListener('error', detach);
    handler.addEventListener('close', detach);
    void handler.attach(connection);
  };
  const server = createServer(serveConnection);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return async () => {
    server.close();
    await Promise.all([...handlers].map((handler) => handler.detach(true)));
  };
}
