import { expect, test } from 'vitest';
import type { PageContent } from './deps.ts';
import { PageCache } from './page-cache.ts';

type Page = { is: string; shows?: ReadonlySet<PageContent>; constant?: boolean };

const getPage = (is: unknown, ...shows: PageContent[]): Page => ({
  is: String(is),
  ...(shows[0] ? { shows: new Set(shows) } : {}),
});

/** Creates a cache with a fake clock. */
function getCache(sizeOf: (page: Page) => number = () => 0) {
  const clock = { now: 1_000_000 };
  const cache = new PageCache<Page>(sizeOf, () => clock.now);
  const find = async (address: string, make: () => Promise<Page> | Page, isCacheable = (_page: Page) => true) =>
    (await cache.getPage(address, { make: async () => make(), isCacheable })).page.is;
  return { cache, find, clock };
}

/** Creates a page source that counts renders and finishes each one only on request. */
function createSlowRenderer(...shows: PageContent[]) {
  const resolvers: (() => void)[] = [];
  let renderCount = 0;
  const make = async () => {
    const number = ++renderCount;
    await new Promise<void>((resolve) => resolvers.push(resolve));
    return getPage(number, ...shows);
  };
  const finish = async () => {
    resolvers.shift()!();
    await waitOneTurn();
  };
  return { make, finish, begun: () => renderCount };
}

/** Lets all pending promise callbacks run. */
const waitOneTurn = () => new Promise((resolve) => setImmediate(resolve));

test('renders a page once for all requests within fifteen seconds', async () => {
  const { find, clock } = getCache();
  let pageCount = 0;
  const make = () => getPage(++pageCount);
  expect(await Promise.all([1, 2, 3].map(() => find('/a', make)))).toEqual(['1', '1', '1']);
  clock.now += 14_999;
  expect(await find('/a', make)).toBe('1');
  expect(await find('/b', make)).toBe('2');
});

test('renders a constant page once', async () => {
  const { find, clock } = getCache();
  let pageCount = 0;
  const make = (): Page => ({ is: String(++pageCount), shows: new Set(), constant: true });
  await find('/contract', make);
  clock.now += 48 * 60 * 60 * 1_000;
  expect(await find('/contract', make)).toBe('1');
});

test('serves a stale page for up to half a minute while it is revalidated', async () => {
  const { cache, find, clock } = getCache();
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
  const latePage = find('/a', make);
  await waitOneTurn();
  await finish();
  expect(await latePage).toBe('3');
});

test('renders a page again after a change, one render at a time', async () => {
  const { cache, find } = getCache();
  const { make, finish, begun } = createSlowRenderer();
  const earlyPage = find('/a', make);
  await waitOneTurn();
  cache.applyChange({ shown: ['players'] });
  const latePages = [find('/a', make), find('/a', make)];
  await waitOneTurn();
  expect(begun()).toBe(1);
  await finish();
  expect(await earlyPage).toBe('1');
  expect(begun()).toBe(2);
  await finish();
  expect(await Promise.all(latePages)).toEqual(['2', '2']);
  // The first result must not have been cached either.
  expect(await find('/a', make)).toBe('2');
});

test('removes pages immediately when they must no longer be visible, including pending renders', async () => {
  const { cache, find } = getCache();
  const { make, finish } = createSlowRenderer('players');
  const earlyPage = find('/a', make);
  await waitOneTurn();
  cache.applyChange({ shown: ['players'], gone: true });
  expect(await find('/a', () => getPage('after', 'players'))).toBe('after');
  await finish();
  expect([await earlyPage, await find('/a', make)]).toEqual(['1', 'after']);
  for (const change of [{}, { under: ['/a'] }, { shown: ['players'], gone: true }] as const) {
    cache.applyChange(change);
    await expect(find('/a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    await find('/a', () => getPage('again', 'players'));
  }
});

test("keeps pages that don't show the changed content", async () => {
  const { cache, find } = getCache();
  await find('/tournament-of-power', () => getPage('votes', 'tournament'));
  await find('/protocol/find', () => getPage('players', 'players'));
  await find('/squads/1', () => getPage('unknown'));
  const renderAgain = (address: string) => find(address, () => getPage('again', 'tournament'));
  cache.applyChange({ shown: ['listings', 'tournament'] });
  expect(await renderAgain('/protocol/find')).toBe('players');
  expect(await renderAgain('/tournament-of-power')).toBe('again');
  expect(await renderAgain('/squads/1')).toBe('again');
  cache.applyChange({ under: ['/squads/1'] });
  expect(await find('/squads/1', () => getPage('new'))).toBe('new');
  expect(await renderAgain('/protocol/find')).toBe('players');
});

test('rebuilds a page in the background once a second when changes come too fast', async () => {
  const { cache, find, clock } = getCache();
  let pageCount = 0;
  const make = () => getPage(++pageCount, 'players');
  await find('/a', make);
  // A user who makes only a few changes sees each of them.
  for (let n = 1; n <= 5; n++) {
    cache.applyChange({ shown: ['players'] });
    expect(await find('/a', make)).toBe(String(1 + n));
  }
  for (let tick = 0; tick < 1_000; tick++) {
    clock.now += 20;
    cache.applyChange({ shown: ['players'] });
    if (!cache.getFresh('/a')) await find('/a', make);
    await waitOneTurn();
  }
  // Twenty seconds of fifty changes a second.
  expect(pageCount).toBeGreaterThanOrEqual(6 + 18);
  expect(pageCount).toBeLessThanOrEqual(6 + 22);
  // Once changes slow down, pages are rebuilt before they're served again.
  clock.now += 6_000;
  cache.applyChange({ shown: ['players'] });
  expect(await find('/a', make)).toBe(String(pageCount));
  expect(cache.getFresh('/a')?.is).toBe(String(pageCount));
});

test('serves the old page marked as late when a rebuild fails, then retries', async () => {
  const { cache, find, clock } = getCache();
  let pageCount = 0;
  let isAway = false;
  const make = async () => {
    pageCount += 1;
    if (isAway) throw new Error('no database');
    return getPage(pageCount, 'players');
  };
  const ask = () => cache.getPage('/a', { make, isCacheable: () => true });
  await find('/a', make);
  isAway = true;
  cache.applyChange({ shown: ['players'] });
  expect(await ask()).toMatchObject({ page: { is: '1' }, isLate: true });
  expect(await ask()).toMatchObject({ page: { is: '1' }, isLate: true });
  expect(pageCount).toBe(2);
  expect(cache.getFresh('/a')).toBeUndefined();
  clock.now += 60_000;
  expect(await ask()).toMatchObject({ page: { is: '1' }, isLate: true });
  await waitOneTurn();
  isAway = false;
  clock.now += 3_000;
  await ask();
  await waitOneTurn();
  expect(await ask()).toMatchObject({ page: { is: '4' }, isLate: false });
});

test("doesn't cache errors, and retries a failed render on the next request", async () => {
  const { find } = getCache();
  let pageCount = 0;
  const make = () => getPage(++pageCount);
  await find('/a', make, () => false);
  expect(await find('/a', make, () => false)).toBe('2');
  await expect(find('/b', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await find('/b', make)).toBe('3');
});

test('keeps only the newest thousand pages', async () => {
  const { find } = getCache();
  for (let n = 0; n <= 1000; n += 1) await find(`/${n}`, () => getPage('first'));
  expect(await find('/0', () => getPage('again'))).toBe('again');
  expect(await find('/1000', () => getPage('again'))).toBe('first');
});

const MEGABYTE = 1024 * 1024;

test('evicts the oldest pages when the memory limit is reached', async () => {
  const { cache, find } = getCache(() => MEGABYTE);
  for (let page = 1; page <= 100; page++) await find(`/${page}`, () => getPage(page));
  const pages = Array.from({ length: 100 }, (_, index) => cache.getFresh(`/${index + 1}`)).filter(Boolean);
  expect(pages).toHaveLength(36);
  expect(pages.at(-1)?.is).toBe('100');
  cache.applyChange({});
  await find('/1', () => getPage(1));
  expect(cache.getFresh('/1')?.is).toBe('1');
});

test('never evicts a page without a query to store one with a query', async () => {
  const { cache, find } = getCache(({ is }) => (is === 'heavy' ? MEGABYTE : 0));
  await find('/plans', () => getPage('plans'));
  for (let n = 0; n <= 2_000; n += 1) await find(`/?q=${n}`, () => getPage('light'));
  const light = Array.from({ length: 2_001 }, (_, n) => cache.getFresh(`/?q=${n}`)).filter(Boolean);
  expect(light).toHaveLength(250);
  for (let n = 0; n < 100; n += 1) await find(`/?m=${n}`, () => getPage('heavy'));
  expect(Array.from({ length: 100 }, (_, n) => cache.getFresh(`/?m=${n}`)).filter(Boolean)).toHaveLength(12);
  expect(cache.getFresh('/plans')?.is).toBe('plans');
});
