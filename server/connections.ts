import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CHECKS_PER_TIMEOUT, createStallCheck } from './slow-readers.ts';

/** Maximum number of pipelined requests per connection. Browsers don't pipeline at all. */
const MAX_PIPELINED = 16;
/** Maximum time that response bytes wait while the client reads nothing. */
const IDLE_TIMEOUT_MS = 15_000;

type Connection = { isBusy: boolean; waiting: [IncomingMessage, ServerResponse][]; isFull: boolean };

const connections = new WeakMap<Socket, Connection>();

/**
 * Handles a connection's requests one at a time, each after the previous response was sent. Otherwise a client could
 * send many requests, read nothing, and make us process all of them and keep the responses in memory.
 */
export function serializeRequests(listener: RequestListener): RequestListener {
  function answer(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.isBusy = true;
    response.once('close', () => handleNext(connection, request.socket));
    listener(request, response);
  }

  function handleNext(connection: Connection, socket: Socket): void {
    connection.isBusy = false;
    if (socket.destroyed) connection.waiting = [];
    const nextRequest = connection.waiting.shift();
    if (nextRequest) answer(connection, ...nextRequest);
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const connection = connections.get(socket) ?? { isBusy: false, waiting: [], isFull: false };
    connections.set(socket, connection);
    if (!connection.isBusy) {
      answer(connection, request, response);
      return;
    }
    // Don't respond, because the previous response closes the connection and clients retry on a new one.
    if (connection.isFull) return;
    connection.waiting.push([request, response]);
    connection.isFull = connection.waiting.length === MAX_PIPELINED;
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}

/** Closes idle connections and those whose client has stopped reading. */
export function closeStalledConnections(server: Server, afterMs = IDLE_TIMEOUT_MS): void {
  // Node's own timeout restarts whenever the client reads part of a response, so it can take up to twice as long.
  const isStalled = createStallCheck();
  const openSockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of openSockets) if (isStalled(socket)) socket.resetAndDestroy();
  }, afterMs / CHECKS_PER_TIMEOUT).unref();
  server.once('close', () => clearInterval(timer));
  // Node calls this callback when nothing was sent or received for `afterMs`.
  server.setTimeout(afterMs, (socket) => {
    const isAnswering = connections.get(socket)?.isBusy === true;
    if (socket.writableLength === 0 && !isAnswering) socket.destroy();
  });
}
