import { describe, expect, it } from 'vitest';
import { TRANSLATED_LOCALES } from '../messages/locales.ts';
import { readCatalogs } from './catalogs.ts';
import { findChangedTexts, findTranslationProblems, hashText, readTranslation } from './translations.ts';

const createEnglish = (messages: Record<string, string>) => ({
  name: 'lfg',
  path: 'features/lfg/messages/en.json',
  declarations: 'features/lfg/lfg.messages.ts',
  messages,
});
const createFrench = (messages: Record<string, string>) => ({
  locale: 'fr',
  path: 'features/lfg/messages/fr.json',
  messages,
});
const listProblems = (source: string, text: string) =>
  findTranslationProblems(createEnglish({ left: source }), createFrench({ left: text })).map((one) =>
    one.replace('features/lfg/messages/fr.json: left ', ''),
  );

describe('findTranslationProblems', () => {
  it.each(TRANSLATED_LOCALES)('accepts every catalog in %s', (locale) => {
    expect(
      readCatalogs().flatMap((catalog) => findTranslationProblems(catalog, readTranslation(catalog, locale))),
    ).toEqual([]);
  });

  it('reports missing and unused texts', () => {
    const problems = findTranslationProblems(
      createEnglish({ saved: 'Saved', left: 'Left' }),
      createFrench({ left: ' ', old: 'Non' }),
    );
    expect(problems).toEqual([
      'features/lfg/messages/fr.json: saved is missing',
      'features/lfg/messages/fr.json: left is missing',
      "features/lfg/messages/fr.json: old isn't in the English catalog",
    ]);
  });

  it.each([
    ['a missing parameter', '{name} left', 'Parti', ['has the parameters none instead of name: string']],
    [
      'a parameter of another type',
      '{count, number}',
      '{count}',
      ['has the parameters count: string instead of count: number'],
    ],
    [
      'a missing tag',
      '<b>{name}</b> left',
      '{name} part',
      ['has the parameters name: string instead of b: Tag, name: string'],
    ],
    [
      'translated choices',
      '{kind, select, pair {a pair} other {a squad}}',
      '{kind, select, duo {un duo} other {une équipe}}',
      ['has the choices duo other of kind instead of other pair'],
    ],
    [
      'a missing choice',
      '{kind, select, pair {a pair} other {a squad}}',
      'Groupe : {kind}',
      ['has the choices none of kind instead of other pair'],
    ],
    [
      'a plural form of another language',
      '{count, plural, one {# spot} other {# spots}}',
      '{count, plural, one {# place} few {# places} other {# places}}',
      ["has the plural form few, which the language doesn't have"],
    ],
    ['an invalid ICU message', 'Saved', 'Enregistré {', [expect.stringContaining("isn't an ICU message")]],
  ])('reports %s', (_what, source, text, problems) => {
    expect(listProblems(source, text)).toEqual(problems);
  });

  it.each([
    ['a different order of parameters', '{name} sent {count, number} messages', '{count, number} messages de {name}'],
    [
      'additional plural forms',
      '{count, plural, one {# spot} other {# spots}}',
      '{count, plural, =0 {rien} one {# place} many {# de places} other {# places}}',
    ],
    ['a number instead of a plural', '{count, plural, one {# spot} other {# spots}}', 'Places : {count, number}'],
  ])('accepts %s', (_what, source, text) => {
    expect(listProblems(source, text)).toEqual([]);
  });
});

describe('findChangedTexts', () => {
  it('lists translations whose English text has changed since', () => {
    const catalog = createEnglish({ saved: 'Saved', left: 'Left' });
    const translation = createFrench({ saved: 'Enregistré', left: 'Parti' });
    const sources = { 'lfg.saved': hashText('Saved'), 'lfg.left': hashText('You left') };
    expect(findChangedTexts(catalog, translation, sources)).toEqual([
      'features/lfg/messages/fr.json: left was translated from another English text',
    ]);
  });
});
