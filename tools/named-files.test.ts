import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOP_FOLDERS } from './structure/kinds.ts';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
const FOLDERS = [...TOP_FOLDERS, 'tools', 'bench', 'e2e', 'docs', 'public'];
/** A path from the root, or a file found by its name alone; `*` as in a shell. */
const PATH = new RegExp(`^(?:${FOLDERS.join('|')})/[\\w./*-]*$`);
const NAME = /^[\w*-][\w.*-]*\.(?:tsx?|md|sql|css)$/;

function missingIn(text: string): string[] {
  const words = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!);
  return words.filter((word) => {
    if (PATH.test(word)) return globSync(word.replace(/\/$/, '')).length === 0;
    const places = [word, ...FOLDERS.map((folder) => `${folder}/**/${word}`)];
    return NAME.test(word) && globSync(places).length === 0;
  });
}

test('a document that names a file which does not exist is noticed', () => {
  expect(missingIn('`tools/gone.ts` and `gone.rules.ts`, `features/**/*.gone.ts`, `features/gone`')).toHaveLength(4);
  expect(missingIn('`tools/test.ts`, `kinds.ts`, `*.rules.ts`, `features/`, `/api/openapi.json`, `npm test`')).toEqual(
    [],
  );
});

test.each(DOCUMENTS)('%s names only files that exist', (document) => {
  expect(missingIn(readFileSync(document, 'utf8'))).toEqual([]);
});
