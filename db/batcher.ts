import { setTimeout as pause } from 'node:timers/promises';

/** So long a question waits for the one before it: one that hangs must not keep everybody else waiting with it. */
const BATCH_TIMEOUT_MS = 100;

/**
 * Asks one question for many: who comes while a question is under way, or soon after one began, is part of the next.
 * Where many come in a moment, as all streams of a node that died do, few big statements take the place of many small
 * ones; whoever comes alone waits for nobody.
 * @param answer answers what was asked together; what it leaves out has no answer
 * @param everyMs between the beginnings of two questions, at least
 * @param timeoutMs how long a question waits for the one before it
 * @returns asks for one; whatever is answered was read after it was asked
 */
export function createBatcher<Asked, Answer>(
  answer: (all: Asked[]) => Promise<ReadonlyMap<Asked, Answer>>,
  everyMs: number,
  timeoutMs: number = BATCH_TIMEOUT_MS,
): (one: Asked) => Promise<Answer | undefined> {
  let next: { all: Asked[]; answer: Promise<ReadonlyMap<Asked, Answer>> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let mayBegin = 0;
  const take = async (all: Asked[], before: Promise<unknown>) => {
    await Promise.race([before.catch(() => {}), pause(timeoutMs, undefined, { ref: false })]);
    const wait = mayBegin - performance.now();
    if (wait > 0) await pause(wait);
    mayBegin = performance.now() + everyMs;
    next = undefined;
    return answer(all);
  };
  return async (one) => {
    if (!next) {
      const all: Asked[] = [];
      next = { all, answer: take(all, last) };
      last = next.answer;
    }
    next.all.push(one);
    return (await next.answer).get(one);
  };
}
