import { expect, test } from 'vitest';
import { PageCache } from './page-cache.ts';

const always = () => true;
const weightless = () => 0;

test('a page is made once for everybody who asks within fifteen seconds, and anew after that', async () => {
  let now = 0;
  let made = 0;
  const cache = new PageCache<number>(weightless, () => now);
  const make = async () => ++made;
  expect(await Promise.all([1, 2, 3].map(() => cache.find('/a', make, always)))).toEqual([1, 1, 1]);
  now = 14_999;
  expect(await cache.find('/a', make, always)).toBe(1);
  now = 15_000;
  expect(await cache.find('/a', make, always)).toBe(2);
  expect(await cache.find('/b', make, always)).toBe(3);
});

test('a change makes it forget at once, also what was being made while it happened', async () => {
  const cache = new PageCache<string>(weightless, () => 0);
  let data = 'before';
  let finish = () => {};
  const slow = async () => {
    const read = data;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return read;
  };
  const early = cache.find('/a', slow, always);
  data = 'after';
  cache.forget({});
  // Who asks after the change must not be handed the page that was begun before it …
  const late = cache.find('/a', async () => data, always);
  finish();
  expect([await early, await late]).toEqual(['before', 'after']);
  // … nor find it kept.
  expect(await cache.find('/a', async () => 'made again', always)).toBe('after');
});

test('news about a part of the pages leave the others', async () => {
  const cache = new PageCache<number>(weightless, () => 0);
  let made = 0;
  const make = async () => ++made;
  for (const address of ['/tournament-of-power', '/tournament-of-power/a-b', '/protocol/find?role=C']) {
    await cache.find(address, make, always);
  }
  cache.forget({ under: ['/tournament-of-power'] });
  expect(await cache.find('/protocol/find?role=C', make, always)).toBe(3);
  expect(await cache.find('/tournament-of-power/a-b', make, always)).toBe(4);
});

test('errors are not kept, and a page that failed is made again', async () => {
  const cache = new PageCache<number>(weightless, () => 0);
  let made = 0;
  const make = async () => ++made;
  await cache.find('/a', make, () => false);
  expect(await cache.find('/a', make, () => false)).toBe(2);
  const fail = () => Promise.reject(new Error('no database'));
  await expect(cache.find('/b', fail, always)).rejects.toThrow('no database');
  expect(await cache.find('/b', make, always)).toBe(3);
});

test('it keeps a thousand pages at most, the newest', async () => {
  const cache = new PageCache<string>(weightless, () => 0);
  for (let n = 0; n <= 1000; n += 1) await cache.find(`/${n}`, async () => 'first', always);
  expect(await cache.find('/0', async () => 'again', always)).toBe('again');
  expect(await cache.find('/1000', async () => 'again', always)).toBe('first');
});

test('pages of made-up addresses push the oldest out before they fill the memory', async () => {
  const MEGABYTE = 1024 * 1024;
  const cache = new PageCache<number>(
    () => MEGABYTE,
    () => 0,
  );
  for (let page = 1; page <= 100; page++) await cache.find(`/${page}`, async () => page, always);
  const kept = Array.from({ length: 100 }, (_, index) => cache.fresh(`/${index + 1}`)).filter(Boolean);
  expect(kept).toHaveLength(36);
  expect(kept.at(-1)).toBe(100);
  cache.forget({});
  await cache.find('/1', async () => 1, always);
  expect(cache.fresh('/1')).toBe(1);
});

test('pages with a query have room of their own and push out no page without one', async () => {
  const MEGABYTE = 1024 * 1024;
  const cache = new PageCache<string>(
    (page) => (page === 'heavy' ? MEGABYTE : 0),
    () => 0,
  );
  await cache.find('/plans', async () => 'plans', always);
  for (let n = 0; n <= 2_000; n += 1) await cache.find(`/?q=${n}`, async () => 'light', always);
  const light = Array.from({ length: 2_001 }, (_, n) => cache.fresh(`/?q=${n}`)).filter(Boolean);
  expect(light).toHaveLength(250);
  for (let n = 0; n < 100; n += 1) await cache.find(`/?m=${n}`, async () => 'heavy', always);
  expect(Array.from({ length: 100 }, (_, n) => cache.fresh(`/?m=${n}`)).filter(Boolean)).toHaveLength(12);
  expect(cache.fresh('/plans')).toBe('plans');
});
