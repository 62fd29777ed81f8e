import { describe, expect, it, vi } from 'vitest';
import { defaultWeekStart } from './week-start.ts';

/** Current and former region codes whose week start the engine knows. */
const REGIONS = Array.from({ length: 26 * 26 }, (_, i) =>
  String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)),
).filter((region) => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region));

describe('defaultWeekStart', () => {
  it("uses the language's region", () => {
    expect(['en-US', 'pt-BR', 'ja', 'en'].map(defaultWeekStart)).toEqual([7, 7, 7, 7]);
    expect(['en-GB', 'de', 'fr-CA', 'fr-FR'].map(defaultWeekStart)).toEqual([1, 1, 7, 1]);
    expect(['ar', 'fa-IR', 'dv-MV'].map(defaultWeekStart)).toEqual([6, 6, 6]);
  });

  it('uses the first day of the week set in the browser', () => {
    expect(defaultWeekStart('en-US-u-fw-mon')).toBe(1);
  });

  it('returns Monday for an invalid language', () => {
    expect(['', 'not a language', 'x'].map(defaultWeekStart)).toEqual([1, 1, 1]);
  });

  it('returns the same day for every region in an engine without week data', () => {
    expect(REGIONS.length).toBeGreaterThan(240);
    const languages = [...REGIONS.map((region) => `und-${region}`), 'en', 'de', 'ar', 'tlh', 'en-150'];
    const defaults = languages.map((language) => [language, defaultWeekStart(language)]);
    const locale = Intl.Locale.prototype as unknown as { getWeekInfo: () => undefined; weekInfo: undefined };
    const spies = [vi.spyOn(locale, 'getWeekInfo'), vi.spyOn(locale, 'weekInfo', 'get')];
    for (const spy of spies) spy.mockReturnValue(undefined);
    expect(languages.map((language) => [language, defaultWeekStart(language)])).toEqual(defaults);
    for (const spy of spies) spy.mockRestore();
  });
});
