import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getBrowserZone } from './browser-zone.ts';

const storedItems = new Map<string, string>();
const storage = {
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
};

/** Loads the module as a new page would. */
async function onNewPage() {
  vi.resetModules();
  return import('./reader-zone.ts');
}

beforeEach(() => {
  storedItems.clear();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("shows visitors times in their browser's zone", async () => {
  const { getReaderZone } = await onNewPage();
  expect(getReaderZone()).toBe(getBrowserZone());
});

test("uses the profile's zone once known, also on the next page, until the session ends", async () => {
  const first = await onNewPage();
  first.setReaderZone('Asia/Tokyo');
  expect(first.getReaderZone()).toBe('Asia/Tokyo');
  const next = await onNewPage();
  expect(next.getReaderZone()).toBe('Asia/Tokyo');
  next.setReaderZone(null);
  expect(next.getReaderZone()).toBe(getBrowserZone());
  expect((await onNewPage()).getReaderZone()).toBe(getBrowserZone());
});

test("ignores a zone the browser doesn't know, whether new or stored", async () => {
  const { setReaderZone, getReaderZone } = await onNewPage();
  setReaderZone('Middle-earth/Shire');
  expect(getReaderZone()).toBe(getBrowserZone());
  storedItems.set('planet-crew-zone', 'Atlantis');
  expect((await onNewPage()).getReaderZone()).toBe(getBrowserZone());
});

test('keeps the zone for the current page when storage is unavailable', async () => {
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
