import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many times a connection is checked per stall timeout. */
export const CHECKS_PER_TIMEOUT = 10;

type Progress = { readBytes: string; checks: number };

/**
 * Creates a check for connections whose client has read none of the waiting bytes for a whole timeout. Call it
 * `CHECKS_PER_TIMEOUT` times per timeout. It counts calls instead of time, because the client isn't the slow one while
 * our own process is frozen or has no CPU.
 */
export function createStallCheck(): (socket: Socket) => boolean {
  const progressBySocket = new WeakMap<Socket, Progress>();
  return (socket) => {
    if (socket.writableLength === 0) {
      progressBySocket.delete(socket);
      return false;
    }
    const bytesRead = readProgress(socket);
    const before = progressBySocket.get(socket);
    const checks = before?.readBytes === bytesRead ? before.checks + 1 : 0;
    progressBySocket.set(socket, { readBytes: bytesRead, checks });
    return checks >= CHECKS_PER_TIMEOUT;
  };
}

/**
 * Closes connections whose client has read none of the waiting bytes for `afterMs`. Just ending the response would
 * leave the socket and its buffers in the kernel for as long as the client likes.
 * @returns a function to call for each response after writing to it
 */
export function createSlowReaderGuard(afterMs: number): (answer: ServerResponse) => void {
  const isStalled = createStallCheck();
  const slowResponses = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;

  function checkReaders(): void {
    for (const response of slowResponses) {
      if (response.destroyed || response.writableLength === 0) slowResponses.delete(response);
      else if (response.socket && isStalled(response.socket)) reset(response);
    }
    if (slowResponses.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (response) => {
    slowResponses.add(response);
    timer ??= setInterval(checkReaders, afterMs / CHECKS_PER_TIMEOUT).unref();
  };
}

/**
 * Resets the connection. Just destroying it would send a FIN, and the kernel would keep the unsent bytes until the
 * client reads them or times out.
 */
function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}

type WithHandle = Socket & { _handle?: { writeQueueSize?: number } | null };

/**
 * Returns a value that changes with every byte the operating system accepts: the bytes of completed writes, and what's
 * left of the current write.
 */
function readProgress(socket: Socket): string {
  const { bytesWritten, writableLength, _handle } = socket as WithHandle;
  return `${bytesWritten - writableLength} ${_handle?.writeQueueSize}`;
}
