import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearOffline, keepPage, readKeptPage } from './offline-store.ts';
import { createStorage, signInAs, stubBrowser } from './test-offline.ts';

const OWN = { squads: ['Neon Orbit'] };

describe('pages stored for offline use', () => {
  let storage: ReturnType<typeof createStorage>;
  let isFull: boolean;
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-30T20:00:00Z') });
    isFull = false;
    storage = createStorage(() => isFull);
    stubBrowser(storage);
    signInAs(storage, 'a');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('returns what the page last showed, and when', () => {
    keepPage('squads', OWN, 'a');
    expect(readKeptPage('squads')).toEqual({ at: Date.now(), data: OWN });
    expect(readKeptPage('inbox')).toBeUndefined();
  });

  it("never returns or stores another account's data", () => {
    keepPage('squads', OWN, 'a');
    signInAs(storage, 'b');
    expect(readKeptPage('squads')).toBeUndefined();
    // A page of the first account that's still open must not store its data for the second one.
    keepPage('squads', OWN, 'a');
    expect(readKeptPage('squads')).toBeUndefined();
  });

  it('returns nothing to visitors', () => {
    keepPage('squads', OWN, 'a');
    signInAs(storage, undefined);
    expect(readKeptPage('squads')).toBeUndefined();
    keepPage('inbox', OWN, undefined);
    expect(storage.keys().filter((name) => name.includes('inbox'))).toEqual([]);
  });

  it('drops data after seven days, and data from the future after the clock was set back', () => {
    keepPage('squads', OWN, 'a');
    vi.setSystemTime(new Date('2026-12-07T19:59:00Z'));
    expect(readKeptPage('squads')).toBeDefined();
    vi.setSystemTime(new Date('2026-12-07T20:01:00Z'));
    expect(readKeptPage('squads')).toBeUndefined();
    keepPage('squads', OWN, 'a');
    vi.setSystemTime(new Date('2026-12-07T18:01:00Z'));
    expect(readKeptPage('squads')).toBeDefined();
    vi.setSystemTime(new Date('2026-12-01T18:01:00Z'));
    expect(readKeptPage('squads')).toBeUndefined();
    expect(storage.keys().filter((name) => name.includes('squads'))).toEqual([]);
  });

  it('drops data that it cannot read, and stores nothing that is too large', () => {
    keepPage('squads', OWN, 'a');
    storage.setItem('planet-crew-offline:a:page:squads', '{');
    expect(readKeptPage('squads')).toBeUndefined();
    keepPage('squads', OWN, 'a');
    keepPage('squads', { text: 'x'.repeat(300_000) }, 'a');
    expect(readKeptPage('squads')).toBeUndefined();
  });

  it('keeps working when storage is full or turned off', () => {
    isFull = true;
    keepPage('squads', OWN, 'a');
    expect(readKeptPage('squads')).toBeUndefined();
    vi.stubGlobal('window', {
      get localStorage() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    keepPage('squads', OWN, 'a');
    expect(readKeptPage('squads')).toBeUndefined();
    clearOffline();
  });

  it('deletes the data of all accounts, or of all but one', () => {
    const deletedCaches: string[] = [];
    const caches = { delete: async (name: string) => deletedCaches.push(name) > 0 };
    stubBrowser(storage, { caches });
    for (const id of ['a', 'b']) {
      signInAs(storage, id);
      keepPage('squads', OWN, id);
    }
    clearOffline('b');
    expect(readKeptPage('squads')).toBeDefined();
    expect(storage.keys().filter((name) => name.includes(':a:'))).toEqual([]);
    expect(deletedCaches).toEqual([]);
    clearOffline();
    expect(readKeptPage('squads')).toBeUndefined();
    expect(deletedCaches).toEqual(['planet-crew-pages']);
    expect(storage.keys()).toEqual(['planet-crew-auth']);
  });
});
