import { describe, expect, it } from 'vitest';
import { formatDollars, formatNumber } from './amounts.ts';
import { english } from './lazy-text.ts';
import type { Locale } from './locales.ts';

const CENTS = [0, 9_900, 999, -1_050, 1_234_500];
const format = (locale: Locale) =>
  CENTS.map((cents) => formatDollars({ locale }, cents).replaceAll(/[\u00a0\u202f]/g, ' '));

describe('formatDollars', () => {
  it('formats amounts without a thousands separator in English', () => {
    expect(CENTS.map((cents) => formatDollars(english, cents))).toEqual(['$0', '$99', '$9.99', '−$10.50', '$12345']);
  });

  it("formats amounts for the reader's language", () => {
    expect(format('es-419')).toEqual(['$0', '$99', '$9.99', '−$10.50', '$12,345']);
    expect(format('pt-BR')).toEqual(['US$ 0', 'US$ 99', 'US$ 9,99', '−US$ 10,50', 'US$ 12.345']);
    expect(format('fr')).toEqual(['0 $', '99 $', '9,99 $', '−10,50 $', '12 345 $']);
    expect(format('de')).toEqual(['0 $', '99 $', '9,99 $', '−10,50 $', '12.345 $']);
  });

  it('keeps an amount and its symbol on one line', () => {
    expect(formatDollars({ locale: 'fr' }, 999)).toBe('9,99\u00a0$');
    expect(formatDollars({ locale: 'pt-BR' }, 999)).toBe('US$\u00a09,99');
  });
});

describe('formatNumber', () => {
  it("separates thousands as usual in the reader's language, and never in English", () => {
    expect(formatNumber(english, 12_345)).toBe('12345');
    expect(formatNumber({ locale: 'de' }, 12_345)).toBe('12.345');
    expect(formatNumber({ locale: 'fr' }, 12_345)).toBe('12\u202f345');
  });
});
