import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { postgresError } from '../../db/database.ts';
import { type Deps, filled, port } from '../../server/deps.ts';
import { columnsOf, insertRows } from './account-import.queries.ts';
import { prepare, type Row, readCopyHead, readCopyRow, type Shapes } from './account-import.rules.ts';

const BATCH = 500;
/** Accounts come first because everything refers to them. */
const ACCOUNTS = ['auth.users', 'auth.identities'];

/** What the features above say about their tables in an export. */
export type ImportedTables = {
  /** Those that others refer to, in their order. */
  first: readonly string[];
  shapes: Shapes;
  /** What decides who may do what is never taken from a file. */
  never: readonly string[];
};
export const importedTables = port<ImportedTables>('accounts.imported-tables');

export type TableReport = {
  read: number;
  added: number;
  present: number;
  refused: { id: string; why: string }[];
  remarks: { id: string; why: string }[];
};
export type ImportReport = Record<string, TableReport>;

/**
 * Takes over an export of the hosted service: a plain database dump, or JSON with a list of rows by table. It may be
 * run again at any time: what is here already stays as it is.
 * @param onProgress told after each batch
 */
export async function importExport(
  deps: Deps,
  file: string,
  onProgress: (table: string, report: TableReport) => void,
): Promise<ImportReport> {
  const names = await tablesIn(file);
  const { first, never, shapes } = filled(deps, importedTables);
  const early = [...ACCOUNTS, ...first];
  const skipped = ['schema_migrations', ...never];
  const rest = names.filter((name) => !early.includes(name) && !name.includes('.') && !skipped.includes(name));
  const report: ImportReport = {};
  for (const table of [...early.filter((name) => names.includes(name)), ...rest]) {
    const known = await columnsOf(deps.db, table);
    if (known.size === 0) continue;
    const counts: TableReport = { read: 0, added: 0, present: 0, refused: [], remarks: [] };
    report[table] = counts;
    let batch: Row[] = [];
    const flush = async () => {
      await addBatch(deps, { table, known, shapes, counts }, batch);
      batch = [];
      onProgress(table, counts);
    };
    for await (const row of rowsOf(file, table)) {
      counts.read++;
      batch.push(row);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
  }
  return report;
}

const isJson = (file: string) => file.endsWith('.json');

async function readJson(file: string): Promise<Record<string, Row[]>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, Row[]>;
}

async function tablesIn(file: string): Promise<string[]> {
  if (isJson(file)) return Object.keys(await readJson(file));
  const names: string[] = [];
  for await (const line of linesOf(file)) {
    const head = line.startsWith('COPY ') ? readCopyHead(line) : undefined;
    if (head) names.push(head.table);
  }
  return names;
}

async function* rowsOf(file: string, table: string): AsyncGenerator<Row> {
  if (isJson(file)) {
    yield* (await readJson(file))[table] ?? [];
    return;
  }
  let columns: string[] | undefined;
  for await (const line of linesOf(file)) {
    if (line === '\\.') columns = undefined;
    else if (columns) yield readCopyRow(line, columns);
    else if (line.startsWith('COPY ')) {
      const head = readCopyHead(line);
      if (head?.table === table) columns = head.columns;
    }
  }
}

function linesOf(file: string) {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

/** A table of the export on its way in: which columns we know of it, and what has become of its rows. */
type Incoming = { table: string; known: Set<string>; shapes: Shapes; counts: TableReport };

async function addBatch(deps: Deps, incoming: Incoming, batch: Row[]): Promise<void> {
  const { table, known, shapes, counts } = incoming;
  const groups = new Map<string, Row[]>();
  for (const raw of batch) {
    const id = String(raw.id ?? raw.user_id ?? '');
    const prepared = prepareSafely(table, raw, shapes);
    if ('refused' in prepared) {
      counts.refused.push({ id, why: prepared.refused });
      continue;
    }
    if (prepared.remark) counts.remarks.push({ id, why: prepared.remark });
    const columns = Object.keys(prepared.row).filter((column) => known.has(column));
    const key = columns.sort().join(',');
    groups.set(key, [...(groups.get(key) ?? []), prepared.row]);
  }
  for (const [key, rows] of groups) await addGroup(deps, incoming, key.split(','), rows);
}

function prepareSafely(table: string, row: Row, shapes: Shapes) {
  try {
    return prepare(table, row, shapes);
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

/** Tries all at once; when that fails, each half by itself, so that a bad row costs nobody else their place. */
async function addGroup(deps: Deps, incoming: Incoming, columns: string[], rows: Row[]): Promise<void> {
  const { table, counts } = incoming;
  try {
    const added = await deps.db.transaction((tx) => insertRows(tx, table, columns, rows));
    counts.added += added;
    counts.present += rows.length - added;
  } catch (error) {
    const [only] = rows;
    if (rows.length === 1 && only) {
      counts.refused.push({ id: String(only.id ?? only.user_id ?? ''), why: reasonOf(error) });
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await addGroup(deps, incoming, columns, rows.slice(0, middle));
    await addGroup(deps, incoming, columns, rows.slice(middle));
  }
}

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: Error }).cause ?? (error as Error);
  const found = postgresError(error);
  if (found?.constraint === 'users_email_key') return 'another account has this e-mail address already';
  if (found?.constraint === 'users_phone_key') return 'another account has this telephone number already';
  if (found?.code === '23503') return 'it belongs to an account that is not here';
  return cause.message;
}
