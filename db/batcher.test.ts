import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Creates a batcher that answers in capitals when the test calls `resolveNext`, and records each batch. */
function createManualBatcher(everyMs: number) {
  const batches: string[][] = [];
  const resolvers: ((failure?: Error) => void)[] = [];
  const ask = createBatcher(async (all: string[]) => {
    batches.push([...all]);
    await new Promise<void>((resolve, reject) => {
      resolvers.push((failure) => (failure ? reject(failure) : resolve()));
    });
    return new Map(all.filter((one) => one !== 'nobody').map((one) => [one, one.toUpperCase()]));
  }, everyMs);
  const resolveNext = async (failure?: Error) => {
    await expect.poll(() => resolvers.length).toBeGreaterThan(0);
    resolvers.shift()!(failure);
  };
  return { ask, batches, next: resolveNext };
}

test('batches requests made while another is in flight and answers each one', async () => {
  const { ask, batches, next } = createManualBatcher(0);
  const first = ask('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const others = ['b', 'c', 'nobody'].map(ask);
  await next();
  expect(await first).toBe('A');
  await next();
  expect(await Promise.all(others)).toEqual(['B', 'C', undefined]);
  expect(batches).toEqual([['a'], ['b', 'c', 'nobody']]);
});

test('batches requests made soon after a batch has started, even if that batch has finished', async () => {
  const { ask, batches, next } = createManualBatcher(100);
  const first = ask('a');
  await next();
  await first;
  const others = [ask('b')];
  await new Promise((resolve) => setImmediate(resolve));
  others.push(ask('c'));
  await next();
  expect(await Promise.all(others)).toEqual(['B', 'C']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

test('rejects only the requests of the failed batch, not later ones', async () => {
  const { ask, next } = createManualBatcher(0);
  const requests = [ask('a'), ask('b')];
  await next(new Error('away'));
  for (const result of await Promise.allSettled(requests)) expect(result).toMatchObject({ status: 'rejected' });
  const after = ask('c');
  await next();
  expect(await after).toBe('C');
});

test('keeps answering other requests while a batch hangs', async () => {
  const { ask, batches, next } = createManualBatcher(0);
  const hanging = ask('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const other = ask('b');
  await expect.poll(() => batches).toEqual([['a'], ['b']]);
  const laterResult = ask('c');
  await expect.poll(() => batches).toEqual([['a'], ['b'], ['c']]);
  for (let n = 0; n < 3; n++) await next();
  expect(await Promise.all([hanging, other, laterResult])).toEqual(['A', 'B', 'C']);
});
