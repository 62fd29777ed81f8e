import { describe, expect, it } from 'vitest';
import { LOCALES } from '../messages/locales.ts';
import { findAcceptedLocale, findPageLocale, findRequestLocale } from './request-language.ts';

describe('findAcceptedLocale', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['ja,pt-PT;q=0.7,de;q=0.5', 'pt-BR'],
    ['de;q=0.2, es-MX;q=0.9', 'es-419'],
    ['fr;q=0, de', 'de'],
    ['ja, *;q=0.1', 'en'],
    ['\u0000;;;q=', 'en'],
    ['fr,'.repeat(100), 'en'],
  ])('reads %j as %s', (header, locale) => {
    expect(findAcceptedLocale(header, LOCALES)).toBe(locale);
  });

  it('leaves out languages that the node does not offer', () => {
    expect(findAcceptedLocale('fr, de;q=0.5', ['en', 'de'])).toBe('de');
    expect(findAcceptedLocale('fr', ['en'])).toBe('en');
  });
});

describe('findRequestLocale', () => {
  const find = (pathname: string, lang?: string) =>
    findRequestLocale({ pathname, lang, acceptLanguage: 'fr' }, ['en', 'fr', 'de']);

  it('prefers the language in the address, if the node offers it', () => {
    expect(find('/api/profile')).toBe('fr');
    expect(find('/api/profile', 'de')).toBe('de');
    expect(find('/api/profile', 'pt-BR')).toBe('fr');
    expect(find('/api/profile', 'x')).toBe('fr');
  });

  it('ignores the header for pictures, which shared caches keep by their address', () => {
    expect(find('/og/site.png')).toBe('en');
    expect(find('/og/site.png', 'de')).toBe('de');
  });
});

describe('findPageLocale', () => {
  const find = (cookie: string | undefined, acceptLanguage?: string) =>
    findPageLocale({ cookie, acceptLanguage }, LOCALES);

  it("prefers the chosen language over the browser's", () => {
    expect(find('language=de', 'fr')).toBe('de');
    expect(find('other=1; language=en', 'fr')).toBe('en');
    expect(find('mylanguage=de', 'fr')).toBe('fr');
    expect(find('language=la', 'fr')).toBe('fr');
    expect(find(undefined)).toBe('en');
  });
});
