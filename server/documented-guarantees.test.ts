import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
const [, section = ''] = page.split('## Guarantees of the server');
const [table = ''] = section.split('\n## ');
const guarantees = [...table.matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm)].map(([, name]) => name!);

const tests = globSync([
  'server/*.test.ts',
  'web/*.test.ts',
  'integrations/**/*.test.ts',
  'features/notifications/push/*.test.ts',
])
  .filter((file) => !file.endsWith('promises.test.ts'))
  .map((file) => readFileSync(file, 'utf8'));

/** Returns whether one file has the test, written as `<describe> › <it>`. */
const isTested = (name: string) =>
  tests.some((text) => name.split(' › ').every((part) => text.includes(`'${part}'`) || text.includes(`"${part}"`)));

test('finds the named test for each server guarantee in docs/security.md', () => {
  expect(guarantees.length).toBeGreaterThan(12);
  expect(guarantees.filter((name) => !isTested(name))).toEqual([]);
});
