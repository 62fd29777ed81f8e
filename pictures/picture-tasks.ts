export type Bytes = Uint8Array<ArrayBuffer>;

/** The upload formats we accept, detected from the content alone. */
export type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A square in pixels of the picture in its upright orientation. */
export type Square = { x: number; y: number; size: number };

/** What to produce from an uploaded picture. For an animation, only the first frame is used. */
export type ImageTransform =
  /** One square of it as WebP, in each of these edge lengths in pixels; without `crop`, the largest centered square. */
  | { make: 'squares'; crop: Square | undefined; edges: readonly number[] }
  /** The whole of it as WebP, made smaller until it fits a square with this edge in pixels. */
  | { make: 'within'; edge: number }
  /** The whole of it in its own size. */
  | { make: 'anew'; format: Format };

/** A picture as uploaded. Only the reading process ever receives one. */
export type ReadTask = { bytes: Bytes; transform: ImageTransform };

/** A part of a document; parts are laid out from top to bottom. */
export type Part =
  | { is: 'heading' | 'text' | 'small'; text: string }
  | { is: 'row'; label: string; value: string; strong?: boolean }
  | { is: 'rule' }
  | { is: 'gap'; lines: number };

/** An A4 document. */
export type PdfDocument = { title: string; parts: readonly Part[] };

/** Something we draw ourselves. Only the drawing process ever receives one. */
export type DrawTask =
  | {
      draw: 'png';
      svg: string;
      /** Uses a palette instead of all colors; keeps flat drawings small. */
      palette?: { quality: number; effort: number };
      /** The DPI for reading the drawing, and the edge in pixels of the square it must fit in. */
      fitted?: { density: number; edge: number };
    }
  | { draw: 'pdf'; sheet: PdfDocument };

/**
 * Why there is no picture. `unreadable`: not a picture in an accepted format; `large`: too many pixels; `moving`: too
 * many frames; `twofold`: a picture and another format at once; `costly`: took too long or too much memory; `yours`:
 * too many of the same user are waiting; `busy`: too many are waiting in total; `left`: the client has disconnected;
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

export type Outcome<T> = { made: T } | { fault: ImageFault };

/**
 * A message from a process: first that it is ready, then one response per task, with the memory it holds afterwards.
 */
export type WorkerMessage =
  | { ready: true }
  | { unable: string }
  | { outcome: Outcome<Bytes[]>; rss: number }
  | { overMemory: number }
  | { overTime: number };

/** A command from the server to the spawner process; each spawned process has a number. */
export type SpawnerCommand =
  | { start: number; program: string }
  | { to: number; task: object }
  | { to: number; end: true };
/** An event from the spawner: the pid of a new process, a message from it, or its exit. */
export type SpawnerEvent = { of: number } & ({ pid: number | undefined } | { said: WorkerMessage } | { gone: true });

/** CPU time that reading or drawing one picture may take, in ms. */
export const READ_TIMEOUT_MS = 2_000;
export const DRAW_TIMEOUT_MS = 10_000;
/** On a busy machine, a task may take up to this many times its CPU time by the wall clock. */
export const WALL_CLOCK_FACTOR = 4;

/** Memory in bytes at which a process gives up. An idle one uses about 80 MB. */
export const MEMORY_CEILING = 512 * 1024 * 1024;
/**
 * Memory above which a process isn't kept after its task, because memory taken for a large picture isn't always
 * returned.
 */
export const IDLE_MEMORY_LIMIT = 256 * 1024 * 1024;
