import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCESS_POLICY } from '../features/moderation/access-policy.rules.ts';
import { listLongSentences } from './test-sentences.ts';

const PAGES = globSync('docs/product/*.md');
const FILE = /^[\w.-]+\.(?:tsx?|md)$/;
const FOLDERS = ['content', 'db', 'features', 'integrations', 'matcher', 'ratings', 'server', 'time', 'web'];

const LABELS: Record<string, string> = {
  'banned-listing': 'listing ban',
  'banned-applying': 'application ban',
  'banned-matching': 'match ban',
  'banned-all': 'full ban',
  blocked: 'block',
  unpublished: 'unpublished',
  leaving: 'deletion',
  unreliable: 'low reliability',
  'plan-ended': 'plan ended',
};

/** Returns the cells of table rows whose last column is "Code". */
function readRuleRows(text: string): string[][] {
  const rules: string[][] = [];
  let isRule = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) isRule = false;
    else if (line.endsWith('| Code |')) isRule = true;
    else if (isRule && !line.startsWith('|---'))
      rules.push(
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
  }
  return rules;
}

const quotesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!);

/** Returns the claims in a Code cell that its files don't contain. */
function findUntrueClaims(cell: string): string[] {
  const quotes = quotesIn(cell);
  const files = quotes.filter((quote) => FILE.test(quote));
  const paths = files.map((file) => globSync(FOLDERS.map((folder) => `${folder}/**/${file}`))[0]);
  if (files.length === 0) return [`no file: ${cell}`];
  const code = paths.map((path) => (path ? readFileSync(path, 'utf8') : '')).join('\n');
  return quotes.filter((quote, index) => {
    if (FILE.test(quote)) return paths[files.indexOf(quote)] === undefined;
    return !code.includes(quote) || index === 0;
  });
}

describe('docs/product', () => {
  it('detects a changed value, a missing file and a rule without a file', () => {
    expect(findUntrueClaims('`ranking-threshold.rules.ts` `SETTLED_VOTERS = 6`')).toEqual(['SETTLED_VOTERS = 6']);
    expect(findUntrueClaims('`gone.rules.ts`')).toEqual(['gone.rules.ts']);
    expect(findUntrueClaims('everywhere')).toHaveLength(1);
  });

  it.each(PAGES)('quotes code exactly in %s', (page) => {
    const rules = readRuleRows(readFileSync(page, 'utf8'));
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.flatMap((cells) => findUntrueClaims(cells.at(-1)!))).toEqual([]);
  });

  it.each(PAGES)('has sentences of at most 25 words in %s', (page) => {
    expect(listLongSentences(readFileSync(page, 'utf8'))).toEqual([]);
  });

  it('lists every surface and what denies access to it', () => {
    const rows = readRuleRows(readFileSync('docs/product/moderation.md', 'utf8')).filter(
      ([, , code]) =>
        quotesIn(code!)[0] === 'access-policy.rules.ts' && Object.hasOwn(ACCESS_POLICY, quotesIn(code!)[1] ?? ''),
    );
    const listedClosers = rows.map(([, closedBy, code]) => [quotesIn(code!)[1], closedBy]);
    const expected = Object.entries(ACCESS_POLICY).map(([surface, { deniedBy }]) => [
      surface,
      deniedBy.map((event) => LABELS[event]).join(', ') || 'never',
    ]);
    expect(listedClosers).toEqual(expected);
  });
});
