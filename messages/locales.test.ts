import { describe, expect, it } from 'vitest';
import { LOCALE_FACTS, LOCALES, matchLocale, splitLocalePrefix, toLocalizedPath } from './locales.ts';

describe('matchLocale', () => {
  it.each([
    ['en-GB', 'en'],
    ['es', 'es-419'],
    ['es-ES', 'es-419'],
    ['pt-PT', 'pt-BR'],
    ['FR-ca', 'fr'],
    ['de', 'de'],
    ['ja', undefined],
    ['*', undefined],
  ])('reads %s as %s', (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale);
  });
});

describe('splitLocalePrefix', () => {
  it.each([
    ['/fr/plans', 'fr', '/plans'],
    ['/fr', 'fr', '/'],
    ['/fr/', 'fr', '/'],
    ['/fr.data', 'fr', '/_.data'],
    ['/pt/protocol/find.data', 'pt-BR', '/protocol/find.data'],
    ['/en/legal', 'en', '/legal'],
    ['/free', undefined, '/free'],
    ['/', undefined, '/'],
  ])('splits %s', (pathname, locale, path) => {
    expect(splitLocalePrefix(pathname)).toEqual({ ...(locale ? { locale } : {}), pathname: path });
  });
});

describe('toLocalizedPath', () => {
  it('puts the language before the path, except for English', () => {
    expect(toLocalizedPath('fr', '/plans')).toBe('/fr/plans');
    expect(toLocalizedPath('fr', '/')).toBe('/fr');
    expect(toLocalizedPath('en', '/plans')).toBe('/plans');
  });
});

describe('LOCALE_FACTS', () => {
  it('gives every language its own prefix', () => {
    expect(new Set(LOCALES.map((locale) => LOCALE_FACTS[locale].prefix)).size).toBe(LOCALES.length);
  });
});
