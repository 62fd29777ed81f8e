export type Bytes = Uint8Array<ArrayBuffer>;

/** What people may send, told by the content alone. */
export type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A square in pixels of the picture the right way up. */
export type Square = { x: number; y: number; size: number };

/** What is to become of a picture that somebody sent. Of one that moves, the first frame is taken. */
export type ImageTransform =
  /** One square of it, as WebP with each of these edges in pixels; without `crop` the largest in its middle. */
  | { make: 'squares'; crop: Square | undefined; edges: readonly number[] }
  /** The whole of it as WebP, made smaller until it fits a square with this edge in pixels. */
  | { make: 'within'; edge: number }
  /** The whole of it in its own size. */
  | { make: 'anew'; format: Format };

/** A picture as it came. Only the process that reads ever gets one. */
export type ReadTask = { bytes: Bytes; transform: ImageTransform };

/** A part of a sheet, from top to bottom. */
export type Part =
  | { is: 'heading' | 'text' | 'small'; text: string }
  | { is: 'row'; label: string; value: string; strong?: boolean }
  | { is: 'rule' }
  | { is: 'gap'; lines: number };

/** An A4 document. */
export type PdfDocument = { title: string; parts: readonly Part[] };

/** What we draw ourselves. Only the process that draws ever gets one. */
export type DrawTask =
  | {
      draw: 'png';
      svg: string;
      /** Colours of a palette instead of all; keeps flat drawings small. */
      palette?: { quality: number; effort: number };
      /** Dots per inch that the drawing is read with, and the edge in pixels of the square it is fitted to. */
      fitted?: { density: number; edge: number };
    }
  | { draw: 'pdf'; sheet: PdfDocument };

/**
 * Why there is no picture. `unreadable` no picture of a format that is taken; `large` too many pixels; `moving` too many
 * frames; `twofold` a picture and something else at once; `costly` took too long or too much memory; `yours` too many of
 * the same person are waiting; `busy` too many of everybody; `left` whoever asked has gone; `broken` the process cannot work.
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

/** What a process says: once that it is ready, then one answer a task, with the memory it holds afterwards. */
export type WorkerMessage =
  | { ready: true }
  | { unable: string }
  | { outcome: Outcome<Bytes[]>; rss: number }
  | { overMemory: number }
  | { overTime: number };

/** What the server says to the process that starts others; each of those has a number. */
export type SpawnerCommand =
  | { start: number; program: string }
  | { to: number; task: object }
  | { to: number; end: true };
/** What comes back: which process it has become, what that one said, and its end. */
export type SpawnerEvent = { of: number } & ({ pid: number | undefined } | { said: WorkerMessage } | { gone: true });

/** Time of a processor that reading one picture, and drawing one, may take, in ms. */
export const READ_TIMEOUT_MS = 2_000;
export const DRAW_TIMEOUT_MS = 10_000;
/** A busy machine gives it in so many times the time by the clock, at most. */
export const WALL_CLOCK_FACTOR = 4;

/** Bytes of memory at which a process gives up. An empty one holds about 80 MB. */
export const MEMORY_CEILING = 512 * 1024 * 1024;
/** Memory of a process that is not worth keeping: what a large picture took is not always given back. */
export const IDLE_MEMORY_LIMIT = 256 * 1024 * 1024;
