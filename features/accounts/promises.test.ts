import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const promised = [...page.split('## Guarantees for accounts')[1]!.matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm)].map(
  ([, name]) => name!,
);

const testsIn = (folder: URL) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('promises.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
const tests = ['./', '../notifications/'].map((folder) => testsIn(new URL(folder, import.meta.url))).join('\n');

test('finds the named test for every promise in docs/security.md', () => {
  expect(promised.length).toBeGreaterThan(35);
  expect(promised.filter((name) => !["'", '"'].some((quote) => tests.includes(quote + name + quote)))).toEqual([]);
});
