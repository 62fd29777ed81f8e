import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../features/profiles/group-formats.schema.ts';
import { declareMessages, findCatalogProblems, findMissingFormats, listValues, readCatalogs } from './catalogs.ts';

const getCatalog = (messages: Record<string, string>) => ({
  name: 'lfg',
  path: 'features/lfg/messages/en.json',
  declarations: 'features/lfg/lfg.messages.ts',
  messages,
});

describe('listValues', () => {
  it.each([
    ['Saved', {}],
    ['{name} left', { name: 'string' }],
    ['{count, number} of {total, number}', { count: 'number', total: 'number' }],
    ['{count, plural, one {# spot for {name}} other {# spots}}', { count: 'number', name: 'string' }],
    ['{place, selectordinal, one {#st} other {#th}}', { place: 'number' }],
    ['{kind, select, pair {your partner} other {all {count}}}', { kind: 'string', count: 'string' }],
    ['{at, date, ::yMd} {at, time, ::jm}', { at: 'Date' }],
    ['Read <link>the {what}</link>', { link: 'Tag', what: 'string' }],
    ['By <time></time>', { time: 'Tag' }],
    ['{count, plural, =0 {none} one {one of {count}} other {#}}', { count: 'number' }],
  ])('reads the parameters of %s', (text, values) => {
    expect(Object.fromEntries(listValues(compile(text)))).toEqual(values);
  });
});

describe('declareMessages', () => {
  it('declares each message with its parameters', () => {
    expect(declareMessages(getCatalog({ saved: 'Saved', left: '<b>{name}</b> left' }))).toBe(
      [
        '// Generated from messages/en.json by `npm run translate`.',
        "import { message, type Tag } from '../../messages/message.ts';",
        '',
        'export const saved = message(\'lfg.saved\', "Saved");',
        'export const left = message<{ b: Tag; name: string }>(\'lfg.left\', [["b",["name"]]," left"]);',
        '',
      ].join('\n'),
    );
  });
});

describe('findCatalogProblems', () => {
  it('accepts every catalog of the product', () => {
    expect(readCatalogs().flatMap(findCatalogProblems)).toEqual([]);
  });

  it('reports texts with wrong product terms', () => {
    expect(findCatalogProblems(getCatalog({ paid: 'The payment processor was told.' }))).toEqual([
      'features/lfg/messages/en.json: paid says "The payment processor was told.": write payment provider',
      'features/lfg/messages/en.json: paid says "The payment processor was told.": write notify',
    ]);
  });

  it('reports invalid texts and keys', () => {
    expect(findCatalogProblems(getCatalog({ 'no key': 'Saved', open: '{count, plural, one {#}' }))).toEqual([
      "features/lfg/messages/en.json: no key isn't a name in camelCase",
      expect.stringContaining("features/lfg/messages/en.json: open isn't an ICU message"),
    ]);
  });
});

describe('findMissingFormats', () => {
  it('accepts every catalog of the product', () => {
    expect(readCatalogs().flatMap((catalog) => findMissingFormats(catalog, FORMATS))).toEqual([]);
  });

  it("reports texts that don't name a new format", () => {
    const catalog = getCatalog({
      found: '{format, select, pair {A pair} other {A squad}}',
      left: '{format, select, trio {A trio} pair {A pair} other {A squad}}',
      kind: '{kind, select, phone {A call} other {An email}}',
    });
    expect(findMissingFormats(catalog, ['squad', 'trio', 'pair'])).toEqual([
      'features/lfg/messages/en.json: found has no choice of format for one of squad, trio',
    ]);
  });
});
