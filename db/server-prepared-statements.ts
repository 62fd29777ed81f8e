import pg from 'pg';
import { type Db, postgresError } from './database.ts';

/** A statement with its name, and what it is asked with. */
export type NamedStatement = { name: string; text: string; params: readonly unknown[] };
type Answer = { rows: object[] };

/** "Prepared statement does not exist", and "already exists". */
const STATEMENT_NOT_FOUND = '26000';
const STATEMENT_EXISTS = '42P05';

/** After so many that were not there, and fewer that were, nobody can be keeping them. */
const MAX_MISSES = 2_000;
const hitCounts = new WeakMap<Db, { kept: number; missing: number }>();

const toArrayItem = (value: unknown) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`);
const toParameterText = (value: unknown) =>
  Array.isArray(value) ? `{${value.map(toArrayItem).join()}}` : String(value);
const toLiteral = (value: unknown) =>
  value === null || value === undefined ? 'null' : pg.escapeLiteral(toParameterText(value));

async function runSql(db: Db, sql: string): Promise<Answer> {
  const answer = await db._.session.prepareQuery({ sql, params: [] }, undefined, undefined, false).execute();
  return (Array.isArray(answer) ? answer.at(-1) : answer) as Answer;
}

/**
 * Asks a statement that a connection of the server keeps, whichever a pooler lends: names of the protocol are known to
 * one side of it alone, those of SQL to the server. The first to get a connection prepares it there, for all after.
 * @returns undefined when it has to be asked as any other
 */
export async function executeServerPrepared(
  db: Db,
  { name, text, params }: NamedStatement,
): Promise<Answer | undefined> {
  const times = hitCounts.get(db) ?? { kept: 0, missing: 0 };
  hitCounts.set(db, times);
  // Connections are emptied there before others get them.
  if (times.missing >= MAX_MISSES && times.kept <= times.missing) return undefined;
  // A text ends there for the server, and what comes after would be taken for the next question.
  if (params.some((value) => toParameterText(value).includes('\0'))) return undefined;
  const given = params.length > 0 ? `(${params.map(toLiteral).join()})` : '';
  const execute = `execute "${name}"${given}`;
  try {
    const answer = await runSql(db, execute);
    times.kept += 1;
    return answer;
  } catch (error) {
    if (postgresError(error)?.code !== STATEMENT_NOT_FOUND) throw error;
    times.missing += 1;
  }
  try {
    return await runSql(db, `prepare "${name}" as ${text}; ${execute}`);
  } catch (error) {
    // It was another connection this time, which keeps it already.
    if (postgresError(error)?.code !== STATEMENT_EXISTS) throw error;
    return undefined;
  }
}
