export type ImageBytes = Uint8Array<ArrayBuffer>;

/** Upload formats we accept, detected from the content alone. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A square in pixels, in the picture's upright orientation. */
export type Square = { x: number; y: number; size: number };

/** The output to produce from an uploaded picture. For an animation, only the first frame is used. */
export type ImageTransform =
  /**
   * One square of the picture as WebP, in each of these edge lengths in pixels. Without `crop`, it's the largest
   * centered square.
   */
  | { make: 'squares'; crop: Square | undefined; edges: readonly number[] }
  /** The whole picture as WebP, scaled down to fit a square with this edge in pixels. */
  | { make: 'within'; edge: number }
  /** The whole picture re-encoded in its original size. */
  | { make: 'anew'; format: ImageFormat };

/** An uploaded picture. Only the reading process ever receives it. */
export type ReadTask = { bytes: ImageBytes; transform: ImageTransform };

/** A part of a document; parts are laid out from top to bottom. */
export type PicturePart =
  | { is: 'heading' | 'text' | 'small'; text: string }
  | { is: 'row'; label: string; value: string; strong?: boolean }
  | { is: 'rule' }
  | { is: 'gap'; lines: number };

/** An A4 document. */
export type PdfDocument = { title: string; parts: readonly PicturePart[] };

/** An image we draw ourselves. Only the drawing process ever receives it. */
export type DrawTask =
  | {
      draw: 'png';
      svg: string;
      /** Uses a palette, which keeps flat drawings small. */
      palette?: { quality: number; effort: number };
      /** The DPI at which the drawing is read, and the edge in pixels of the square it must fit in. */
      fitted?: { density: number; edge: number };
    }
  | { draw: 'pdf'; sheet: PdfDocument };

/**
 * Why a task failed. `unreadable`: not a picture in an accepted format; `large`: too many pixels; `moving`: too many
 * frames; `twofold`: a picture and another format at once; `costly`: took too much time or memory; `yours`: the same
 * user has too many waiting tasks; `busy`: too many tasks are waiting in total; `left`: the client disconnected;
 * `broken`: the process can't work.
 */
export type ImageFault =
  | 'unreadable'
  | 'large'
  | 'moving'
  | 'twofold'
  | 'costly'
  | 'yours'
  | 'busy'
  | 'left'
  | 'broken';

export type PictureOutcome<T> = { made: T } | { fault: ImageFault };

/** A message from a process: first that it's ready, then one response per task with the memory still in use. */
export type WorkerMessage =
  | { ready: true }
  | { unable: string }
  | { outcome: PictureOutcome<ImageBytes[]>; rss: number }
  | { overMemory: number }
  | { overTime: number };

/** A command from the server to the spawner process; each spawned process has a number. */
export type SpawnerCommand =
  | { start: number; program: string }
  | { to: number; task: object }
  | { to: number; end: true };
/** An event from the spawner: the pid of a new process, a message from it, or its exit. */
export type SpawnerEvent = { of: number } & ({ pid: number | undefined } | { said: WorkerMessage } | { gone: true });

/** Maximum CPU time for reading or drawing one picture, in ms. */
export const READ_TIMEOUT_MS = 2_000;
export const DRAW_TIMEOUT_MS = 10_000;
/** Maximum wall-clock time of a task as a multiple of its CPU time limit, for busy machines. */
export const WALL_CLOCK_FACTOR = 4;

/** Memory limit of a process in bytes. An idle process uses about 80 MB. */
export const MEMORY_LIMIT = 512 * 1024 * 1024;
/** Memory above which a process is stopped after its task, because the memory of a large picture isn't always freed. */
export const IDLE_MEMORY_LIMIT = 256 * 1024 * 1024;
