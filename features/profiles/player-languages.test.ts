import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../messages/locales.ts';
import { getTranslator } from '../../messages/translators.ts';
import { toCanonicalLanguage } from './canonical-languages.schema.ts';
import { formatLanguage, LANGUAGES, labelLanguage, parseLanguageLabel } from './player-languages.schema.ts';

describe('toCanonicalLanguage', () => {
  it.each([
    ['Spanish', 'Spanish'],
    ['español', 'Spanish'],
    ['ESPANOL', 'Spanish'],
    ['espagnol', 'Spanish'],
    ['Spanisch', 'Spanish'],
    ['espanhol', 'Spanish'],
    ['es', 'Spanish'],
    ['Castellano', 'Spanish'],
    ['Deutsch', 'German'],
    ['allemand', 'German'],
    ['日本語', 'Japanese'],
    ['العربية', 'Arabic'],
    ['Tagalog', 'Filipino'],
    ['Mandarin', 'Chinese'],
    ['Klingon', 'Klingon'],
    ['sign language', 'Sign language'],
    ['constructor', 'Constructor'],
  ])('stores %s as %s', (typed, name) => {
    expect(toCanonicalLanguage(typed)).toBe(name);
  });

  it('stores suggested languages by their names in every language', () => {
    for (const locale of LOCALES) {
      const t = getTranslator(locale);
      for (const name of LANGUAGES) expect(toCanonicalLanguage(labelLanguage(t, name))).toBe(name);
    }
  });
});

describe('labels of spoken languages', () => {
  it("are in the reader's language and map back to the stored name", () => {
    const t = getTranslator('es-419');
    expect(formatLanguage(t, 'English')).toBe('inglés');
    expect(labelLanguage(t, 'English')).toBe('Inglés');
    for (const name of LANGUAGES) expect(parseLanguageLabel(t, labelLanguage(t, name))).toBe(name);
  });

  it('stay as typed for languages that a player made up', () => {
    const t = getTranslator('de');
    for (const name of ['Klingon', 'constructor']) {
      expect(formatLanguage(t, name)).toBe(name);
      expect(parseLanguageLabel(t, name)).toBe(name);
    }
  });
});
