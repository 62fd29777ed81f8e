import { describe, expect, it, vi } from 'vitest';
import { defaultWeekStart } from './week-start.ts';

/** Codes that regions have or had; the engine knows what their calendars begin with. */
const REGIONS = Array.from({ length: 26 * 26 }, (_, i) =>
  String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)),
).filter((region) => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region));

describe('defaultWeekStart', () => {
  it('follows the region of a language', () => {
    expect(['en-US', 'pt-BR', 'ja', 'en'].map(defaultWeekStart)).toEqual([7, 7, 7, 7]);
    expect(['en-GB', 'de', 'fr-CA', 'fr-FR'].map(defaultWeekStart)).toEqual([1, 1, 7, 1]);
    expect(['ar', 'fa-IR', 'dv-MV'].map(defaultWeekStart)).toEqual([6, 6, 6]);
  });

  it('follows the first day that somebody set in their browser', () => {
    expect(defaultWeekStart('en-US-u-fw-mon')).toBe(1);
  });

  it('is Monday for what is no language', () => {
    expect(['', 'not a language', 'x'].map(defaultWeekStart)).toEqual([1, 1, 1]);
  });

  it('is the same in an engine that knows no weeks, for every region', () => {
    expect(REGIONS.length).toBeGreaterThan(240);
    const languages = [...REGIONS.map((region) => `und-${region}`), 'en', 'de', 'ar', 'tlh', 'en-150'];
    const known = languages.map((language) => [language, defaultWeekStart(language)]);
    const locale = Intl.Locale.prototype as unknown as { getWeekInfo: () => undefined; weekInfo: undefined };
    const spies = [vi.spyOn(locale, 'getWeekInfo'), vi.spyOn(locale, 'weekInfo', 'get')];
    for (const spy of spies) spy.mockReturnValue(undefined);
    expect(languages.map((language) => [language, defaultWeekStart(language)])).toEqual(known);
    for (const spy of spies) spy.mockRestore();
  });
});
