export type Row = Record<string, unknown>;

/** An item of a plain database dump. `public` tables have no schema prefix. */
export type DumpItem =
  | { kind: 'table'; table: string }
  | { kind: 'row'; table: string; row: Row }
  /** Part of the dump that couldn't be read. */
  | { kind: 'unreadable'; table: string | undefined; why: string };

const UNSUPPORTED_FORMAT = 'create the dump with pg_dump --format=plain --column-inserts';

/**
 * Parses `pg_dump --format=plain`: COPY blocks, and INSERT with one or many rows. Values stay text, so the database
 * reads them exactly as it wrote them. Columns without a value are omitted and get their default.
 * @param chunks the text of the dump in pieces of any size
 */
export async function* readDump(chunks: AsyncIterable<string>): AsyncGenerator<DumpItem> {
  const scanner = createStatementScanner();
  const memory: DumpState = { schema: 'public', columns: new Map() };
  let copyHead: CopyHead | undefined;
  for await (const line of readLines(chunks)) {
    const content = line.replace(/\r?\n$/, '');
    if (copyHead) {
      if (content === '\\.') copyHead = undefined;
      else if (copyHead.columns) yield* parseCopyRow(copyHead.table, copyHead.columns, content);
      continue;
    }
    // psql meta-commands such as \restrict aren't SQL and end at the end of the line.
    if (scanner.isBetween() && line.startsWith('\\')) continue;
    for (const statement of scanner.take(line)) {
      const result = readStatement(statement, memory);
      yield* result.items;
      copyHead = result.copy;
    }
  }
  if (copyHead) yield { kind: 'unreadable', table: copyHead.table, why: 'the file ends in the middle of its rows' };
  if (scanner.isOpen()) {
    yield { kind: 'unreadable', table: undefined, why: 'the file ends in the middle of a statement' };
  }
}

async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let partialLine = '';
  for await (const chunk of chunks) {
    const lines = (partialLine + chunk).split('\n');
    partialLine = lines.pop()!;
    for (const line of lines) yield `${line}\n`;
  }
  if (partialLine) yield partialLine;
}

/** Patterns that end a token, by its opening characters. */
const END_PATTERNS: Record<string, RegExp> = { "'": /'/g, "e'": /\\[\s\S]|''|'/g, '"': /"/g, '/*': /\/\*|\*\//g };
const BEGINS = /--|\/\*|(?<![\w$])[eE]'|'|"|(?<![\w$])\$(?:[A-Za-z_]\w*)?\$|;/g;

/** Splits lines into statements, which end at a semicolon outside of strings, names and comments. */
function createStatementScanner() {
  let parts: string[] = [];
  let inside: string | undefined;
  let depth = 0;

  function* take(line: string): Generator<string> {
    let from = 0;
    let start = 0;
    while (from < line.length) {
      const found = findToken(line, from);
      if (!found || found[0] === '--') break;
      from = found.index + found[0].length;
      if (inside === '/*') {
        leave(found[0]);
        start = from;
      } else if (inside) leave(found[0]);
      else if (found[0] === ';') {
        parts.push(line.slice(start, from));
        yield parts.join('');
        parts = [];
        start = from;
      } else {
        if (found[0] === '/*') bufferPart(line.slice(start, found.index));
        enter(found[0]);
      }
    }
    if (inside !== '/*') bufferPart(line.slice(start));
  }

  /** Buffers part of a statement. Drops comments between statements. */
  function bufferPart(partialLine: string) {
    if (parts.length > 0 || inside || !/^\s*(--.*)?$/.test(partialLine.trimEnd())) parts.push(partialLine);
  }

  function findToken(line: string, from: number): { 0: string; index: number } | null {
    if (inside?.startsWith('$')) {
      const index = line.indexOf(inside, from);
      return index < 0 ? null : { 0: inside, index };
    }
    const pattern = inside ? END_PATTERNS[inside]! : BEGINS;
    pattern.lastIndex = from;
    return pattern.exec(line);
  }

  function enter(mark: string) {
    inside = mark.toLowerCase().endsWith("'") ? mark.toLowerCase() : mark;
    depth = 1;
  }

  function leave(mark: string) {
    if (inside === "e'" && mark !== "'") return;
    if (mark === '/*') depth += 1;
    else depth -= 1;
    if (depth === 0) inside = undefined;
  }

  return {
    take,
    isBetween: () => parts.length === 0 && !inside,
    /** Whether the input ends inside a token or statement. */
    isOpen: () => inside !== undefined || !tokenize(parts.join('')).next().done,
  };
}

type Token = { kind: 'text' | 'name' | 'word' | 'number' | 'cast' | 'symbol'; value: string };

const TOKEN =
  /(?<skip>\s+|--[^\n]*)|(?<escaped>[eE]'[^\\']*(?:(?:\\[\s\S]|'')[^\\']*)*')|(?<text>'[^']*(?:''[^']*)*')|(?<name>"[^"]*(?:""[^"]*)*")|(?<dollar>\$(?<tag>(?:[A-Za-z_]\w*)?)\$(?<inner>[\s\S]*?)\$\k<tag>\$)|(?<cast>::)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<symbol>[\s\S])/uy;

function* tokenize(statement: string): Generator<Token> {
  let at = 0;
  while (at < statement.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(statement)!;
    at = TOKEN.lastIndex;
    const { skip, escaped, text, name, dollar, inner, cast, word, number, symbol } = found.groups!;
    if (skip !== undefined) continue;
    if (escaped !== undefined) yield { kind: 'text', value: unescapeText(escaped.slice(2, -1)) };
    else if (text !== undefined) yield { kind: 'text', value: text.slice(1, -1).replaceAll("''", "'") };
    else if (dollar !== undefined) yield { kind: 'text', value: inner! };
    else if (name !== undefined) yield { kind: 'name', value: name.slice(1, -1).replaceAll('""', '"') };
    else if (word !== undefined) yield { kind: 'word', value: word.toLowerCase() };
    else if (number !== undefined) yield { kind: 'number', value: number };
    else if (cast !== undefined) yield { kind: 'cast', value: cast };
    else yield { kind: 'symbol', value: symbol! };
  }
}

const LETTERS: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

const ESCAPE = /''|\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g;

function unescapeText(text: string): string {
  return text.replaceAll(ESCAPE, (all) => {
    if (all === "''") return "'";
    const [, kind = '', ...digits] = all;
    if (digits.length > 0 && 'xuU'.includes(kind)) return String.fromCodePoint(Number.parseInt(digits.join(''), 16));
    if (/[0-7]/.test(kind)) return String.fromCodePoint(Number.parseInt(all.slice(1), 8));
    return LETTERS[kind] ?? kind;
  });
}

/** State from earlier statements that later ones depend on. */
type DumpState = { schema: string; columns: Map<string, string[]> };
type CopyHead = { table: string; columns: string[] | undefined };
type StatementResult = { items: Iterable<DumpItem>; copy?: CopyHead };

class UnreadableStatement extends Error {}

/** Creates a reader for the tokens of one statement, from left to right. */
function createReader(statement: string, memory: DumpState) {
  const tokens = tokenize(statement);
  let nextToken = tokens.next().value as Token | undefined;
  const take = () => {
    const current = nextToken;
    nextToken = tokens.next().value as Token | undefined;
    return current;
  };
  const isAhead = (value: string) => nextToken !== undefined && nextToken.kind !== 'text' && nextToken.value === value;
  const skip = (...values: string[]) => values.every((value) => isAhead(value) && take());
  const name = () => {
    const token = take();
    if (token?.kind === 'name' || token?.kind === 'word') return token.value;
    throw new UnreadableStatement('a name was expected');
  };
  const readTable = () => {
    const parts = [name()];
    while (skip('.')) parts.push(name());
    const [own, schema = memory.schema] = parts.reverse();
    return schema === 'public' ? own! : `${schema}.${own}`;
  };
  const readNames = () => {
    if (!skip('(')) return undefined;
    const list = [name()];
    while (skip(',')) list.push(name());
    if (!skip(')')) throw new UnreadableStatement("its column list isn't closed");
    return list;
  };
  return { take, has: isAhead, skip, name, table: readTable, names: readNames, peek: () => nextToken };
}
type Reader = ReturnType<typeof createReader>;

const CHANGES = ['update', 'delete', 'merge', 'truncate'];

function readStatement(statement: string, memory: DumpState): StatementResult {
  try {
    return readVerb(createReader(statement, memory), memory);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    const why = `it has a statement we can't parse (${error.message}); ${UNSUPPORTED_FORMAT}`;
    return { items: [{ kind: 'unreadable', table: undefined, why }] };
  }
}

function readVerb(read: Reader, memory: DumpState): StatementResult {
  if (read.skip('insert', 'into')) return { items: readInsert(read, read.table(), memory) };
  if (read.skip('copy')) return readCopy(read);
  if (read.skip('create', 'table')) return { items: readCreate(read, memory) };
  if (read.skip('set')) return { items: readSetting(read, memory) };
  const verb = read.peek()?.value ?? '';
  if (!CHANGES.includes(verb)) return { items: [] };
  const why = `it has a statement that changes rows (${verb.toUpperCase()}), which we don't run; ${UNSUPPORTED_FORMAT}`;
  return { items: [{ kind: 'unreadable', table: undefined, why }] };
}

function readSetting(read: Reader, memory: DumpState): DumpItem[] {
  const setting = read.take()?.value;
  if (!read.skip('=') && !read.skip('to')) return [];
  const value = read.take()?.value ?? '';
  if (setting === 'search_path') memory.schema = value || 'public';
  if (setting !== 'standard_conforming_strings' || value !== 'off') return [];
  const why = `its text uses an outdated escape format (standard_conforming_strings = off); ${UNSUPPORTED_FORMAT}`;
  return [{ kind: 'unreadable', table: undefined, why }];
}

const CONSTRAINTS = ['constraint', 'primary', 'unique', 'check', 'foreign', 'exclude', 'like'];

/** Reads a table's columns. `--inserts` lists them only here. */
function readCreate(read: Reader, memory: DumpState): DumpItem[] {
  read.skip('if', 'not', 'exists');
  const table = read.table();
  if (!read.skip('(')) return [{ kind: 'table', table }];
  const columns: string[] = [];
  let depth = 1;
  let isFirst = true;
  for (let token = read.take(); token && depth > 0; token = read.take()) {
    const isPlainText = token.kind === 'text';
    if (isFirst && depth === 1 && (token.kind === 'name' || !CONSTRAINTS.includes(token.value)))
      columns.push(token.value);
    isFirst = !isPlainText && token.value === ',' && depth === 1;
    if (!isPlainText && token.value === '(') depth += 1;
    if (!isPlainText && token.value === ')') depth -= 1;
  }
  memory.columns.set(table, columns);
  return [{ kind: 'table', table }];
}

function readCopy(read: Reader): StatementResult {
  const table = read.table();
  const columns = read.names();
  if (!read.skip('from', 'stdin')) return { items: [] };
  if (columns && read.has(';')) return { items: [{ kind: 'table', table }], copy: { table, columns } };
  const why = `its rows are in an unsupported format; ${UNSUPPORTED_FORMAT}`;
  return { items: [{ kind: 'unreadable', table, why }], copy: { table, columns: undefined } };
}

function* parseCopyRow(table: string, columns: string[], line: string): Generator<DumpItem> {
  const values = line.split('\t');
  if (values.length !== columns.length) {
    yield { kind: 'unreadable', table, why: `a row has ${values.length} values for ${columns.length} columns` };
    return;
  }
  const read = values.map((value) => (value === '\\N' ? null : unescapeCopyValue(value)));
  yield { kind: 'row', table, row: Object.fromEntries(columns.map((column, index) => [column, read[index]])) };
}

function unescapeCopyValue(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, letter: string) => LETTERS[letter] ?? letter);
}

function* readInsert(read: Reader, table: string, memory: DumpState): Generator<DumpItem> {
  yield { kind: 'table', table };
  try {
    const columns = read.names() ?? memory.columns.get(table);
    read.skip('overriding', 'system', 'value');
    read.skip('overriding', 'user', 'value');
    if (!read.skip('values')) throw new UnreadableStatement('its rows come from another query');
    if (!columns) throw new UnreadableStatement("its column names aren't in the dump");
    do yield { kind: 'row', table, row: readValues(read, columns) };
    while (read.skip(','));
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    yield { kind: 'unreadable', table, why: `${error.message}; ${UNSUPPORTED_FORMAT}` };
  }
}

function readValues(read: Reader, columns: string[]): Row {
  if (!read.skip('(')) throw new UnreadableStatement("a row doesn't start with a parenthesis");
  const values = [readValue(read)];
  while (read.skip(',')) values.push(readValue(read));
  if (!read.skip(')')) throw new UnreadableStatement('a row has something other than a plain value');
  if (values.length !== columns.length) {
    throw new UnreadableStatement(`a row has ${values.length} values for ${columns.length} columns`);
  }
  return Object.fromEntries(
    columns.map((column, index) => [column, values[index]]).filter(([, value]) => value !== undefined),
  );
}

/** @returns undefined where the column's default applies */
function readValue(read: Reader): string | boolean | null | undefined {
  const value = readLiteral(read);
  while (read.skip('::')) {
    read.table();
    if (read.skip('(')) while (read.peek() && !read.skip(')')) read.take();
    while (read.skip('[', ']'));
  }
  return value;
}

function readLiteral(read: Reader): string | boolean | null | undefined {
  const token = read.take();
  if (token?.kind === 'text' || token?.kind === 'number') return token.value;
  if (token?.kind === 'word') {
    if (token.value === 'null') return null;
    if (token.value === 'default') return undefined;
    if (token.value === 'true' || token.value === 'false') return token.value === 'true';
    // A string with a type prefix: timestamp '2026-01-01', or B'101'.
    if (read.peek()?.kind === 'text') return read.take()!.value;
  }
  throw new UnreadableStatement('a row has something other than a plain value');
}
