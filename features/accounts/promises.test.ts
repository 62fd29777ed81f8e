import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const guarantees = [...page.split('## Guarantees for accounts')[1]!.matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm)].map(
  ([, name]) => name!,
);

const testsIn = (folder: URL) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('promises.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
const tests = ['./', '../notifications/'].flatMap((folder) => testsIn(new URL(folder, import.meta.url)));

/** Returns whether one file has the test, written as `<describe> › <it>`. */
const isTested = (name: string) =>
  tests.some((text) => name.split(' › ').every((part) => text.includes(`'${part}'`) || text.includes(`"${part}"`)));

test('finds the named test for every promise in docs/security.md', () => {
  expect(guarantees.length).toBeGreaterThan(35);
  expect(guarantees.filter((name) => !isTested(name))).toEqual([]);
});
