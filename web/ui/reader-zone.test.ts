import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserZone } from './browser-zone.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

/** The module as a newly loaded page has it. */
async function onNewPage() {
  vi.resetModules();
  return import('./reader-zone.ts');
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a visitor reads times where their browser is', async () => {
  const { readerZone } = await onNewPage();
  expect(readerZone()).toBe(browserZone());
});

test('the zone of the profile holds from the moment it is known, on the next page too, and ends with the session', async () => {
  const first = await onNewPage();
  first.learnZone('Asia/Tokyo');
  expect(first.readerZone()).toBe('Asia/Tokyo');
  const next = await onNewPage();
  expect(next.readerZone()).toBe('Asia/Tokyo');
  next.learnZone(null);
  expect(next.readerZone()).toBe(browserZone());
  expect((await onNewPage()).readerZone()).toBe(browserZone());
});

test('a zone that no browser knows is left out, learnt or kept', async () => {
  const { learnZone, readerZone } = await onNewPage();
  learnZone('Middle-earth/Shire');
  expect(readerZone()).toBe(browserZone());
  kept.set('planet-crew-zone', 'Atlantis');
  expect((await onNewPage()).readerZone()).toBe(browserZone());
});

test('without storage it holds for the page', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('switched off');
    },
    setItem: () => {
      throw new Error('full');
    },
  });
  const { learnZone, readerZone } = await onNewPage();
  expect(readerZone()).toBe(browserZone());
  learnZone('Asia/Tokyo');
  expect(readerZone()).toBe('Asia/Tokyo');
});
