import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often a connection is checked within the time that it may stall. */
export const CHECKS_PER_TIMEOUT = 10;

type Progress = { taken: string; since: number };

/**
 * Tells whether none of the bytes waiting on a connection was taken for a time. Ask often: the time starts when no
 * progress is seen first.
 */
export function createStallCheck(afterMs: number): (socket: Socket) => boolean {
  const behind = new WeakMap<Socket, Progress>();
  return (socket) => {
    if (socket.writableLength === 0) {
      behind.delete(socket);
      return false;
    }
    const taken = readProgress(socket);
    const before = behind.get(socket);
    if (before?.taken === taken) return performance.now() - before.since >= afterMs;
    behind.set(socket, { taken, since: performance.now() });
    return false;
  };
}

/**
 * Closes connections whose reader has taken none of the waiting bytes for a time. Ending the answer alone would leave
 * the socket and its buffers in the kernel for as long as the client likes.
 * @returns is told of each answer that something was written to
 */
export function createSlowReaderGuard(afterMs: number): (answer: ServerResponse) => void {
  const isStalled = createStallCheck(afterMs);
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

/** Destroying alone sends FIN, and the kernel keeps the unsent bytes until the client reads them or times out. */
function reset(answer: ServerResponse): void {
  answer.socket?.resetAndDestroy();
  answer.destroy();
}

type WithHandle = Socket & { _handle?: { writeQueueSize?: number } | null };

/** Changes with every byte that the system takes: whole writes, and what is left of the one on its way. */
function readProgress(socket: Socket): string {
  const { bytesWritten, writableLength, _handle } = socket as WithHandle;
  return `${bytesWritten - writableLength} ${_handle?.writeQueueSize}`;
}
