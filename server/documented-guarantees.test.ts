import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
const [, section = ''] = page.split('## Guarantees of the server');
const [table = ''] = section.split('\n## ');
const promised = [...table.matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm)].map(([, name]) => name!);

const tests = globSync([
  'server/*.test.ts',
  'web/*.test.ts',
  'integrations/**/*.test.ts',
  'features/notifications/push/*.test.ts',
])
  .filter((file) => !file.endsWith('promises.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test('finds the named test for each server guarantee in docs/security.md', () => {
  expect(promised.length).toBeGreaterThan(12);
  expect(promised.filter((name) => !["'", '"'].some((quote) => tests.includes(quote + name + quote)))).toEqual([]);
});
