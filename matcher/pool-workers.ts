import { Worker } from 'node:worker_threads';
import type { Certificate, MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import type { RunOptions } from './run.ts';
import type { WhyNot } from './why-not.ts';
import type { RunDone } from './why-not-rerun.ts';

export type WorkerRunOptions = Pick<RunOptions, 'seed' | 'effort' | 'proof' | 'onProgress' | 'previous' | 'changed'> & {
  /** Threads that work on squads; the result does not depend on it. Default 2. */
  threads?: number;
};

/** What the calling thread and the conductor thread say to each other. */
export type ToConductor =
  | {
      kind: 'start';
      weekOf: string;
      forbiddenGroups: string[][];
      rules: MatchingRules;
      /** A pool of pages, which only the conductor holds: proposals come with the rows of their members. */
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
  | { kind: 'part'; part: (typeof PARTS_OF_RESULT)[number]; rows: unknown[]; members?: PoolPlayer[][] }
  | { kind: 'answers'; answers: WhyNot[] }
  | { kind: 'done'; certificate: Result['certificate'] }
  | { kind: 'failed'; message: string };

/** What of a result is handed over as rows; prices are there after a tight proof alone. */
export const PARTS_OF_RESULT = ['squads', 'pairs', 'leftOver', 'prices'] as const;

/** Rows handed over at a time: small enough that copying them never holds the event loop for long. */
export const SLICE = 250;

/**
 * `runMatcher` on threads of its own. The calling thread only hands rows over, slice by slice, and is free for other
 * work in between; the same proposals come out as from `runMatcher`.
 */
export async function runMatcherInWorkers(
  pool: Pool,
  rules: MatchingRules,
  options: WorkerRunOptions,
): Promise<Result> {
  const conductor = new Worker(new URL('./conductor.ts', import.meta.url));
  const say = (message: ToConductor) => conductor.postMessage(message);
  try {
    const result = collect(conductor, options.onProgress);
    // A failure while rows are still handed over is reported by the await below.
    result.catch(() => {});
    await handOver(say, pool, rules, options.previous);
    const { seed, effort, proof, changed = [], threads = 2 } = options;
    say({ kind: 'run', seed, effort, proof, changed, threads, incremental: options.previous !== undefined });
    return await result;
  } finally {
    await conductor.terminate();
  }
}

/**
 * `whyNot` for several players of one pool and result, on a thread of its own; the calling thread only hands the rows
 * over, slice by slice. Answers in the order of `playerIds`.
 */
export async function whyNotInWorker(
  playerIds: readonly string[],
  pool: Pool,
  rules: MatchingRules,
  result: RunDone,
): Promise<WhyNot[]> {
  const conductor = new Worker(new URL('./conductor.ts', import.meta.url));
  const say = (message: ToConductor) => conductor.postMessage(message);
  try {
    const answers = new Promise<WhyNot[]>((resolve, reject) => {
      conductor.on('error', reject);
      conductor.on('message', (message: FromConductor) => {
        if (message.kind === 'answers') resolve(message.answers);
        if (message.kind === 'failed') reject(new Error(message.message));
      });
    });
    answers.catch(() => {});
    await handOver(say, pool, rules, { squads: result.squads, pairs: result.pairs, leftOver: [] });
    const { certificate, nextWants } = result;
    say({ kind: 'why not', playerIds, certificate, nextWants });
    return await answers;
  } finally {
    await conductor.terminate();
  }
}

/** A pool that comes page by page; groups that may not be proposed are named with any of the pages. */
export type PagedPool = {
  weekOf: string;
  pages: AsyncIterable<{ players: PoolPlayer[]; forbiddenGroups: string[][] }>;
};
/** Takes rows of a result; the next ones are handed over once it has come to an end. */
export type TakeRows = {
  proposals: (rows: Result['squads'] | Result['pairs'], members: PoolPlayer[][]) => Promise<void>;
  leftOver: (rows: Result['leftOver']) => Promise<void>;
};

/**
 * The run of `runMatcherInWorkers` for a pool that is too large to be held by the calling thread: it holds one page of
 * players and a few slices of the result at a time. What players say alike is held once.
 */
export async function runMatcherByPages(
  pool: PagedPool,
  rules: MatchingRules,
  options: Pick<WorkerRunOptions, 'seed' | 'effort' | 'proof' | 'threads'>,
  take: TakeRows,
): Promise<Certificate> {
  const conductor = new Worker(new URL('./conductor.ts', import.meta.url));
  const say = (message: ToConductor) => conductor.postMessage(message);
  try {
    const certificate = handOn(conductor, take);
    // A failure while pages are still handed over is reported by the await below.
    certificate.catch(() => {});
    say({ kind: 'start', weekOf: pool.weekOf, forbiddenGroups: [], rules, paged: true });
    for await (const { players, forbiddenGroups } of pool.pages) {
      for (let at = 0; at < players.length; at += SLICE) {
        say({ kind: 'players', players: players.slice(at, at + SLICE) });
        await nextTurn();
      }
      if (forbiddenGroups.length > 0) say({ kind: 'players', players: [], forbiddenGroups });
    }
    const { seed, effort, proof, threads = 2 } = options;
    say({ kind: 'run', seed, effort, proof, changed: [], threads, incremental: false });
    return await certificate;
  } finally {
    await conductor.terminate();
  }
}

function handOn(conductor: Worker, take: TakeRows): Promise<Certificate> {
  const takeOf = async ({ part, rows, members = [] }: Extract<FromConductor, { kind: 'part' }>) => {
    if (part === 'leftOver') await take.leftOver(rows as Result['leftOver']);
    if (part === 'squads' || part === 'pairs') await take.proposals(rows as Result['squads'], members);
    conductor.postMessage({ kind: 'more' } satisfies ToConductor);
  };
  return new Promise((resolve, reject) => {
    conductor.on('error', reject);
    conductor.on('exit', (code) => reject(earlyExitError(code)));
    conductor.on('message', (message: FromConductor) => {
      if (message.kind === 'part') takeOf(message).catch(reject);
      if (message.kind === 'failed') reject(new Error(message.message));
      if (message.kind === 'done') resolve(message.certificate);
    });
  });
}

const earlyExitError = (code: number) => new Error(`The matcher's thread ended early (code ${code}).`);

/** Tells a conductor the pool and an earlier result, with a turn of the event loop between slices. */
async function handOver(
  say: (message: ToConductor) => void,
  pool: Pool,
  rules: MatchingRules,
  previous: RunOptions['previous'],
): Promise<void> {
  say({ kind: 'start', weekOf: pool.weekOf, forbiddenGroups: pool.forbiddenGroups, rules });
  for (let at = 0; at < pool.players.length; at += SLICE) {
    say({ kind: 'players', players: pool.players.slice(at, at + SLICE) });
    await nextTurn();
  }
  for (const part of ['squads', 'pairs', 'leftOver'] as const) {
    const rows = previous?.[part] ?? [];
    for (let at = 0; at < rows.length; at += SLICE) {
      say({ kind: 'previous', part, rows: rows.slice(at, at + SLICE) });
      await nextTurn();
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function collect(conductor: Worker, onProgress: RunOptions['onProgress']): Promise<Result> {
  const result: Omit<Result, 'certificate'> = { squads: [], pairs: [], leftOver: [] };
  return new Promise((resolve, reject) => {
    conductor.on('error', reject);
    conductor.on('exit', (code) => reject(earlyExitError(code)));
    conductor.on('message', (message: FromConductor) => {
      if (message.kind === 'progress') onProgress?.(message.progress);
      if (message.kind === 'part') {
        result[message.part] ??= [];
        (result[message.part] as unknown[]).push(...message.rows);
        // Asked for one by one: waiting messages would all be taken in one turn of the event loop.
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
