import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const LOOKS_PER_TIMEOUT = 10;

type Behind = { taken: string; since: number };

/**
 * Closes connections whose reader has taken none of the waiting bytes for a time. Ending the answer alone would leave
 * the socket and its buffers in the kernel for as long as the client likes.
 * @returns is told of each answer that something was written to
 */
export function createSlowReaders(afterMs: number): (answer: ServerResponse) => void {
  const behind = new Map<ServerResponse, Behind | undefined>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const [answer, before] of behind) {
      if (answer.destroyed || answer.writableLength === 0) {
        behind.delete(answer);
        continue;
      }
      const taken = takenOf(answer.socket);
      if (before?.taken !== taken) behind.set(answer, { taken, since: now });
      else if (now - before.since >= afterMs) reset(answer);
    }
    if (behind.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (answer) => {
    if (behind.has(answer)) return;
    behind.set(answer, undefined);
    timer ??= setInterval(look, afterMs / LOOKS_PER_TIMEOUT).unref();
  };
}

/** Destroying alone sends FIN, and the kernel keeps the unsent bytes until the client reads them or times out. */
function reset(answer: ServerResponse): void {
  answer.socket?.resetAndDestroy();
  answer.destroy();
}

type WithHandle = Socket & { _handle?: { writeQueueSize?: number } | null };

/** Changes with every byte that the system takes: whole writes, and what is left of the one on its way. */
function takenOf(socket: Socket | null): string {
  if (!socket) return '';
  const { bytesWritten, writableLength, _handle } = socket as WithHandle;
  return `${bytesWritten - writableLength} ${_handle?.writeQueueSize}`;
}
