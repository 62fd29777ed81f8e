import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SAMPLE_ADMIN_EMAIL, SAMPLE_PASSWORD } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import type { SamplePlayersOptions } from '../tools/sample-players.ts';
import { listDemoCards } from './demonstration-players.ts';
import type { Deps } from './deps.ts';

const DEFAULT_OPTIONS = {
  program: new URL('../tools/sample-players.ts', import.meta.url),
  /** Delay that lets the first page load for the person who just started the demo. */
  afterMs: 2_000,
  againMs: 10_000,
};
/** Maximum number of sample players. It's more than anyone who tries the product could meet. */
const MAX_PLAYERS = 1_000;
/** Maximum number of attempts to start. The delay grows with each attempt. */
const MAX_STARTS = 5;
const STOP_MS = 2_000;
const MEMORY = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 };

/**
 * Starts the sample players of a demo: a client that responds to users through the API, the way a person would. It runs
 * in a separate thread and ends with the server.
 * @returns a function that stops them
 */
export function startSamplePlayers(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  { program, afterMs, againMs }: typeof DEFAULT_OPTIONS = DEFAULT_OPTIONS,
): () => Promise<void> {
  let worker: Worker | undefined;
  let isStopped = false;
  let starts = 0;

  const start = () => {
    starts += 1;
    const workerData: SamplePlayersOptions = {
      address: `http://127.0.0.1:${env.PORT}`,
      cards: listDemoCards(env, MAX_PLAYERS),
      adminEmail: SAMPLE_ADMIN_EMAIL,
      password: SAMPLE_PASSWORD,
      file: join(env.DATA_DIR, 'sample-players.json'),
    };
    const newWorker = new Worker(program, { workerData, env: {}, resourceLimits: MEMORY, name: 'sample-players' });
    newWorker.unref();
    newWorker.on('message', ({ warn }: { warn: string }) => log.debug({ warn }, 'sample player action failed'));
    newWorker.on('error', (error) => log.warn({ err: error }, 'sample players stopped'));
    newWorker.once('exit', () => {
      worker = undefined;
      if (!isStopped && starts < MAX_STARTS) timer = setTimeout(start, againMs * starts).unref();
    });
    worker = newWorker;
  };
  let timer = setTimeout(start, afterMs).unref();

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    const currentWorker = worker;
    if (!currentWorker) return;
    const exit = new Promise((resolve) => currentWorker.once('exit', resolve));
    currentWorker.postMessage('stop');
    const timeout = setTimeout(() => void currentWorker.terminate(), STOP_MS);
    await exit;
    clearTimeout(timeout);
  };
}
