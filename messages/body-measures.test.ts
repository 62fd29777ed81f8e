import { describe, expect, it } from 'vitest';
import { formatHeight, formatWeight } from './body-measures.ts';
import { TRANSLATED_LOCALES } from './locales.ts';

const inOthers = (format: (language: { locale: (typeof TRANSLATED_LOCALES)[number] }) => string) =>
  TRANSLATED_LOCALES.map((locale) => format({ locale }));

describe('measure formatting', () => {
  it('formats heights in meters, except in English', () => {
    expect(formatHeight({ locale: 'en' }, 198, `6'6"`)).toBe(`6'6"`);
    expect(inOthers((t) => formatHeight(t, 198, ''))).toEqual([
      '1.98\u00a0m',
      '1,98\u00a0m',
      '1,98\u00a0m',
      '1,98\u00a0m',
    ]);
    expect(formatHeight({ locale: 'de' }, 179.6, '')).toBe('1,80\u00a0m');
  });

  it('formats weights in kilograms, except in English', () => {
    expect(formatWeight({ locale: 'en' }, 210, '210 lbs')).toBe('210 lbs');
    expect(inOthers((t) => formatWeight(t, 210, ''))).toEqual(Array(4).fill('95\u00a0kg'));
  });
});
