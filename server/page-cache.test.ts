import { expect, test } from 'vitest';
import type { PageContent } from './deps.ts';
import { PageCache } from './page-cache.ts';

type Page = { is: string; shows?: ReadonlySet<PageContent>; constant?: boolean };

const pageOf = (is: unknown, ...shows: PageContent[]): Page => ({
  is: String(is),
  ...(shows[0] ? { shows: new Set(shows) } : {}),
});

/** Creates a cache with a fake clock. */
function cacheOf(sizeOf: (page: Page) => number = () => 0) {
  const clock = { now: 1_000_000 };
  const cache = new PageCache<Page>(sizeOf, () => clock.now);
  const find = async (address: string, make: () => Promise<Page> | Page, worthKeeping = (_page: Page) => true) =>
    (await cache.getPage(address, { make: async () => make(), isCacheable: worthKeeping })).page.is;
  return { cache, find, clock };
}

/** Creates a page source that counts renders and finishes each one only on request. */
function createSlowRenderer(...shows: PageContent[]) {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const make = async () => {
    const number = ++begun;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return pageOf(number, ...shows);
  };
  const finish = async () => {
    waiting.shift()!();
    await waitOneTurn();
  };
  return { make, finish, begun: () => begun };
}

/** Lets all pending promise callbacks run. */
const waitOneTurn = () => new Promise((resolve) => setImmediate(resolve));

test('renders a page once for all requests within fifteen seconds', async () => {
  const { find, clock } = cacheOf();
  let made = 0;
  const make = () => pageOf(++made);
  expect(await Promise.all([1, 2, 3].map(() => find('/a', make)))).toEqual(['1', '1', '1']);
  clock.now += 14_999;
  expect(await find('/a', make)).toBe('1');
  expect(await find('/b', make)).toBe('2');
});

test('renders a constant page once', async () => {
  const { find, clock } = cacheOf();
  let made = 0;
  const make = (): Page => ({ is: String(++made), shows: new Set(), constant: true });
  await find('/contract', make);
  clock.now += 48 * 60 * 60 * 1_000;
  expect(await find('/contract', make)).toBe('1');
});

test('serves a stale page for up to half a minute while it is revalidated', async () => {
  const { cache, find, clock } = cacheOf();
  const { make, finish, begun } = createSlowRenderer();
  const first = find('/a', make);
  await waitOneTurn();
  await finish();
  expect(await first).toBe('1');
  clock.now += 15_000;
  expect([await find('/a', make), await find('/a', make), cache.getFresh('/a')?.is]).toEqual(['1', '1', '1']);
  expect(begun()).toBe(2);
  await finish();
  expect(await find('/a', make)).toBe('2');
  clock.now += 30_000;
  const late = find('/a', make);
  await waitOneTurn();
  await finish();
  expect(await late).toBe('3');
});

test('renders a page again after a change, one render at a time', async () => {
  const { cache, find } = cacheOf();
  const { make, finish, begun } = createSlowRenderer();
  const early = find('/a', make);
  await waitOneTurn();
  cache.applyChange({ shown: ['players'] });
  const late = [find('/a', make), find('/a', make)];
  await waitOneTurn();
  expect(begun()).toBe(1);
  await finish();
  expect(await early).toBe('1');
  expect(begun()).toBe(2);
  await finish();
  expect(await Promise.all(late)).toEqual(['2', '2']);
  // The first result must not have been cached either.
  expect(await find('/a', make)).toBe('2');
});

test('removes pages immediately when they must no longer be visible, including pending renders', async () => {
  const { cache, find } = cacheOf();
  const { make, finish } = createSlowRenderer('players');
  const early = find('/a', make);
  await waitOneTurn();
  cache.applyChange({ shown: ['players'], gone: true });
  expect(await find('/a', () => pageOf('after', 'players'))).toBe('after');
  await finish();
  expect([await early, await find('/a', make)]).toEqual(['1', 'after']);
  for (const news of [{}, { under: ['/a'] }, { shown: ['players'], gone: true }] as const) {
    cache.applyChange(news);
    await expect(find('/a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    await find('/a', () => pageOf('again', 'players'));
  }
});

test("keeps pages that don't show the changed content", async () => {
  const { cache, find } = cacheOf();
  await find('/tournament-of-power', () => pageOf('votes', 'tournament'));
  await find('/protocol/find', () => pageOf('players', 'players'));
  await find('/squads/1', () => pageOf('unknown'));
  const renderAgain = (address: string) => find(address, () => pageOf('again', 'tournament'));
  cache.applyChange({ shown: ['listings', 'tournament'] });
  expect(await renderAgain('/protocol/find')).toBe('players');
  expect(await renderAgain('/tournament-of-power')).toBe('again');
  expect(await renderAgain('/squads/1')).toBe('again');
  cache.applyChange({ under: ['/squads/1'] });
  expect(await find('/squads/1', () => pageOf('new'))).toBe('new');
  expect(await renderAgain('/protocol/find')).toBe('players');
});

test('rebuilds a page in the background once a second when changes come too fast', async () => {
  const { cache, find, clock } = cacheOf();
  let made = 0;
  const make = () => pageOf(++made, 'players');
  await find('/a', make);
  // A user who makes only a few changes sees each of them.
  for (let news = 1; news <= 5; news++) {
    cache.applyChange({ shown: ['players'] });
    expect(await find('/a', make)).toBe(String(1 + news));
  }
  for (let tick = 0; tick < 1_000; tick++) {
    clock.now += 20;
    cache.applyChange({ shown: ['players'] });
    if (!cache.getFresh('/a')) await find('/a', make);
    await waitOneTurn();
  }
  // Twenty seconds of fifty changes a second.
  expect(made).toBeGreaterThanOrEqual(6 + 18);
  expect(made).toBeLessThanOrEqual(6 + 22);
  // Once changes slow down, pages are rebuilt before they're served again.
  clock.now += 6_000;
  cache.applyChange({ shown: ['players'] });
  expect(await find('/a', make)).toBe(String(made));
  expect(cache.getFresh('/a')?.is).toBe(String(made));
});

test('serves the old page marked as late when a rebuild fails, then retries', async () => {
  const { cache, find, clock } = cacheOf();
  let made = 0;
  let isAway = false;
  const make = async () => {
    made += 1;
    if (isAway) throw new Error('no database');
    return pageOf(made, 'players');
  };
  const ask = () => cache.getPage('/a', { make, isCacheable: () => true });
  await find('/a', make);
  isAway = true;
  cache.applyChange({ shown: ['players'] });
  expect(await ask()).toMatchObject({ page: { is: '1' }, late: true });
  expect(await ask()).toMatchObject({ page: { is: '1' }, late: true });
  expect(made).toBe(2);
  expect(cache.getFresh('/a')).toBeUndefined();
  clock.now += 60_000;
  expect(await ask()).toMatchObject({ page: { is: '1' }, late: true });
  await waitOneTurn();
  isAway = false;
  clock.now += 3_000;
  await ask();
  await waitOneTurn();
  expect(await ask()).toMatchObject({ page: { is: '4' }, late: false });
});

test("doesn't cache errors, and retries a failed render on the next request", async () => {
  const { find } = cacheOf();
  let made = 0;
  const make = () => pageOf(++made);
  await find('/a', make, () => false);
  expect(await find('/a', make, () => false)).toBe('2');
  await expect(find('/b', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await find('/b', make)).toBe('3');
});

test('keeps only the newest thousand pages', async () => {
  const { find } = cacheOf();
  for (let n = 0; n <= 1000; n += 1) await find(`/${n}`, () => pageOf('first'));
  expect(await find('/0', () => pageOf('again'))).toBe('again');
  expect(await find('/1000', () => pageOf('again'))).toBe('first');
});

const MEGABYTE = 1024 * 1024;

test('evicts the oldest pages when the memory limit is reached', async () => {
  const { cache, find } = cacheOf(() => MEGABYTE);
  for (let page = 1; page <= 100; page++) await find(`/${page}`, () => pageOf(page));
  const kept = Array.from({ length: 100 }, (_, index) => cache.getFresh(`/${index + 1}`)).filter(Boolean);
  expect(kept).toHaveLength(36);
  expect(kept.at(-1)?.is).toBe('100');
  cache.applyChange({});
  await find('/1', () => pageOf(1));
  expect(cache.getFresh('/1')?.is).toBe('1');
});

test('never evicts a page without a query to store one with a query', async () => {
  const { cache, find } = cacheOf(({ is }) => (is === 'heavy' ? MEGABYTE : 0));
  await find('/plans', () => pageOf('plans'));
  for (let n = 0; n <= 2_000; n += 1) await find(`/?q=${n}`, () => pageOf('light'));
  const light = Array.from({ length: 2_001 }, (_, n) => cache.getFresh(`/?q=${n}`)).filter(Boolean);
  expect(light).toHaveLength(250);
  for (let n = 0; n < 100; n += 1) await find(`/?m=${n}`, () => pageOf('heavy'));
  expect(Array.from({ length: 100 }, (_, n) => cache.getFresh(`/?m=${n}`)).filter(Boolean)).toHaveLength(12);
  expect(cache.getFresh('/plans')?.is).toBe('plans');
});
