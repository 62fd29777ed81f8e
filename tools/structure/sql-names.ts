import { type Literal, listLiterals, PLACEHOLDER, type SourceFile, visitNodes } from './source-files.ts';

/** Calls and template tags whose strings are SQL. */
const SQL_TAGS = /(^|\.)(sql|sql\.raw|query|execute|unsafe)$/;
const RAW = /(^|\.)sql\.raw$/;
const IDENTIFIER = /(^|\.)sql\.identifier$/;
/** Pattern of an untagged string that is a SQL statement or part of one. */
const STATEMENT =
  /\bselect\b[\s\S]+\bfrom\s+[\w."]+|\binsert\s+into\s+[\w."]+|\bupdate\s+[\w."]+(\s+\w+)?\s+set\b|\bdelete\s+from\s+[\w."]+|\bjoin\s+[\w."]+(\s+(as\s+)?\w+)?\s+(on|using)\b|\b(truncate|alter table|create table|lock table|references)\s+[\w."]+/i;

const NAMES =
  /\b(?:from|join|into|update|using|references|table|truncate|analy[sz]e|vacuum|only|lateral|copy|cluster|reindex)\s+(?:table\s+|only\s+|if\s+exists\s+|if\s+not\s+exists\s+)*("?\w+"?(?:\."?\w+"?)?(?:(?:\s+(?:as\s+)?\w+)?\s*,\s*"?\w+"?(?:\."?\w+"?)?)*)/gi;

/**
 * Returns the tables that a literal names where SQL expects a table. Columns and aliases don't count. Words in prose
 * don't either, unless the literal is passed as SQL or looks like a statement. A common table expression must not share
 * a table's name.
 */
export function findTableNames({ text, tag }: Literal, tables: ReadonlyMap<string, unknown>): string[] {
  if (tag === 'words') return [];
  if (tag !== undefined && IDENTIFIER.test(tag))
    return [...tables.keys()].filter((table) => getLastPart(table) === text);
  if (!((tag !== undefined && SQL_TAGS.test(tag)) || STATEMENT.test(text))) return [];
  const sqlText = text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, "''");
  const names = [...sqlText.matchAll(NAMES)].flatMap(([, list = '']) => list.split(',').map(getFirstWord));
  names.push(...findListedNames(sqlText).map(getFirstWord));
  // Text that's only a name, with or without a comma, is inserted where SQL expects a table.
  const isPiece = tag !== undefined && SQL_TAGS.test(tag) && ONLY_NAME.test(sqlText);
  if (isPiece) names.push(getFirstWord(sqlText.replace(/^[\s,]+/, '')));
  if (tag !== undefined && RAW.test(tag)) names.push(getFirstWord(sqlText));
  return [...new Set(names)].filter((name) => tables.has(name));
}

const ONLY_NAME = /^[\s,]*[\w."]+(\s+(as\s+)?\w+)?\s*$/;
const TOKEN = new RegExp(`"?\\w+"?(?:\\."?\\w+"?)?|[(),;${PLACEHOLDER}]`, 'g');
const BEFORE_NAME = /^(only|lateral|as)$/i;
const ENDS_LIST =
  /^(where|group|order|having|limit|offset|fetch|for|union|intersect|except|window|returning|set|select|values)$/i;

/**
 * Returns tables in a list that doesn't begin with a name: `from (select …) a, orders o`, `from unnest(…) u, orders`.
 */
function findListedNames(sql: string): string[] {
  const tables: string[] = [];
  const tokens = sql.match(TOKEN) ?? [];
  // State inside the current parentheses: whether they contain a list of tables, and whether the next word would be
  // one.
  let scope = { isList: false, expects: false };
  const outerScopes: (typeof scope)[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token === '(') {
      outerScopes.push({ ...scope, expects: false });
      scope = { ...scope, isList: scope.expects };
    } else if (token === ')') scope = outerScopes.pop() ?? { isList: false, expects: false };
    else if (token === ',') scope.expects = scope.isList;
    else if (token === ';' || ENDS_LIST.test(token)) scope = { isList: false, expects: false };
    else if (/^from$/i.test(token) && !/^distinct$/i.test(tokens[index - 1] ?? ''))
      scope = { isList: true, expects: true };
    else if (scope.expects && !BEFORE_NAME.test(token)) {
      if (tokens[index + 1] !== '(') tables.push(token);
      scope.expects = false;
    }
  }
  return tables;
}

/**
 * Returns whether a file builds SQL names dynamically, by passing anything but a string to `sql.raw` or
 * `sql.identifier`.
 */
export function buildsTableNames(file: SourceFile): boolean {
  if (!/\b(sql|query|execute|unsafe|from|join|into|update)\b/i.test(file.text)) return false;
  let makesSql = false;
  visitNodes(file, {
    CallExpression: ({ callee, arguments: args }) => {
      const name = file.text.slice(callee.start, callee.end);
      makesSql ||= (RAW.test(name) || IDENTIFIER.test(name)) && args.some(({ type }) => type !== 'Literal');
    },
  });
  return makesSql || listLiterals(file).some(({ text, tag }) => tag !== 'sql' && OPEN_STATEMENT.test(text));
}

/** Pattern of a statement with a placeholder instead of a table's name. */
const OPEN_STATEMENT = new RegExp(
  `\\b(?:select\\b[\\s\\S]+\\bfrom|insert\\s+into|delete\\s+from|truncate(?:\\s+table)?|lock\\s+table|alter\\s+table)\\s+(?:only\\s+)?"?${PLACEHOLDER}|\\bupdate\\s+"?${PLACEHOLDER}"?\\s+set\\b|\\bjoin\\s+"?${PLACEHOLDER}"?(?:\\s+\\w+)?\\s+on\\b`,
  'i',
);

/**
 * Returns tables that any string names, because the string may become SQL later. Considers only names that never occur
 * in prose, such as `order_events`.
 */
export function findHardcodedTableNames({ text, tag }: Literal, tables: ReadonlyMap<string, unknown>): string[] {
  if (tag === 'words') return [];
  return [...tables.keys()].filter((table) => /[._]/.test(table) && createWordPattern(table).test(text));
}

const createWordPattern = (table: string) => new RegExp(`(?<![\\w.])${table.replace('.', '\\.')}(?![\\w])`);
const getFirstWord = (item: string) =>
  item
    .trim()
    .split(/\s/)[0]!
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/^public\./, '');
const getLastPart = (table: string) => table.split('.').at(-1)!;
