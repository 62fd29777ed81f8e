import { formatOf } from './formats.ts';
import { type ImageWorkerQueue, openImageWorkerQueue } from './image-worker-queue.ts';
import { openStarter } from './picture-process.ts';
import {
  type Bytes,
  DRAWING_MS,
  type Drawing,
  type Outcome,
  WALL_CLOCK_FACTOR,
  READING_MS,
  type Reading,
  type Wish,
} from './picture-tasks.ts';

/** Everything about pictures that costs: each kind of work has a process of its own, beside the one that serves. */
export type Pictures = {
  /**
   * Reads a picture that a person sent and makes others of it: what comes out is pixels and nothing else.
   * @param who whose it is; pictures of one person are read one after the other
   */
  read: (
    who: string,
    asked: { bytes: Bytes; wish: Wish; signal?: AbortSignal | undefined },
  ) => Promise<Outcome<Bytes[]>>;
  /** Draws what we made ourselves: never anything that a person sent. */
  draw: (who: string, drawing: Drawing) => Promise<Outcome<Bytes[]>>;
  /** The processes at work, for those who measure. */
  pids: () => number[];
  close: () => Promise<void>;
};

type Log = { warn: (about: object, words: string) => void };

const READING = { deadlineMs: READING_MS * WALL_CLOCK_FACTOR, most: { ofOne: 8, ofAll: 24 } } as const;
const DRAWING = { deadlineMs: DRAWING_MS * WALL_CLOCK_FACTOR, most: { ofOne: 60, ofAll: 100 } } as const;
const REST_MS = 60_000;

/** @param log hears of processes that were ended because a task took too long or too much, or that died */
export function openPictures(log: Log): Pictures {
  const starter = openStarter();
  const lane = <Task extends object>(
    name: string,
    limits: Pick<Parameters<typeof openImageWorkerQueue>[0], 'deadlineMs' | 'most'>,
  ): ImageWorkerQueue<Task> =>
    openImageWorkerQueue({
      start: () => starter.start(new URL(`./${name}-process.ts`, import.meta.url)),
      ...limits,
      restMs: REST_MS,
      onLost: (how) => log.warn({ process: name, ...how }, 'a process for pictures was lost'),
    });
  const reading = lane<Reading>('reading', READING);
  const drawing = lane<Drawing>('drawing', DRAWING);
  return {
    read: async (who, { bytes, wish, signal }) =>
      // What does not even begin as a picture wakes no process.
      formatOf(bytes) ? reading.ask(who, { bytes, wish }, signal) : { fault: 'unreadable' },
    draw: (who, what) => drawing.ask(who, what),
    pids: () => [reading.pid(), drawing.pid()].filter((pid) => pid !== undefined),
    close: async () => {
      await Promise.all([reading.close(), drawing.close()]);
      await starter.close();
    },
  };
}
