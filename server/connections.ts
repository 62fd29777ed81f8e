import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CHECKS_PER_TIMEOUT, createStallCheck } from './slow-readers.ts';

/** Requests that may wait on one connection for the answer before them; no browser sends a second one. */
const MAX_PIPELINED = 16;
/** How long bytes of an answer may wait without one of them being taken. */
const IDLE_TIMEOUT_MS = 15_000;

type Connection = { isBusy: boolean; waiting: [IncomingMessage, ServerResponse][]; isFull: boolean };

const connections = new WeakMap<Socket, Connection>();

/**
 * Answers the requests of a connection one after the other, each once the answer before it has left. Otherwise a client
 * that sends many and reads nothing has all of them worked on and kept in memory.
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
    // Left unanswered: the answer before it says that the connection closes, so clients send it again on another.
    if (connection.isFull) return;
    connection.waiting.push([request, response]);
    connection.isFull = connection.waiting.length === MAX_PIPELINED;
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}

/** Closes connections whose client has stopped reading, and those that have nothing to do. */
export function closeStalledConnections(server: Server, afterMs = IDLE_TIMEOUT_MS): void {
  // Node's own timeout starts again for an answer of which a part was taken, so it takes up to twice the time.
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
  // Node calls this when nothing was sent or received for the time.
  server.setTimeout(afterMs, (socket) => {
    const isAnswering = connections.get(socket)?.isBusy === true;
    if (socket.writableLength === 0 && !isAnswering) socket.destroy();
  });
}
