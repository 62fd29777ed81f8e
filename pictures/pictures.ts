import { detectFormat } from './formats.ts';
import { createWorkerSpawner } from './image-worker.ts';
import { type ImageWorkerQueue, openImageWorkerQueue } from './image-worker-queue.ts';
import {
  DRAW_TIMEOUT_MS,
  type DrawTask,
  type ImageBytes,
  type ImageTransform,
  type PictureOutcome,
  READ_TIMEOUT_MS,
  type ReadTask,
  WALL_CLOCK_FACTOR,
} from './picture-tasks.ts';

/** All expensive work on pictures. Reading and drawing each have their own process, separate from the server. */
export type Pictures = {
  /**
   * Reads an uploaded picture and creates other pictures from it. The output contains only pixels.
   * @param owner the picture's owner; pictures of one owner are read one after another
   */
  read: (
    owner: string,
    request: { bytes: ImageBytes; wish: ImageTransform; signal?: AbortSignal | undefined },
  ) => Promise<PictureOutcome<ImageBytes[]>>;
  /** Draws images we created ourselves, never user uploads. */
  draw: (owner: string, drawing: DrawTask) => Promise<PictureOutcome<ImageBytes[]>>;
  /** The running processes, for measurements. */
  pids: () => number[];
  close: () => Promise<void>;
};

type Log = { warn: (about: object, words: string) => void };

const READING = { deadlineMs: READ_TIMEOUT_MS * WALL_CLOCK_FACTOR, most: { ofOne: 8, ofAll: 24 } } as const;
const DRAWING = { deadlineMs: DRAW_TIMEOUT_MS * WALL_CLOCK_FACTOR, most: { ofOne: 60, ofAll: 100 } } as const;
const IDLE_MS = 60_000;

/** @param log receives processes that died, or were killed because a task took too much time or memory */
export function openPictures(log: Log): Pictures {
  const spawner = createWorkerSpawner();
  const createQueue = <Task extends object>(
    name: string,
    limits: Pick<Parameters<typeof openImageWorkerQueue>[0], 'deadlineMs' | 'most'>,
  ): ImageWorkerQueue<Task> =>
    openImageWorkerQueue({
      start: () => spawner.start(new URL(`./${name}-process.ts`, import.meta.url)),
      ...limits,
      idleMs: IDLE_MS,
      onLost: (how) => log.warn({ process: name, ...how }, 'image worker process lost'),
    });
  const readQueue = createQueue<ReadTask>('reading', READING);
  const drawing = createQueue<DrawTask>('drawing', DRAWING);
  return {
    read: async (user, { bytes, wish, signal }) =>
      // Don't start a process for a file whose first bytes aren't a picture's.
      detectFormat(bytes) ? readQueue.ask(user, { bytes, transform: wish }, signal) : { fault: 'unreadable' },
    draw: (user, what) => drawing.ask(user, what),
    pids: () => [readQueue.pid(), drawing.pid()].filter((pid) => pid !== undefined),
    close: async () => {
      await Promise.all([readQueue.close(), drawing.close()]);
      await spawner.close();
    },
  };
}
