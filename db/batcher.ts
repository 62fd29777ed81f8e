import { setTimeout as pause } from 'node:timers/promises';

/** Maximum time a batch waits for the previous one, so a hanging batch doesn't block all others. */
const BATCH_TIMEOUT_MS = 100;

/**
 * Batches concurrent requests: requests made while a batch is in flight, or soon after one started, join the next
 * batch. When many arrive together, for example when all streams of a dead node reconnect, a few big statements replace
 * many small ones. A single request is sent without waiting.
 * @param fetchAll answers a batch; requests missing from its result resolve to undefined
 * @param everyMs minimum time between the starts of two batches
 * @param timeoutMs maximum time a batch waits for the previous one
 * @returns a function that makes one request; the answer is never older than the request
 */
export function createBatcher<Asked, Answer>(
  fetchAll: (all: Asked[]) => Promise<ReadonlyMap<Asked, Answer>>,
  everyMs: number,
  timeoutMs: number = BATCH_TIMEOUT_MS,
): (one: Asked) => Promise<Answer | undefined> {
  let next: { all: Asked[]; answer: Promise<ReadonlyMap<Asked, Answer>> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let mayBegin = 0;
  const runBatch = async (entries: Asked[], previousBatch: Promise<unknown>) => {
    await Promise.race([previousBatch.catch(() => {}), pause(timeoutMs, undefined, { ref: false })]);
    const waitMs = mayBegin - performance.now();
    if (waitMs > 0) await pause(waitMs);
    mayBegin = performance.now() + everyMs;
    next = undefined;
    return fetchAll(entries);
  };
  return async (one) => {
    if (!next) {
      const entries: Asked[] = [];
      next = { all: entries, answer: runBatch(entries, last) };
      last = next.answer;
    }
    next.all.push(one);
    return (await next.answer).get(one);
  };
}
