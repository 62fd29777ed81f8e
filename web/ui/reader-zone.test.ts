import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getBrowserZone } from './browser-zone.ts';

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
  const { getReaderZone } = await onNewPage();
  expect(getReaderZone()).toBe(getBrowserZone());
});

test('the zone of the profile holds from the moment it is known, on the next page too, and ends with the session', async () => {
  const first = await onNewPage();
  first.setReaderZone('Asia/Tokyo');
  expect(first.getReaderZone()).toBe('Asia/Tokyo');
  const next = await onNewPage();
  expect(next.getReaderZone()).toBe('Asia/Tokyo');
  next.setReaderZone(null);
  expect(next.getReaderZone()).toBe(getBrowserZone());
  expect((await onNewPage()).getReaderZone()).toBe(getBrowserZone());
});

test('a zone that no browser knows is left out, learnt or kept', async () => {
  const { setReaderZone, getReaderZone } = await onNewPage();
  setReaderZone('Middle-earth/Shire');
  expect(getReaderZone()).toBe(getBrowserZone());
  kept.set('planet-crew-zone', 'Atlantis');
  expect((await onNewPage()).getReaderZone()).toBe(getBrowserZone());
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
  const { setReaderZone, getReaderZone } = await onNewPage();
  expect(getReaderZone()).toBe(getBrowserZone());
  setReaderZone('Asia/Tokyo');
  expect(getReaderZone()).toBe('Asia/Tokyo');
});
