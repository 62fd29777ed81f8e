import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isKeepable, PAGE_PARAMETERS, pageAddress } from './page-address.ts';

const addressOf = (address: string) => pageAddress(new URL(address, 'https://crew.example'));

test('what pages do not read is no part of where they are kept', () => {
  expect(addressOf('/protocol/find?role=C&utm_source=x&fbclid=7&role=PG')).toBe('/protocol/find?role=C&role=PG');
  expect(addressOf(`/?${'junk=1&'.repeat(50)}`)).toBe('/');
  expect(addressOf('/join?next=%2Fplans&from=mail')).toBe('/join?next=%2Fplans&from=mail');
  expect(addressOf('/protocol/find.data?_routes=a&x=1')).toBe('/protocol/find.data?_routes=a');
});

test('the order of what pages read makes no page of its own', () => {
  expect(addressOf('/protocol/find?tier=A&role=C&role=PG')).toBe(addressOf('/protocol/find?role=C&tier=A&role=PG'));
});

test.each([
  ['/', true],
  ['/protocol/find', true],
  ['/protocol/find.data?_routes=a', true],
  ['/protocol/players/8d2e4523-0a5e-4a52-8d2b-0d6f5a2f0001', true],
  ['/__manifest?paths=%2Fplans&version=8d2e4523', false],
  ['/__manifest', false],
  ['/PLANS', false],
  ['/pl%61ns', false],
  ['/protocol//find', false],
  ['/plans/', false],
  [`/?q=${'x'.repeat(300)}`, false],
])('a page is kept under one spelling of its address and no other: %s', (address, kept) => {
  expect(isKeepable(addressOf(address))).toBe(kept);
});

test('the map of the pages is asked for with all that the router says', () => {
  const address = '/__manifest?paths=%2Fprotocol%2Fauth&version=8d2e4523';
  expect(addressOf(address)).toBe(address);
});

test('every parameter that a page reads is known', () => {
  /** Of fragments, which no server sees. */
  const elsewhere = ['access_token', 'refresh_token', 'message', 'type'];
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
