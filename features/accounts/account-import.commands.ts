import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { type Db, isForeignKeyViolation, isUniqueViolation, toPostgresError } from '../../db/database.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import { insertRows, listColumns, listUsersWithRemovedFactors } from './account-import.queries.ts';
import {
  ACCOUNT_TABLES,
  CREDENTIAL_TABLES,
  decideTable,
  findSkipProblem,
  prepareRow,
  type RowConverters,
  withReadableInstants,
} from './account-import.rules.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { type DumpItem, type Row, readDump } from './dump-parser.rules.ts';
import { encryptSecret, SECRET_CONTEXTS } from './encryption.commands.ts';
import { UnreadableSecret } from './imported-factors.rules.ts';

const BATCH_SIZE = 500;

/** Import rules for the tables of other features. */
export type ImportedTables = {
  /** Tables that other tables reference, in insertion order. */
  first: readonly string[];
  shapes: RowConverters;
  /** Tables that grant permissions, which are never imported from a file. */
  never: readonly string[];
};
export const importedTables = port<ImportedTables>('accounts.imported-tables');

type RowProblem = { id: string; why: string };

export type TableReport = {
  read: number;
  added: number;
  present: number;
  refused: RowProblem[];
  remarks: RowProblem[];
  /** Why the table wasn't imported; absent if it was. */
  skipped?: string;
  /** Columns that our table doesn't have. */
  unknown: string[];
};

export type ImportReport = {
  /** Reports by table name. */
  tables: Record<string, TableReport>;
  /** Problems with the import as a whole. If there are any, nothing was written. */
  problems: string[];
  written: boolean;
};

export type ImportOptions = {
  /** Whether to roll back the import after reporting. */
  dryRun?: boolean;
  /** Tables the operator chose to skip. */
  leave?: readonly string[];
  /** Called after each batch. */
  onProgress?: (table: string, report: TableReport) => void;
};

/**
 * Imports an export of the hosted service, all or nothing. The export is a plain database dump, or JSON with a list of
 * rows per table. Idempotent: existing rows stay unchanged.
 */
export async function importAccounts(deps: Deps, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  const problem = findSkipProblem(options.leave ?? []);
  if (problem) return { tables: {}, problems: [problem], written: false };
  const report: ImportReport = { tables: {}, problems: [], written: false };
  try {
    await deps.db.transaction(async (tx) => {
      await importAllTables({ deps, tx, file, options, report });
      if (report.problems.length > 0 || options.dryRun) throw new ImportRollback();
    });
    report.written = true;
  } catch (error) {
    if (!(error instanceof ImportRollback)) throw error;
  }
  return report;
}

class ImportRollback extends Error {}

type Run = { deps: Deps; tx: Db; file: string; options: ImportOptions; report: ImportReport };

async function importAllTables(run: Run): Promise<void> {
  const { deps, tx, file, options, report } = run;
  const { first, never } = resolvePort(deps, importedTables);
  const { rows, unreadable } = await countRowsByTable(file);
  const firstTables = [...ACCOUNT_TABLES, ...first];
  const laterTables = [...rows.keys()].filter((table) => !firstTables.includes(table));
  for (const table of [...firstTables.filter((name) => rows.has(name)), ...laterTables]) {
    const columnTypes = await listColumns(tx, table);
    const tableDecision = decideTable(table, { isKnown: columnTypes.size > 0, never, leave: options.leave ?? [] });
    const counts: TableReport = { read: 0, added: 0, present: 0, refused: [], remarks: [], unknown: [] };
    report.tables[table] = counts;
    if (tableDecision.fate === 'taken') {
      for (const why of unreadable.get(table) ?? []) report.problems.push(`${table} can't be read: ${why}.`);
      await importTable(run, { table, columnTypes, counts });
      continue;
    }
    const why = unreadable.get(table)?.[0] ?? tableDecision.why;
    Object.assign(counts, { read: rows.get(table), skipped: why });
    if (tableDecision.fate === 'problem' && (rows.get(table)! > 0 || unreadable.has(table))) {
      report.problems.push(`${table} (${rows.get(table)} rows): ${why}.`);
    }
  }
  for (const why of unreadable.get(undefined) ?? []) report.problems.push(`The file can't be read completely: ${why}.`);
  const read = Object.values(report.tables).reduce((sum, { skipped, read }) => sum + (skipped ? 0 : read), 0);
  if (read === 0) report.problems.push('Nothing was imported, because the file has no rows of a table we import.');
}

/** A table being imported, with our columns and its row counts. */
type IncomingTable = { table: string; columnTypes: ReadonlyMap<string, string>; counts: TableReport };

async function importTable(run: Run, incoming: IncomingTable): Promise<void> {
  const { table, columnTypes, counts } = incoming;
  let batch: Row[] = [];
  const unknown = new Set<string>();
  const flush = async () => {
    await insertBatch(run, incoming, batch);
    batch = [];
    run.options.onProgress?.(table, counts);
  };
  for await (const item of readDumpItems(run.file)) {
    if (item.kind !== 'row' || item.table !== table) continue;
    for (const column of Object.keys(item.row)) if (!columnTypes.has(column)) unknown.add(column);
    counts.read++;
    batch.push(item.row);
    if (batch.length === BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  counts.unknown = [...unknown].sort();
}

/** Counts the rows of each table in the file and collects unreadable parts. */
async function countRowsByTable(file: string) {
  const rows = new Map<string, number>();
  const unreadable = new Map<string | undefined, string[]>();
  for await (const item of readDumpItems(file)) {
    if (item.table !== undefined) rows.set(item.table, (rows.get(item.table) ?? 0) + (item.kind === 'row' ? 1 : 0));
    if (item.kind !== 'unreadable') continue;
    const reasons = unreadable.get(item.table) ?? [];
    if (!reasons.includes(item.why)) unreadable.set(item.table, [...reasons, item.why]);
  }
  return { rows, unreadable };
}

const ARCHIVE = 'PGDMP';

async function* readDumpItems(file: string): AsyncGenerator<DumpItem> {
  if (file.endsWith('.json')) {
    yield* readJsonItems(await readFile(file, 'utf8'));
    return;
  }
  if (await isArchive(file)) {
    const why = "it's a pg_dump archive; convert it to text with pg_restore --file=dump.sql";
    yield { kind: 'unreadable', table: undefined, why };
    return;
  }
  yield* readDump(createReadStream(file, { encoding: 'utf8' }));
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function* readJsonItems(text: string): Generator<DumpItem> {
  const toUnreadableItem = (table: string | undefined, why: string): DumpItem => ({ kind: 'unreadable', table, why });
  let tables: unknown;
  try {
    tables = JSON.parse(text);
  } catch (error) {
    yield toUnreadableItem(undefined, `it isn't valid JSON (${(error as Error).message})`);
    return;
  }
  if (!isObject(tables)) {
    yield toUnreadableItem(undefined, 'it must be an object with a list of rows per table, {"auth.users": [{…}]}');
    return;
  }
  for (const [name, rows] of Object.entries(tables)) {
    const table = name.replace(/^public\./, '');
    yield { kind: 'table', table };
    if (!Array.isArray(rows)) yield toUnreadableItem(table, 'it must be a list of rows');
    else
      for (const [index, row] of rows.entries())
        yield isObject(row) ? { kind: 'row', table, row } : toUnreadableItem(table, `row ${index + 1} isn't an object`);
  }
}

async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ARCHIVE.length), 0, ARCHIVE.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === ARCHIVE;
  } finally {
    await handle.close();
  }
}

const getRowId = (row: Row) => String(row.id ?? row.user_id ?? '');

async function insertBatch(run: Run, incoming: IncomingTable, batch: Row[]): Promise<void> {
  const { table, columnTypes, counts } = incoming;
  const groups = new Map<string, Row[]>();
  for (const raw of await omitUsersWithRemovedFactors(run, incoming, batch)) {
    const id = getRowId(raw);
    const preparedRow = tryPrepareRow(run, table, raw);
    if ('refused' in preparedRow) {
      counts.refused.push({ id, why: preparedRow.refused });
      if (preparedRow.isSecret || ACCOUNT_TABLES.includes(table)) {
        run.report.problems.push(`${table} ${id} would be lost: ${preparedRow.refused}.`);
      }
      continue;
    }
    if (preparedRow.remark) counts.remarks.push({ id, why: preparedRow.remark });
    const { row: readable, remarks } = withReadableInstants(columnTypes, preparedRow.row);
    for (const why of remarks) counts.remarks.push({ id, why });
    const row = parseJsonColumns(columnTypes, readable);
    const columns = Object.keys(row).filter((column) => columnTypes.has(column));
    const key = columns.sort().join(',');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const [key, rows] of groups) await insertGroup(run, incoming, key.split(','), rows);
}

/**
 * Skips the credentials of users who have removed a credential here. Otherwise, an old file could restore the
 * credential of a stolen device.
 */
async function omitUsersWithRemovedFactors(
  { tx }: Run,
  { table, counts }: IncomingTable,
  batch: Row[],
): Promise<Row[]> {
  if (!CREDENTIAL_TABLES.includes(table)) return batch;
  const people = await listUsersWithRemovedFactors(tx, [...new Set(batch.map((row) => String(row.user_id)))]);
  const [existingRows, newRows] = [
    batch.filter((row) => people.has(String(row.user_id))),
    batch.filter((row) => !people.has(String(row.user_id))),
  ];
  for (const row of existingRows) {
    counts.remarks.push({ id: getRowId(row), why: "its owner has since removed one here, so we don't restore it" });
  }
  return newRows;
}

function tryPrepareRow({ deps }: Run, table: string, raw: Row) {
  try {
    const keys = getAuthSettings(deps.env).importKeys;
    const preparedRow = prepareRow(table, raw, { shapes: resolvePort(deps, importedTables).shapes, keys });
    if ('refused' in preparedRow) return { ...preparedRow, isSecret: false };
    if (table !== 'auth.mfa_factors' || typeof preparedRow.row.secret !== 'string') return preparedRow;
    const secret = encryptSecret(
      deps,
      preparedRow.row.secret,
      SECRET_CONTEXTS.factor(String(preparedRow.row.user_id).toLowerCase()),
    );
    return { row: { ...preparedRow.row, secret } };
  } catch (error) {
    return { refused: (error as Error).message, isSecret: error instanceof UnreadableSecret };
  }
}

/** Parses JSON columns; dumps store them as text. */
function parseJsonColumns(columnTypes: IncomingTable['columnTypes'], row: Row): Row {
  const read = Object.entries(row).map(([column, value]) => {
    if (typeof value !== 'string' || !columnTypes.get(column)?.startsWith('json')) return [column, value];
    try {
      return [column, JSON.parse(value)];
    } catch {
      return [column, value];
    }
  });
  return Object.fromEntries(read);
}

/** Inserts all rows at once. If that fails, retries each half separately, so a bad row doesn't block the good ones. */
async function insertGroup(run: Run, incoming: IncomingTable, columns: string[], rows: Row[]): Promise<void> {
  const { table, counts } = incoming;
  try {
    const insertedCount = await run.tx.transaction((tx) => insertRows(tx, table, columns, rows));
    counts.added += insertedCount;
    counts.present += rows.length - insertedCount;
  } catch (error) {
    const [onlyRow] = rows;
    if (rows.length === 1 && onlyRow) {
      const why = describeFailure(error);
      counts.refused.push({ id: getRowId(onlyRow), why });
      // Dropping a duplicate, or a row without an account, is harmless. Dropping a second factor that conflicts with
      // another one isn't.
      const isMoot = isForeignKeyViolation(error) || (isUniqueViolation(error) && !CREDENTIAL_TABLES.includes(table));
      if (ACCOUNT_TABLES.includes(table) && !isMoot)
        run.report.problems.push(`${table} ${getRowId(onlyRow)} would be lost: ${why}.`);
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await insertGroup(run, incoming, columns, rows.slice(0, middle));
    await insertGroup(run, incoming, columns, rows.slice(middle));
  }
}

function describeFailure(error: unknown): string {
  const cause = (error as { cause?: Error }).cause ?? (error as Error);
  const found = toPostgresError(error);
  if (found?.constraint === 'users_email_key') return 'another account already has this email address';
  if (found?.constraint === 'users_phone_key') return 'another account already has this phone number';
  if (found?.constraint === 'mfa_factors_name')
    return 'its owner already has another two-factor method with this name here';
  if (isForeignKeyViolation(error)) return "it belongs to an account that doesn't exist here";
  return cause.message;
}
