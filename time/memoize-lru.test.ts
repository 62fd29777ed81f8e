import { expect, test } from 'vitest';
import { memoizeLatestByKey } from './memoize-lru.ts';

function createReader(most: number) {
  const keys: string[] = [];
  const read = memoizeLatestByKey(most, (text) => {
    keys.push(text);
    return { text };
  });
  return { read, made: keys };
}

test('computes a value once per key until its text changes', () => {
  const { read, made } = createReader(10);
  const first = read('a', 'one');
  expect(read('a', 'one')).toBe(first);
  expect(read('b', 'one')).toEqual({ text: 'one' });
  expect(read('a', 'two')).toEqual({ text: 'two' });
  expect(read('a', 'one')).not.toBe(first);
  expect(made).toEqual(['one', 'one', 'two', 'one']);
});

test('evicts the key whose text changed longest ago', () => {
  const { read, made } = createReader(2);
  for (const [id, text] of [
    ['a', '1'],
    ['b', '1'],
    ['a', '2'],
    ['c', '1'],
  ] as const)
    read(id, text);
  made.length = 0;
  for (const [id, text] of [
    ['a', '2'],
    ['c', '1'],
    ['b', '1'],
  ] as const)
    read(id, text);
  expect(made).toEqual(['1']);
});
