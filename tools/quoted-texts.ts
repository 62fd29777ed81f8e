import { globSync, readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { type Catalog, NODE_CODE } from './catalogs.ts';
import { isTest, listLiterals, PLACEHOLDER, type SourceFile } from './structure/source-files.ts';

/** A text that a journey looks for on a page. */
export type Quote = { path: string; line: number; text: string };

/** Playwright's queries and assertions whose first argument is text on a page. */
const TEXT_QUERIES = new Set([
  'getByText',
  'getByLabel',
  'getByPlaceholder',
  'getByTitle',
  'getByAltText',
  'toContainText',
  'toHaveText',
  'toHaveTitle',
  'toHaveAccessibleName',
]);
/** Options of queries that hold text on a page. */
const TEXT_OPTIONS = new Set(['name', 'hasText']);
/** Texts outside of catalogs: the admin console, content, the vendors' sandboxes and errors in code. */
const SOURCES = '{content,features,integrations,pictures,server,web}/**/*.{ts,tsx,md}';
/** Quotes that a page composes from a text and data. No catalog contains them as a whole. */
const COMPOSED = new Set([
  '1Each covers up to $100',
  '3 listings closed',
  '6\'9" power forward or center, no shooting',
  'Mon, Tue, Wed, Thu, Fri 6:00 PM–12:00 AM (Eastern time)',
  'Between $0 and $100.',
  'by Listing Owner',
  'Overlap ≈ 6h/wk · Coverage',
  'Both free 4 hours a week.',
  '4 of 5 ready. Waiting for Queue 4 C',
  'Queue 5 C',
  'Call us',
  'Skill (points)',
  'Positions (points)',
  'Shared time (minutes a week)',
  'me.png',
]);
/** Stands for a value in a message, such as a name or an amount. */
const VALUE = '\u0000';
/** Texts with fewer letters, such as "{day}, {time}", would match any quote. */
const MIN_LETTERS = 4;

const normalizeSpaces = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ');
const normalize = (text: string) => normalizeSpaces(text).trim();
const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Lists the texts that a journey's source looks for. Leaves out computed texts, regular expressions, and texts that the
 * journey itself types, which occur in its source twice.
 */
export function listQuotes({ path, text: source }: SourceFile): Quote[] {
  const quotes: Quote[] = [];
  const add = (node: Node | undefined) => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string' || source.split(node.value).length > 2) return;
    quotes.push({ path, line: source.slice(0, node.start).split('\n').length, text: normalize(node.value) });
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (TEXT_QUERIES.has(callee.property.name)) add(first);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && TEXT_OPTIONS.has(key.name)) add(value);
    },
  }).visit(parseSync(path, source).program);
  return quotes;
}

/** Lists all forms of a part of a compiled message: one for each branch of its selects and plurals. */
function listForms(node: unknown): string[] {
  if (typeof node === 'string') return [normalizeSpaces(node)];
  if (!Array.isArray(node)) return [VALUE];
  const [, kind, ...rest] = node as [string, unknown, ...unknown[]];
  const isTag = kind !== undefined && (typeof kind !== 'number' || kind === 0);
  if (isTag) return listSequenceForms([kind, ...rest]);
  if (kind === undefined || (kind as number) > NODE_CODE.selectOrdinal) return [VALUE];
  return Object.values(rest[0] as Record<string, unknown>).flatMap((branch) =>
    Array.isArray(branch) ? listSequenceForms(branch) : listForms(branch),
  );
}

const listSequenceForms = (nodes: readonly unknown[]): string[] =>
  nodes.reduce<string[]>((forms, node) => forms.flatMap((form) => listForms(node).map((next) => form + next)), ['']);

function listMessageForms(text: string): string[] {
  const compiled = compile(text);
  return typeof compiled === 'string' ? [normalizeSpaces(compiled)] : listSequenceForms(compiled);
}

/** Lists the ways to split a quote that joins two texts, such as a message's title and body. */
const listSplits = (text: string) =>
  [...text.matchAll(/(?<=[.:?!”]) /g)].map(({ index }) => [
    text.slice(0, index).replace(/:$/, ''),
    text.slice(index + 1),
  ]);

/**
 * Returns the quoted texts that appear in no message or source file, so no page can show them.
 * @param messages ICU messages
 * @param sources files with texts outside of the catalogs
 */
export function findUnknownQuotes(
  quotes: readonly Quote[],
  messages: readonly string[],
  sources: readonly SourceFile[],
): Quote[] {
  const written = sources.flatMap((file) =>
    file.path.endsWith('.md') ? [file.text] : listLiterals(file).map(({ text }) => text.replaceAll(PLACEHOLDER, VALUE)),
  );
  const forms = [...messages.flatMap(listMessageForms), ...written.map(normalizeSpaces)];
  const patterns = forms
    .filter((form) => form.includes(VALUE) && countLetters(form) >= MIN_LETTERS)
    .map((form) => new RegExp(`^${form.split(VALUE).map(escapePattern).join('.+')}$`, 'i'));
  const plain = forms.join('\n').toLowerCase();
  const isKnown = (text: string): boolean =>
    countLetters(text) < MIN_LETTERS ||
    plain.includes(text.toLowerCase()) ||
    patterns.some((pattern) => pattern.test(text)) ||
    listSplits(text).some((parts) => parts.every(isKnown));
  return quotes.filter(({ text }) => !COMPOSED.has(text) && !isKnown(text));
}

const readFile = (path: string): SourceFile => ({ path, text: readFileSync(path, 'utf8') });

/** Returns a problem for each text that a journey looks for and that was reworded or removed. */
export function findStaleQuotes(catalogs: readonly Catalog[]): string[] {
  const quotes = globSync('e2e/*.ts').map(readFile).flatMap(listQuotes);
  const declarations = new Set(catalogs.map((catalog) => catalog.declarations));
  const sources = globSync(SOURCES)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path) && !declarations.has(path))
    .map(readFile);
  const messages = catalogs.flatMap((catalog) => Object.values(catalog.messages));
  return findUnknownQuotes(quotes, messages, sources).map(
    ({ path, line, text }) => `${path}:${line} looks for "${text}", which no page says: quote the current text`,
  );
}
