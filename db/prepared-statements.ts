import { createHash } from 'node:crypto';
import { getTableColumns, is, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core';
import { parseInstant } from '../time/postgres-instants.ts';
import { type Db, postgresError } from './database.ts';
import { executeServerPrepared } from './server-prepared-statements.ts';

/** Where the values of a statement go that are given each time; instants are given as text. */
type Placeholders<Given> = { readonly [Name in keyof Given]: SQL };

/** The text of a statement with its name, and for each of its numbers what is given, or a value that is always the same. */
type CompiledStatement = { name: string; text: string; values: unknown[] };

type PlanMode = 'once' | 'each time';

/** Who keeps statements: the session that a connection is, or whichever connection of the server a pooler lends. */
type StatementScope = 'session' | 'server';

const statementScopes = new WeakMap<Db, StatementScope>();

/** Lets the server keep the statements that are prepared here: it plans them once and is handed their values alone. */
export function enablePreparedStatements(db: Db, keeper: StatementScope): void {
  statementScopes.set(db, keeper);
}

/** "Cached plan must not change result type": the tables have changed under a statement that the server keeps. */
const RESULT_TYPE_CHANGED = '0A000';

/**
 * A statement that is asked often: its text is put together once, which for a long one costs more than to ask it, and a
 * value that stands in it many times travels once. In transactions it has no name.
 * @param build puts it together; whatever differs from one time to the next has to be `given`
 * @param planMode `each time` where the best plan hangs on what is given: the server keeps it nowhere
 * @returns asks it, over the pool or within a transaction
 * @example const namesOf = prepared<{ id: string }, { name: string }>(({ id }) => sql`select name from people where id = ${id}`);
 */
export function prepareStatement<Given extends Record<string, unknown>, Row extends object>(
  build: (given: Placeholders<Given>) => SQL,
  planMode: PlanMode = 'once',
): (db: Db, given: Given) => Promise<Row[]> {
  const places = new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` }) as Placeholders<Given>;
  let known: CompiledStatement | undefined;
  return async (db, given) => {
    known ??= compileStatement(build(places));
    const { name, text, values } = known;
    const params = values.map((value) => (is(value, Placeholder) ? given[value.name] : value));
    const ask = async (as: string | undefined) =>
      (await db._.session.prepareQuery({ sql: text, params }, undefined, as, false).execute()) as { rows: Row[] };
    const keeper = planMode === 'once' ? statementScopes.get(db) : undefined;
    if (!keeper) return (await ask(undefined)).rows;
    try {
      const kept = keeper === 'session' ? await ask(name) : await executeServerPrepared(db, { name, text, params });
      return ((kept as { rows: Row[] } | undefined) ?? (await ask(undefined))).rows;
    } catch (error) {
      if (postgresError(error)?.code !== RESULT_TYPE_CHANGED) throw error;
      return (await ask(undefined)).rows;
    }
  };
}

function compileStatement(statement: SQL): CompiledStatement {
  const values: unknown[] = [];
  const dialect = new PgDialect();
  // Drizzle hands over what stands there as well, which its types leave out.
  dialect.escapeParam = ((_: number, value: unknown) => {
    if (is(value, Param)) throw new Error('A column cannot write what is given later: name the place by itself.');
    const same = is(value, Placeholder)
      ? values.findIndex((known) => is(known, Placeholder) && known.name === value.name)
      : -1;
    return `$${same < 0 ? values.push(value) : same + 1}`;
  }) as typeof dialect.escapeParam;
  const { sql: text } = dialect.sqlToQuery(statement);
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text, values };
}

/** The same where the text depends on more than what is given: it is put together once for each. */
export function prepareStatementFor<Of extends object, Given extends Record<string, unknown>, Row extends object>(
  build: (given: Placeholders<Given>, of: Of) => SQL,
  planned: PlanMode = 'once',
): (of: Of, db: Db, given: Given) => Promise<Row[]> {
  const readers = new WeakMap<Of, (db: Db, given: Given) => Promise<Row[]>>();
  return (of, db, given) => {
    const read = readers.get(of) ?? prepareStatement<Given, Row>((places) => build(places, of), planned);
    readers.set(of, read);
    return read(db, given);
  };
}

/** The rows of a statement as one value; instants in it are text. */
export const toJsonList = (statement: SQLWrapper): SQL =>
  sql`(select coalesce(json_agg(r), '[]') from (${statement}) r)`;

/**
 * The one row of a statement as a single value: a row of many columns is described anew with each answer, and takes longer
 * to put together column by column than to read as JSON. Instants in it are text.
 */
export const toJsonText = (statement: SQLWrapper): SQL =>
  sql`select row_to_json(r)::text as facts from (${statement}) r`;

/** Of characters that stand in no JSON: they are written as escapes there. */
const [ROW_SEPARATOR, FIELD_SEPARATOR] = ['\x1e', '\x1f'];

/**
 * Rows as one text, which takes the driver a fraction of rows of columns. Each field is JSON, an id, a number or an instant,
 * or anything else in which no control character can be.
 */
export const toTextRows = (fields: readonly SQL[], from: SQL, order?: SQL): SQL => {
  const texts = fields.map((field) => sql`coalesce((${field})::text, '')`);
  const row = sql.join(texts, sql.raw(' || chr(31) || '));
  return sql`(select coalesce(string_agg(${row}, chr(30) ${order ? sql`order by ${order}` : sql``}), '') from ${from})`;
};

/** What was written so: the fields of each row; an empty one where there was none. */
export const parseTextRows = (text: string): string[][] =>
  text === '' ? [] : text.split(ROW_SEPARATOR!).map((row) => row.split(FIELD_SEPARATOR!));

type ColumnReader = { name: string; column: string; isInstant: boolean };
const readers = new WeakMap<PgTable, ColumnReader[]>();

function columnReadersOf(table: PgTable): ColumnReader[] {
  const known = readers.get(table);
  if (known) return known;
  const reads = Object.entries(getTableColumns(table)).map(([name, column]) => ({
    name,
    column: column.name,
    isInstant: is(column, PgTimestamp),
  }));
  readers.set(table, reads);
  return reads;
}

/** A row of a table that stands in a list, as it is when it is read by itself. */
export function parseRow<Table extends PgTable>(table: Table, row: Record<string, unknown>): Table['$inferSelect'] {
  const read: Record<string, unknown> = {};
  for (const { name, column, isInstant } of columnReadersOf(table)) {
    const value = row[column];
    read[name] = isInstant && typeof value === 'string' ? parseInstant(value) : value;
  }
  return read as Table['$inferSelect'];
}
