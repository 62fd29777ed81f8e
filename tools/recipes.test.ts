import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRepository } from './structure/repository.ts';
import { isTest } from './structure/source-files.ts';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');
const sections = guide.split(/^##+ /m).slice(1);
const findSection = (title: string) => sections.find((one) => one.startsWith(title)) ?? '';
const namedIn = (text: string) => [...text.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path]) => path!);
const RECIPES = ['A profile field', 'A channel', 'A group format', 'An operation', 'A job', 'A price'];

/** The product and its documentation, without tests, benches and journeys, which recipes don't have to name. */
const product = [
  ...readRepository().files.filter(({ path }) => !isTest(path) && !/^(bench|e2e|tools)\//.test(path)),
  ...['docs/configuration.md', 'docs/going-live.md'].map((path) => ({ path, text: readFileSync(path, 'utf8') })),
];
/**
 * Files that a recipe may name even if they don't contain its terms: tests that would fail, and files that may need a
 * change too.
 */
const OPTIONAL_FILES = [
  /\.test\.tsx?$|(^|\/)test-[^/]+\.ts$|^tools\//,
  /messages\/en\.json$|^content\/legal\/|^docs\//,
  /^content\/paths\.ts$|^web\/|^server\/(app|wiring)\.ts$/,
  /^features\/admin\/|game\.schema|short-messages|notifications\.queries|orders\.schema|^matcher\//,
];

/** Excludes migrations, because a new entry gets its own. */
const isMigration = (path: string) => path.startsWith('db/migrations/');

describe('CONTRIBUTING.md', () => {
  test('has a recipe for each common extension', () => {
    for (const recipe of RECIPES) {
      expect(namedIn(findSection(recipe)).length, recipe).toBeGreaterThan(0);
    }
  });

  test('names only existing files and folders', () => {
    expect(namedIn(guide).filter((path) => !existsSync(path))).toEqual([]);
  });

  test.each(RECIPES)('names every file that contains the terms of: %s', (recipe) => {
    const [, follow = '', ...steps] = findSection(recipe).split('\n');
    const quoted = [...follow.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
    const holders = product.filter(({ text }) => quoted.some((word) => text.includes(word))).map(({ path }) => path);
    const names = namedIn(steps.join('\n'));
    expect(quoted.length).toBeGreaterThan(0);
    expect(holders.filter((path) => !names.includes(path) && !isMigration(path))).toEqual([]);
    expect(
      names.filter((path) => !holders.includes(path) && !OPTIONAL_FILES.some((files) => files.test(path))),
    ).toEqual([]);
  });

  test('lists at most four files to change for a profile field', () => {
    expect(namedIn(findSection('A profile field')).filter((path) => !isTest(path)).length).toBeLessThanOrEqual(4);
  });

  test('names the tables that stop compiling until a new channel or price is added', () => {
    expect(findSection('A channel')).toContain('channels.commands.ts');
    expect(readFileSync('features/notifications/channels.commands.ts', 'utf8')).toContain('Record<Channel,');
    expect(readFileSync('features/notifications/notifications.queries.ts', 'utf8')).toContain('Record<Channel,');
    expect(findSection('A price')).toContain('orders.rules.ts');
    expect(readFileSync('features/payments/orders/orders.rules.ts', 'utf8')).toContain('Record<PriceId,');
  });

  test('has a glossary of at most forty terms', () => {
    expect([...findSection('Glossary').matchAll(/^\| (?!term )/gm)].length).toBeLessThanOrEqual(40);
  });
});

describe('the paths from the page to SQL', () => {
  const document = readFileSync('docs/architecture.md', 'utf8');
  const codePaths = [...document.matchAll(/^- \*\*([\w ]+)\*\*: (`web\/routes\.ts`.+)$/gm)].map(
    ([, name, files]) => [name!, [...files!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)] as const,
  );

  test('cover five actions', () => {
    const names = ['accept a match', 'save availability', 'sign in', 'new listing', 'checkout'];
    expect(codePaths.map(([name]) => name)).toEqual(names);
  });

  test.each(codePaths)('link at most eight files, each of which names the next: %s', (_name, files) => {
    expect(files.length).toBeLessThanOrEqual(8);
    for (const [index, path] of files.slice(0, -1).entries()) {
      // Skip these two, because the browser only imports the API's type, and reaches accounts through the library for
      // their protocol.
      if (path === 'web/api-client.ts' || path === 'web/auth-session.ts') continue;
      expect(readFileSync(path, 'utf8'), path).toContain(basename(files[index + 1]!));
    }
    expect(files.at(-1)).toMatch(/\.queries\.ts$/);
  });
});

describe('the list of request paths', () => {
  const table = readFileSync('docs/architecture.md', 'utf8').split('## Request paths')[1]!;
  const rows = [...table.matchAll(/^\| (page|API call|live stream|job|webhook) \| (`.+) \|$/gm)].map(
    ([, name, files]) => [name!, [...files!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)] as const,
  );

  test('covers page, API call, live stream, job and webhook', () => {
    expect(rows.map(([name]) => name)).toEqual(['page', 'API call', 'live stream', 'job', 'webhook']);
  });

  test.each(rows)('includes only files that each name the next one: %s', (_name, files) => {
    for (const [index, path] of files.slice(0, -1).entries()) {
      expect(readFileSync(path, 'utf8'), path).toContain(basename(files[index + 1]!));
    }
  });
});
