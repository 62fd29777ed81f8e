import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Lists method and path of every operation that the features declare. */
const listDeclared = (text: string) =>
  [...text.matchAll(/operation\(\{\s*method: '(\w+)',\s*path: '([^']+)'/g)].map(
    ([, method, path]) => `${method} ${path!.replace(/\{[^}]+\}/g, '{}')}`,
  );

const listRepeated = (all: string[]) => all.filter((one, index) => all.indexOf(one) !== index);

test('has no two operations with the same method and path, because the second would never be called', () => {
  const all = globSync('features/**/*.api.ts').flatMap((file) => listDeclared(readFileSync(file, 'utf8')));
  expect(all.length).toBeGreaterThan(250);
  expect(listRepeated(all)).toEqual([]);
});

test('detects two operations with the same method and path, even if their parameters have different names', () => {
  const text = `operation({ method: 'get', path: '/api/x/{id}' }) operation({\n  method: 'get',\n  path: '/api/x/{user}',`;
  expect(listRepeated(listDeclared(text))).toEqual(['get /api/x/{}']);
});
