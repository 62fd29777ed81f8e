import { parentPort } from 'node:worker_threads';
import type { Brought, Errand } from './thread.ts';

/** The other end of `onThread`: does one errand and says what came of it. */
parentPort!.once('message', (errand: Errand) => {
  run(errand).then(
    (value) => parentPort!.postMessage({ value } satisfies Brought),
    (error: Error) => parentPort!.postMessage({ error: error.message } satisfies Brought),
  );
});

async function run({ module, name, args }: Errand): Promise<unknown> {
  const functions = (await import(module)) as Record<string, (...args: unknown[]) => unknown>;
  return functions[name]!(...args);
}
