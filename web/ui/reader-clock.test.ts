import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Locale } from '../../messages/locales.ts';
import type { Translator } from '../../messages/translator.ts';
import { resolveClock, toTimePreferences } from '../../time/reader-times.ts';

const storage = new Map<string, string>();

/** Loads the modules as a new page in a language would, in a browser with another one. */
async function onNewPage(locale: Locale, browser: string) {
  vi.resetModules();
  vi.stubGlobal('navigator', { language: browser });
  const { setReaderTranslator } = await import('../../messages/reader-translator.ts');
  setReaderTranslator(() => ({ locale }) as Translator);
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

test("uses the usual clock of the page's language for members, as in emails, even if the browser's differs", async () => {
  for (const [locale, timezone, browser] of [
    ['de', 'America/New_York', 'en-US'],
    ['en', 'America/New_York', 'en-GB'],
    ['en', 'Europe/Paris', 'en-US'],
    ['es-419', 'America/Bogota', 'de-DE'],
  ] as const) {
    const { readerClock, learnReader } = await onNewPage(locale, browser);
    learnReader({ clock_hours: null, week_start: null, timezone, language: null });
    expect(readerClock()).toBe(resolveClock({ locale }, toTimePreferences({ timezone, clock_hours: null })));
  }
});

test("prefers the chosen clock over the language's", async () => {
  const { readerClock, learnReader, learnClock } = await onNewPage('de', 'de-DE');
  expect(readerClock()).toBe(24);
  learnReader({ clock_hours: 12, week_start: null, timezone: 'Europe/Paris', language: null });
  expect(readerClock()).toBe(12);
  learnClock(null);
  expect(readerClock()).toBe(24);
  learnReader({ clock_hours: null, week_start: null, timezone: null, language: null });
  expect(readerClock()).toBe(24);
});

test("gives visitors the usual clock of the page's language in their browser's regional variant", async () => {
  const clocks = [
    ['en', 'en-US'],
    ['en', 'en-GB'],
    ['de', 'en-US'],
    ['en', 'de-DE'],
    ['es-419', 'es-ES'],
    ['es-419', 'en-US'],
  ] as const;
  const found = [];
  for (const [locale, browser] of clocks) found.push((await onNewPage(locale, browser)).readerClock());
  expect(found).toEqual([12, 24, 24, 12, 24, 12]);
});
