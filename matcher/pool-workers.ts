import { Worker } from 'node:worker_threads';
import type { Certificate, MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import type { RunOptions } from './run.ts';
import type { WhyNot } from './why-not.ts';
import type { RunDone } from './why-not-rerun.ts';

export type WorkerRunOptions = Pick<RunOptions, 'seed' | 'effort' | 'proof' | 'onProgress' | 'previous' | 'changed'> & {
  /** Number of worker threads; it doesn't affect the result. Default 2. */
  threads?: number;
};

/** Messages between the calling thread and the conductor thread. */
export type ToConductor =
  | {
      kind: 'start';
      weekOf: string;
      forbiddenGroups: string[][];
      rules: MatchingRules;
      /**
       * Whether the pool arrives in pages. Only the conductor holds such a pool, so matches include their members'
       * rows.
       */
      paged?: boolean;
    }
  | { kind: 'players'; players: PoolPlayer[]; forbiddenGroups?: string[][] }
  | { kind: 'previous'; part: 'squads' | 'pairs' | 'leftOver'; rows: unknown[] }
  | { kind: 'more' }
  | ({ kind: 'why not'; playerIds: readonly string[] } & Pick<RunDone, 'certificate' | 'nextWants'>)
  | {
      kind: 'run';
      seed: number;
      effort: RunOptions['effort'];
      proof: RunOptions['proof'];
      changed: readonly string[];
      incremental: boolean;
      threads: number;
    };
export type FromConductor =
  | { kind: 'progress'; progress: { phase: string; done: number; of: number } }
  | { kind: 'part'; part: (typeof RESULT_PARTS)[number]; rows: unknown[]; members?: PoolPlayer[][] }
  | { kind: 'answers'; answers: WhyNot[] }
  | { kind: 'done'; certificate: Result['certificate'] }
  | { kind: 'failed'; message: string };

/** Parts of a result that are transferred as rows. Prices only exist after a tight proof. */
export const RESULT_PARTS = ['squads', 'pairs', 'leftOver', 'prices'] as const;

/** Rows per message, small enough that copying them never blocks the event loop for long. */
export const SLICE_SIZE = 250;

/**
 * Runs `runMatcher` on separate threads and returns the same matches. The calling thread only transfers rows, slice by
 * slice, and is free for other work in between.
 */
export async function runMatcherInWorkers(
  pool: Pool,
  rules: MatchingRules,
  options: WorkerRunOptions,
): Promise<Result> {
  const conductor = new Worker(new URL('./conductor.ts', import.meta.url));
  const send = (message: ToConductor) => conductor.postMessage(message);
  try {
    const result = collect(conductor, options.onProgress);
    // Avoid an unhandled rejection. The await below reports a failure during the transfer.
    result.catch(() => {});
    await sendPool(send, pool, rules, options.previous);
    const { seed, effort, proof, changed = [], threads = 2 } = options;
    send({ kind: 'run', seed, effort, proof, changed, threads, incremental: options.previous !== undefined });
    return await result;
  } finally {
    await conductor.terminate();
  }
}

/**
 * Runs `whyNot` for several players of one pool and result on a separate thread. The calling thread only transfers the
 * rows, slice by slice. Answers are in the order of `playerIds`.
 */
export async function whyNotInWorker(
  playerIds: readonly string[],
  pool: Pool,
  rules: MatchingRules,
  result: RunDone,
): Promise<WhyNot[]> {
  const conductor = new Worker(new URL('./conductor.ts', import.meta.url));
  const send = (message: ToConductor) => conductor.postMessage(message);
  try {
    const explanations = new Promise<WhyNot[]>((resolve, reject) => {
      conductor.on('error', reject);
      conductor.on('message', (message: FromConductor) => {
        if (message.kind === 'answers') resolve(message.answers);
        if (message.kind === 'failed') reject(new Error(message.message));
      });
    });
    explanations.catch(() => {});
    await sendPool(send, pool, rules, { squads: result.squads, pairs: result.pairs, leftOver: [] });
    const { certificate, nextWants } = result;
    send({ kind: 'why not', playerIds, certificate, nextWants });
    return await explanations;
  } finally {
    await conductor.terminate();
  }
}

/** A pool that arrives in pages; any page may contain forbidden groups. */
export type PagedPool = {
  weekOf: string;
  pages: AsyncIterable<{ players: PoolPlayer[]; forbiddenGroups: string[][] }>;
};
/** Callbacks that consume rows of a result. The next rows are sent once the returned promise resolves. */
export type TakeRows = {
  proposals: (rows: Result['squads'] | Result['pairs'], members: PoolPlayer[][]) => Promise<void>;
  leftOver: (rows: Result['leftOver']) => Promise<void>;
};

/**
 * Runs `runMatcherInWorkers` for a pool that's too large for the calling thread, which holds only one page of players
 * and a few slices of the result at a time. Values that many players share are stored once.
 */
export async function runMatcherByPages(
  pool: PagedPool,
  rules: MatchingRules,
  options: Pick<WorkerRunOptions, 'seed' | 'effort' | 'proof' | 'threads'>,
  take: TakeRows,
): Promise<Certificate> {
  const conductor = new Worker(new URL('./conductor.ts', import.meta.url));
  const send = (message: ToConductor) => conductor.postMessage(message);
  try {
    const certificate = forwardRows(conductor, take);
    // Avoid an unhandled rejection. The await below reports a failure that happens while pages are still being sent.
    certificate.catch(() => {});
    send({ kind: 'start', weekOf: pool.weekOf, forbiddenGroups: [], rules, paged: true });
    for await (const { players, forbiddenGroups } of pool.pages) {
      for (let index = 0; index < players.length; index += SLICE_SIZE) {
        send({ kind: 'players', players: players.slice(index, index + SLICE_SIZE) });
        await yieldToEventLoop();
      }
      if (forbiddenGroups.length > 0) send({ kind: 'players', players: [], forbiddenGroups });
    }
    const { seed, effort, proof, threads = 2 } = options;
    send({ kind: 'run', seed, effort, proof, changed: [], threads, incremental: false });
    return await certificate;
  } finally {
    await conductor.terminate();
  }
}

function forwardRows(conductor: Worker, take: TakeRows): Promise<Certificate> {
  const getTake = async ({ part, rows, members = [] }: Extract<FromConductor, { kind: 'part' }>) => {
    if (part === 'leftOver') await take.leftOver(rows as Result['leftOver']);
    if (part === 'squads' || part === 'pairs') await take.proposals(rows as Result['squads'], members);
    conductor.postMessage({ kind: 'more' } satisfies ToConductor);
  };
  return new Promise((resolve, reject) => {
    conductor.on('error', reject);
    conductor.on('exit', (code) => reject(createEarlyExitError(code)));
    conductor.on('message', (message: FromConductor) => {
      if (message.kind === 'part') getTake(message).catch(reject);
      if (message.kind === 'failed') reject(new Error(message.message));
      if (message.kind === 'done') resolve(message.certificate);
    });
  });
}

const createEarlyExitError = (code: number) => new Error(`The matcher's thread ended early (code ${code}).`);

/** Sends a conductor the pool and an earlier result, yielding to the event loop between slices. */
async function sendPool(
  send: (message: ToConductor) => void,
  pool: Pool,
  rules: MatchingRules,
  previous: RunOptions['previous'],
): Promise<void> {
  send({ kind: 'start', weekOf: pool.weekOf, forbiddenGroups: pool.forbiddenGroups, rules });
  for (let index = 0; index < pool.players.length; index += SLICE_SIZE) {
    send({ kind: 'players', players: pool.players.slice(index, index + SLICE_SIZE) });
    await yieldToEventLoop();
  }
  for (const part of ['squads', 'pairs', 'leftOver'] as const) {
    const rows = previous?.[part] ?? [];
    for (let index = 0; index < rows.length; index += SLICE_SIZE) {
      send({ kind: 'previous', part, rows: rows.slice(index, index + SLICE_SIZE) });
      await yieldToEventLoop();
    }
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function collect(conductor: Worker, onProgress: RunOptions['onProgress']): Promise<Result> {
  const result: Omit<Result, 'certificate'> = { squads: [], pairs: [], leftOver: [] };
  return new Promise((resolve, reject) => {
    conductor.on('error', reject);
    conductor.on('exit', (code) => reject(createEarlyExitError(code)));
    conductor.on('message', (message: FromConductor) => {
      if (message.kind === 'progress') onProgress?.(message.progress);
      if (message.kind === 'part') {
        result[message.part] ??= [];
        (result[message.part] as unknown[]).push(...message.rows);
        // Request messages one at a time, because queued messages would all be processed in one turn of the event loop.
        setImmediate(() => conductor.postMessage({ kind: 'more' } satisfies ToConductor));
      }
      if (message.kind === 'failed') reject(new Error(message.message));
      if (message.kind === 'done') {
        const { certificate } = message;
        resolve({ ...result, certificate, ...(certificate.proof === 'tight' && { prices: result.prices ?? [] }) });
      }
    });
  });
}
