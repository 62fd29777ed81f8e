import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toTimePreferences } from '../../time/reader-times.ts';

const storage = new Map<string, string>();

/** Loads the modules as a new page would, in a browser whose region uses a 12-hour or 24-hour clock. */
async function onNewPage(hourCycle: 'h12' | 'h23') {
  vi.resetModules();
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), hourCycle };
  });
  const { getReaderClock, setReaderClock } = await import('./reader-clock.ts');
  const { applyReaderHabits } = await import('../reader-habits.ts');
  return { readerClock: getReaderClock, learnClock: setReaderClock, learnReader: applyReaderHabits };
}

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("uses the usual clock of the profile's zone when none is chosen, even if the browser's differs", async () => {
  for (const [timezone, hourCycle] of [
    ['Europe/Paris', 'h12'],
    ['America/New_York', 'h23'],
  ] as const) {
    const { readerClock, learnReader } = await onNewPage(hourCycle);
    learnReader({ clock_hours: null, week_start: null, timezone, language: null });
    expect(readerClock()).toBe(toTimePreferences({ timezone, clock_hours: null }).clock);
    vi.restoreAllMocks();
  }
});

test("prefers the chosen clock over the zone's and uses the browser's for visitors", async () => {
  const { readerClock, learnReader, learnClock } = await onNewPage('h23');
  expect(readerClock()).toBe(24);
  learnReader({ clock_hours: 12, week_start: null, timezone: 'Europe/Paris', language: null });
  expect(readerClock()).toBe(12);
  learnClock(null);
  expect(readerClock()).toBe(24);
  learnReader({ clock_hours: null, week_start: null, timezone: null, language: null });
  expect(readerClock()).toBe(24);
});
