import pg from 'pg';
import { type Db, toPostgresError } from './database.ts';

/** A statement with its name and parameters. */
export type NamedStatement = { name: string; text: string; params: readonly unknown[] };
type Answer = { rows: object[] };

/** PostgreSQL's codes for "prepared statement does not exist" and "already exists". */
const STATEMENT_NOT_FOUND = '26000';
const STATEMENT_EXISTS = '42P05';

/** Number of misses after which we assume that the pooler keeps no statements, unless there were more hits. */
const MAX_MISSES = 2_000;
const hitCounts = new WeakMap<Db, { kept: number; missing: number }>();

const toArrayItem = (value: unknown) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`);
const toParameterText = (value: unknown) =>
  Array.isArray(value) ? `{${value.map(toArrayItem).join()}}` : String(value);
const toLiteral = (value: unknown) =>
  value === null || value === undefined ? 'null' : pg.escapeLiteral(toParameterText(value));

async function runSql(db: Db, sql: string): Promise<Answer> {
  const rows = await db._.session.prepareQuery({ sql, params: [] }, undefined, undefined, false).execute();
  return (Array.isArray(rows) ? rows.at(-1) : rows) as Answer;
}

/**
 * Runs a statement that's prepared on the server connection, no matter which connection a pooler lends. Behind a
 * pooler, names from the wire protocol don't reach the server, but names from SQL `PREPARE` do. The first caller on a
 * connection prepares the statement for all others.
 * @returns undefined when the caller has to run it as a regular statement
 */
export async function executeServerPrepared(
  db: Db,
  { name, text, params }: NamedStatement,
): Promise<Answer | undefined> {
  const hits = hitCounts.get(db) ?? { kept: 0, missing: 0 };
  hitCounts.set(db, hits);
  // With so many misses, this pooler probably resets connections before it lends them again, so no statement is kept.
  if (hits.missing >= MAX_MISSES && hits.kept <= hits.missing) return undefined;
  // The server reads a null byte as the end of the text and would parse the rest as the next query.
  if (params.some((value) => toParameterText(value).includes('\0'))) return undefined;
  const literals = params.length > 0 ? `(${params.map(toLiteral).join()})` : '';
  const executeSql = `execute "${name}"${literals}`;
  try {
    const rows = await runSql(db, executeSql);
    hits.kept += 1;
    return rows;
  } catch (error) {
    if (toPostgresError(error)?.code !== STATEMENT_NOT_FOUND) throw error;
    hits.missing += 1;
  }
  try {
    return await runSql(db, `prepare "${name}" as ${text}; ${executeSql}`);
  } catch (error) {
    // The pooler assigned a different connection this time, which already has the statement.
    if (toPostgresError(error)?.code !== STATEMENT_EXISTS) throw error;
    return undefined;
  }
}
