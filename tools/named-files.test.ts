import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { TOP_FOLDERS } from './structure/kinds.ts';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')];
const FOLDERS = [...TOP_FOLDERS, 'tools', 'bench', 'e2e', 'docs', 'public'];
/** Paths from the root and plain file names; `*` works as in a shell. */
const PATH = new RegExp(`^(?:${FOLDERS.join('|')})/[\\w./*-]*$`);
const NAME = /^[\w*-][\w.*-]*\.(?:tsx?|md|sql|css)$/;

function findMissingFiles(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!);
  return quoted.filter((word) => {
    if (PATH.test(word)) return globSync(word.replace(/\/$/, '')).length === 0;
    const places = [word, ...FOLDERS.map((folder) => `${folder}/**/${word}`)];
    return NAME.test(word) && globSync(places).length === 0;
  });
}

test('detects names of missing files in a document', () => {
  expect(
    findMissingFiles('`tools/gone.ts` and `gone.rules.ts`, `features/**/*.gone.ts`, `features/gone`'),
  ).toHaveLength(4);
  expect(
    findMissingFiles('`tools/test.ts`, `kinds.ts`, `*.rules.ts`, `features/`, `/api/openapi.json`, `npm test`'),
  ).toEqual([]);
});

test.each(DOCUMENTS)('finds no names of missing files in %s', (document) => {
  expect(findMissingFiles(readFileSync(document, 'utf8'))).toEqual([]);
});

/** Lists a document's links to missing repository files or headings. */
function findBrokenLinks(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    if (/^(?:[a-z]+:|\/)/.test(link)) return false;
    const [path = '', heading] = link.split('#');
    const target = path ? join(dirname(document), path) : document;
    if (!existsSync(target)) return true;
    return heading !== undefined && !listHeadings(target).includes(heading);
  });
}

/** Returns a document's headings as GitHub writes them in URLs. */
function listHeadings(document: string): string[] {
  const titles = [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase());
  return titles.map((title) => title.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

test('detects links to a missing file or heading', () => {
  expect(findBrokenLinks('docs/scale.md', '[a](gone.md) [b](scale.md#gone) [c](../gone.md#gone)')).toHaveLength(3);
  expect(findBrokenLinks('docs/scale.md', '[a](security.md) [b](https://example.com/) [c](../README.md)')).toEqual([]);
});

test.each(DOCUMENTS)('finds no links to missing files or headings in %s', (document) => {
  expect(findBrokenLinks(document, readFileSync(document, 'utf8'))).toEqual([]);
});
