import type { Literal } from './source-files.ts';

/** Calls whose string arguments are SQL, beside templates tagged `sql`. */
const SQL_TAGS = /(^|\.)(sql|sql\.raw|query|execute|unsafe)$/;
const IDENTIFIER = /(^|\.)sql\.identifier$/;
/** The shapes by which a string that nobody tagged is still a statement or a piece of one. */
const STATEMENT =
  /\bselect\b[\s\S]+\bfrom\s+[\w."]+|\binsert\s+into\s+[\w."]+|\bupdate\s+[\w."]+(\s+\w+)?\s+set\b|\bdelete\s+from\s+[\w."]+|\bjoin\s+[\w."]+(\s+(as\s+)?\w+)?\s+(on|using)\b|\b(truncate|alter table|create table|lock table|references)\s+[\w."]+/i;

const NAMES =
  /\b(?:from|join|into|update|using|references|table|truncate|analy[sz]e|vacuum|only|lateral|copy|cluster|reindex)\s+(?:table\s+|only\s+|if\s+exists\s+|if\s+not\s+exists\s+)*("?\w+"?(?:\."?\w+"?)?(?:(?:\s+(?:as\s+)?\w+)?\s*,\s*"?\w+"?(?:\."?\w+"?)?)*)/gi;

/**
 * The tables that a literal names where SQL names tables. Columns, aliases and common table expressions are none; words
 * of a sentence are none either, unless the literal is handed over as SQL or has the shape of a statement.
 */
export function tablesNamedIn({ text, tag }: Literal, known: ReadonlyMap<string, unknown>): string[] {
  if (tag === 'words') return [];
  if (tag !== undefined && IDENTIFIER.test(tag)) return [...known.keys()].filter((table) => lastPart(table) === text);
  if (!((tag !== undefined && SQL_TAGS.test(tag)) || STATEMENT.test(text))) return [];
  const plain = text.replace(/--.*$/gm, ' ').replace(/'(?:[^']|'')*'/g, "''");
  const own = new Set(
    [...plain.matchAll(/\b(\w+)(?:\s*\([\w\s,]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(
      ([, name]) => name!,
    ),
  );
  const named = [...plain.matchAll(NAMES)].flatMap(([, list = '']) => list.split(',').map(firstWord));
  return [...new Set(named)].filter((name) => known.has(name) && !own.has(name));
}

/** Tables whose name no sentence has, such as `order_events`, wherever they are spelled: they may become SQL later. */
export function tablesSpelledIn({ text, tag }: Literal, known: ReadonlyMap<string, unknown>): string[] {
  if (tag === 'words') return [];
  return [...known.keys()].filter((table) => /[._]/.test(table) && wordIn(table).test(text));
}

const wordIn = (table: string) => new RegExp(`(?<![\\w.])${table.replace('.', '\\.')}(?![\\w])`);
const firstWord = (item: string) =>
  item
    .trim()
    .split(/\s/)[0]!
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/^public\./, '');
const lastPart = (table: string) => table.split('.').at(-1)!;
