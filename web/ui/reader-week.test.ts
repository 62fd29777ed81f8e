import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Locale } from '../../messages/locales.ts';
import type { Translator } from '../../messages/translator.ts';

const storage = new Map<string, string>();

/** Loads the module as a new page would, in a browser with this language. */
async function onNewPage(language: string, locale: Locale = 'en') {
  vi.resetModules();
  vi.stubGlobal('navigator', { language });
  const { setReaderTranslator } = await import('../../messages/reader-translator.ts');
  setReaderTranslator(() => ({ locale }) as Translator);
  return { ...(await import('./reader-week.ts')), ...(await import('../reader-habits.ts')) };
}

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('getReaderWeekStart', () => {
  it("follows the page's language in the browser's regional variant when nothing is chosen", async () => {
    expect((await onNewPage('en-US')).getReaderWeekStart()).toBe(7);
    expect((await onNewPage('en-GB')).getReaderWeekStart()).toBe(1);
    expect((await onNewPage('es-MX', 'es-419')).getReaderWeekStart()).toBe(7);
  });

  it("follows the page's language when the browser uses another language", async () => {
    expect((await onNewPage('en-US', 'de')).getReaderWeekStart()).toBe(1);
    expect((await onNewPage('de-DE', 'pt-BR')).getReaderWeekStart()).toBe(7);
    expect((await onNewPage('de-DE')).getReaderWeekStart()).toBe(7);
  });

  it("uses the account's choice on every page until it's reset", async () => {
    const page = await onNewPage('en-US');
    page.applyReaderHabits({ clock_hours: null, week_start: 1, timezone: null, language: null });
    expect(page.getReaderWeekStart()).toBe(1);
    const next = await onNewPage('en-US');
    expect(next.getReaderWeekStart()).toBe(1);
    next.applyReaderHabits({ clock_hours: null, week_start: null, timezone: null, language: null });
    expect(next.getReaderWeekStart()).toBe(7);
  });

  it('ignores an invalid first day', async () => {
    storage.set('planet-crew-week', '3');
    expect((await onNewPage('de-DE', 'de')).getReaderWeekStart()).toBe(1);
  });
});
