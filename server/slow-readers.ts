import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many times a connection is checked per stall timeout. */
export const CHECKS_PER_TIMEOUT = 10;

type Progress = { taken: string; checks: number };

/**
 * Creates a check for connections whose client has read none of the waiting bytes for a whole timeout. Call it
 * `CHECKS_PER_TIMEOUT` times per timeout. It counts calls instead of time, because the client isn't the slow one while
 * our own process is frozen or has no CPU.
 */
export function createStallCheck(): (socket: Socket) => boolean {
  const behind = new WeakMap<Socket, Progress>();
  return (socket) => {
    if (socket.writableLength === 0) {
      behind.delete(socket);
      return false;
    }
    const taken = readProgress(socket);
    const before = behind.get(socket);
    const checks = before?.taken === taken ? before.checks + 1 : 0;
    behind.set(socket, { taken, checks });
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
  const behind = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;

  function checkReaders(): void {
    for (const answer of behind) {
      if (answer.destroyed || answer.writableLength === 0) behind.delete(answer);
      else if (answer.socket && isStalled(answer.socket)) reset(answer);
    }
    if (behind.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (answer) => {
    behind.add(answer);
    timer ??= setInterval(checkReaders, afterMs / CHECKS_PER_TIMEOUT).unref();
  };
}

/**
 * Resets the connection. Just destroying it would send a FIN, and the kernel would keep the unsent bytes until the
 * client reads them or times out.
 */
function reset(answer: ServerResponse): void {
  answer.socket?.resetAndDestroy();
  answer.destroy();
}

type WithHandle = Socket & { _handle?: { writeQueueSize?: number } | null };

/**
 * Returns a value that changes with every byte the operating system accepts: completed writes, and the rest of the
 * current one.
 */
function readProgress(socket: Socket): string {
  const { bytesWritten, writableLength, _handle } = socket as WithHandle;
  return `${bytesWritten - writableLength} ${_handle?.writeQueueSize}`;
}
