import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const section = page.split('## What money promises')[1]!.split('\n## ')[0]!;
const promised = [...section.matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm)].map(([, name]) => name!);

const tests = globSync('features/{payments,bookings,team-assembly,assets}/**/*.test.ts')
  .filter((file) => !file.endsWith('money-promises.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test('has the named test for every money promise in docs/security.md', () => {
  expect(promised.length).toBeGreaterThan(15);
  expect(promised.filter((name) => !["'", '"'].some((quote) => tests.includes(quote + name + quote)))).toEqual([]);
});
