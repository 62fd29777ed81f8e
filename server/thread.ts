import { Worker } from 'node:worker_threads';

/** What a thread is told: which module, which of its functions, and with what. */
export type Errand = { module: string; name: string; args: unknown[] };
export type Brought = { value: unknown } | { error: string };

/**
 * Calls one function of a module on a thread of its own, for pure work that would hold up everybody else's requests.
 * Arguments and answer are copied.
 * @param module where the function is, from `import.meta.resolve` or `new URL`
 * @throws Error with the function's own message
 * @example await onThread<typeof whyNot>(new URL('../matcher/why-not.ts', import.meta.url), 'whyNot', [id, pool])
 */
export async function onThread<F extends (...args: never[]) => unknown>(
  module: URL,
  name: string,
  args: Parameters<F>,
): Promise<Awaited<ReturnType<F>>> {
  const thread = new Worker(new URL('./thread-errand.ts', import.meta.url));
  try {
    const brought = await new Promise<Brought>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`The thread for ${name} ended early (code ${code}).`)));
      thread.postMessage({ module: module.href, name, args } satisfies Errand);
    });
    if ('error' in brought) throw new Error(brought.error);
    return brought.value as Awaited<ReturnType<F>>;
  } finally {
    await thread.terminate();
  }
}
