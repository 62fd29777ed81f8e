import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Lists method and path of every operation that the features declare. */
const declared = (text: string) =>
  [...text.matchAll(/operation\(\{\s*method: '(\w+)',\s*path: '([^']+)'/g)].map(
    ([, method, path]) => `${method} ${path!.replace(/\{[^}]+\}/g, '{}')}`,
  );

const repeated = (all: string[]) => all.filter((one, at) => all.indexOf(one) !== at);

test('has no two operations with the same method and path, because the second would never be called', () => {
  const all = globSync('features/**/*.api.ts').flatMap((file) => declared(readFileSync(file, 'utf8')));
  expect(all.length).toBeGreaterThan(250);
  expect(repeated(all)).toEqual([]);
});

test('detects two operations with the same method and path, even if their parameters have different names', () => {
  const text = `operation({ method: 'get', path: '/api/x/{id}' }) operation({\n  method: 'get',\n  path: '/api/x/{user}',`;
  expect(repeated(declared(text))).toEqual(['get /api/x/{}']);
});
