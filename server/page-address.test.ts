import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE_PARAMETERS, pageAddress } from './page-address.ts';

const addressOf = (address: string) => pageAddress(new URL(address, 'https://crew.example'));

test('what pages do not read is no part of where they are kept', () => {
  expect(addressOf('/protocol/find?role=C&utm_source=x&fbclid=7&role=PG')).toBe('/protocol/find?role=C&role=PG');
  expect(addressOf(`/?${'junk=1&'.repeat(50)}`)).toBe('/');
  expect(addressOf('/join?next=%2Fplans&from=mail')).toBe('/join?next=%2Fplans&from=mail');
  expect(addressOf('/protocol/find.data?_routes=a&x=1')).toBe('/protocol/find.data?_routes=a');
});

test('the map of the pages is asked for with all that the router says', () => {
  const address = '/__manifest?paths=%2Fprotocol%2Fauth&version=8d2e4523';
  expect(addressOf(address)).toBe(address);
});

test('every parameter that a page reads is known', () => {
  /** Of fragments, which no server sees. */
  const elsewhere = ['access_token', 'refresh_token', 'message'];
  const files = globSync(['features/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}', 'content/**/*.ts']);
  const read = files
    .filter((file) => !/\.(test|api|commands|queries)\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /searchParams|URLSearchParams/i.test(text))
    .flatMap((text) =>
      [...text.matchAll(/(?:\.(?:get|getAll|has)|\b(?:one|many))\('([a-z]\w*)'/g)].map(([, name = '']) => name),
    );
  const names = [...new Set(read)].filter((name) => !elsewhere.includes(name)).sort();
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !PAGE_PARAMETERS.includes(name))).toEqual([]);
});
