import { createHash } from 'node:crypto';
import { getTableColumns, is, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core';
import { parseInstant } from '../time/postgres-instants.ts';
import { type Db, toPostgresError } from './database.ts';
import { executeServerPrepared } from './server-prepared-statements.ts';

/** Placeholders for the values passed on each call; times are passed as text. */
type Placeholders<Given> = { readonly [Name in keyof Given]: SQL };

/** A statement's name and text, and the value or placeholder of each numbered parameter. */
type CompiledStatement = { name: string; text: string; values: unknown[] };

type PlanMode = 'once' | 'each time';

/**
 * Where prepared statements are kept: in the connection's session, or in whichever server connection a pooler assigns.
 */
type StatementScope = 'session' | 'server';

const statementScopes = new WeakMap<Db, StatementScope>();

/** Lets the server keep this database's prepared statements, so it plans each once and then only receives values. */
export function enablePreparedStatements(db: Db, scope: StatementScope): void {
  statementScopes.set(db, scope);
}

/** "Cached plan must not change result type": the tables have changed since the statement was prepared. */
const RESULT_TYPE_CHANGED = '0A000';

/**
 * Prepares a frequent statement. Its text is built only once, because building a long text costs more than running the
 * statement. A value that occurs several times is sent once. In transactions, the statement is unnamed and not kept.
 * @param build builds the statement; everything that varies between calls must be in `placeholders`
 * @param planMode `each time` if the best plan depends on the values; the server then doesn't keep the statement
 * @returns a function that runs the statement, over the pool or within a transaction
 * @example nameOf = prepareStatement<{ id: string }, Person>(({ id }) => sql`select name from people where id =
 * ${id}`);
 */
export function prepareStatement<Given extends Record<string, unknown>, Row extends object>(
  build: (placeholders: Placeholders<Given>) => SQL,
  planMode: PlanMode = 'once',
): (db: Db, values: Given) => Promise<Row[]> {
  const places = new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` }) as Placeholders<Given>;
  let statement: CompiledStatement | undefined;
  return async (db, parameterValues) => {
    statement ??= compileStatement(build(places));
    const { name, text, values } = statement;
    const params = values.map((value) => (is(value, Placeholder) ? parameterValues[value.name] : value));
    const execute = async (as: string | undefined) =>
      (await db._.session.prepareQuery({ sql: text, params }, undefined, as, false).execute()) as { rows: Row[] };
    const scope = planMode === 'once' ? statementScopes.get(db) : undefined;
    if (!scope) return (await execute(undefined)).rows;
    try {
      const queryResult =
        scope === 'session' ? await execute(name) : await executeServerPrepared(db, { name, text, params });
      return ((queryResult as { rows: Row[] } | undefined) ?? (await execute(undefined))).rows;
    } catch (error) {
      if (toPostgresError(error)?.code !== RESULT_TYPE_CHANGED) throw error;
      return (await execute(undefined)).rows;
    }
  };
}

function compileStatement(statement: SQL): CompiledStatement {
  const values: unknown[] = [];
  const dialect = new PgDialect();
  // Drizzle passes the value as a second argument, which its types don't declare.
  dialect.escapeParam = ((_: number, value: unknown) => {
    if (is(value, Param)) throw new Error("Use a named placeholder that isn't bound to a column.");
    const existingIndex = is(value, Placeholder)
      ? values.findIndex((param) => is(param, Placeholder) && param.name === value.name)
      : -1;
    return `$${existingIndex < 0 ? values.push(value) : existingIndex + 1}`;
  }) as typeof dialect.escapeParam;
  const { sql: text } = dialect.sqlToQuery(statement);
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text, values };
}

/** Like `prepareStatement`, but the text also depends on `variant` and is built once per variant. */
export function prepareStatementFor<Variant extends object, Given extends Record<string, unknown>, Row extends object>(
  build: (placeholders: Placeholders<Given>, variant: Variant) => SQL,
  planMode: PlanMode = 'once',
): (variant: Variant, db: Db, values: Given) => Promise<Row[]> {
  const readers = new WeakMap<Variant, (db: Db, values: Given) => Promise<Row[]>>();
  return (variant, db, values) => {
    const runStatement =
      readers.get(variant) ?? prepareStatement<Given, Row>((places) => build(places, variant), planMode);
    readers.set(variant, runStatement);
    return runStatement(db, values);
  };
}

/** Returns a statement's rows as one JSON value. Timestamps in it are strings. */
export const toJsonList = (statement: SQLWrapper): SQL =>
  sql`(select coalesce(json_agg(r), '[]') from (${statement}) r)`;

/**
 * Returns a statement's single row as JSON text. For a row with many columns, that's faster: PostgreSQL would describe
 * the columns again in each response, and the driver builds a row column by column. Times in it are strings.
 */
export const toJsonText = (statement: SQLWrapper): SQL =>
  sql`select row_to_json(r)::text as facts from (${statement}) r`;

/** Separators that never occur in JSON, which escapes control characters. */
const [ROW_SEPARATOR, FIELD_SEPARATOR] = ['\x1e', '\x1f'];

/**
 * Returns rows as one text, which the driver reads in a fraction of the time it needs for rows of columns. Each field
 * is JSON, an id, a number, a time, or anything else that can't contain control characters.
 */
export const toTextRows = (fields: readonly SQL[], from: SQL, order?: SQL): SQL => {
  const texts = fields.map((field) => sql`coalesce((${field})::text, '')`);
  const row = sql.join(texts, sql.raw(' || chr(31) || '));
  return sql`(select coalesce(string_agg(${row}, chr(30) ${order ? sql`order by ${order}` : sql``}), '') from ${from})`;
};

/** Parses text written by `toTextRows` into the fields of each row; a null field becomes an empty string. */
export const parseTextRows = (text: string): string[][] =>
  text === '' ? [] : text.split(ROW_SEPARATOR!).map((row) => row.split(FIELD_SEPARATOR!));

type ColumnReader = { name: string; column: string; isInstant: boolean };
const readers = new WeakMap<PgTable, ColumnReader[]>();

function listColumnReaders(table: PgTable): ColumnReader[] {
  const reader = readers.get(table);
  if (reader) return reader;
  const reads = Object.entries(getTableColumns(table)).map(([name, column]) => ({
    name,
    column: column.name,
    isInstant: is(column, PgTimestamp),
  }));
  readers.set(table, reads);
  return reads;
}

/** Parses a table row from a JSON list into the same values as when it's selected directly. */
export function parseRow<Table extends PgTable>(table: Table, row: Record<string, unknown>): Table['$inferSelect'] {
  const record: Record<string, unknown> = {};
  for (const { name, column, isInstant } of listColumnReaders(table)) {
    const value = row[column];
    record[name] = isInstant && typeof value === 'string' ? parseInstant(value) : value;
  }
  return record as Table['$inferSelect'];
}
