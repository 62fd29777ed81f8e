import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CHECKS_PER_TIMEOUT, createStallCheck } from './slow-readers.ts';

/**
 * The maximum number of requests that may wait on one connection for earlier responses; no browser pipelines even two.
 */
const MAX_PIPELINED = 16;
/** How long response bytes may wait without the client reading any. */
const IDLE_TIMEOUT_MS = 15_000;

type Connection = { isBusy: boolean; waiting: [IncomingMessage, ServerResponse][]; isFull: boolean };

const connections = new WeakMap<Socket, Connection>();

/**
 * Handles the requests of a connection one after another, each after the previous response was sent. Otherwise a client
 * that sends many requests and reads nothing would have all of them processed and kept in memory.
 */
export function serializeRequests(listener: RequestListener): RequestListener {
  function answer(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.isBusy = true;
    response.once('close', () => next(connection, request.socket));
    listener(request, response);
  }

  function next(connection: Connection, socket: Socket): void {
    connection.isBusy = false;
    if (socket.destroyed) connection.waiting = [];
    const following = connection.waiting.shift();
    if (following) answer(connection, ...following);
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
    // Left without a response: the previous response closes the connection, so clients retry on another one.
    if (connection.isFull) return;
    connection.waiting.push([request, response]);
    connection.isFull = connection.waiting.length === MAX_PIPELINED;
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}

/** Closes connections whose client has stopped reading, and idle ones. */
export function closeStalledConnections(server: Server, afterMs = IDLE_TIMEOUT_MS): void {
  // Node's own timeout restarts whenever part of a response is read, so it takes up to twice as long.
  const isStalled = createStallCheck(afterMs);
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of open) if (isStalled(socket)) socket.resetAndDestroy();
  }, afterMs / CHECKS_PER_TIMEOUT).unref();
  server.once('close', () => clearInterval(timer));
  // Node calls this when nothing was sent or received for that long.
  server.setTimeout(afterMs, (socket) => {
    const isAnswering = connections.get(socket)?.isBusy === true;
    if (socket.writableLength === 0 && !isAnswering) socket.destroy();
  });
}
