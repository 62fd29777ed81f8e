import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const storage = new Map<string, string>();

/** Loads the module as a new page would, in a browser with this language. */
async function onNewPage(language: string) {
  vi.resetModules();
  vi.stubGlobal('navigator', { language });
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
  it("follows the browser's language when nothing is chosen", async () => {
    expect((await onNewPage('en-US')).getReaderWeekStart()).toBe(7);
    expect((await onNewPage('en-GB')).getReaderWeekStart()).toBe(1);
    expect((await onNewPage('ar-EG')).getReaderWeekStart()).toBe(6);
  });

  it("uses the account's choice, also on the next page, until it's reset", async () => {
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
    expect((await onNewPage('de-DE')).getReaderWeekStart()).toBe(1);
  });
});
