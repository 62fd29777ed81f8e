import { createHash } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { type BackupPart, readParts } from './backup.commands.ts';
import { listTables, streamRows } from './backup.queries.ts';
import { listFiles } from './backup-files.commands.ts';

const PIECE_SIZE = 500;

/** The rows of one table: their number, and a checksum that doesn't depend on their order. */
type TableSum = { rows: number; sum: bigint };
const MODULUS = 2n ** 128n;

function addRow(sums: Map<string, TableSum>, table: string, line: string): void {
  const { rows, sum } = sums.get(table) ?? { rows: 0, sum: 0n };
  const digest = BigInt(`0x${createHash('sha256').update(line).digest('hex').slice(0, 32)}`);
  sums.set(table, { rows: rows + 1, sum: (sum + digest) % MODULUS });
}

export type Verification = { tables: number; rows: number; files: number; differences: string[] };

/**
 * Compares a restored database with its backup, table by table. Call it before applying newer migrations.
 * @param objects folder with the restored files, if any
 */
export async function compareWithBackup(
  db: Db,
  file: string,
  { identity, objects }: { identity?: string | undefined; objects?: string | undefined },
): Promise<Verification> {
  const [expected, files] = await sumBackup(file, identity);
  const found = await sumDatabase(db);
  const differences = [...new Set([...expected.keys(), ...found.keys()])].sort().flatMap((table) => {
    const [inFile, inDatabase] = [expected.get(table), found.get(table)];
    if (inFile?.rows !== inDatabase?.rows) {
      return [`${table}: ${inFile?.rows ?? 0} rows in the backup, ${inDatabase?.rows ?? 0} restored`];
    }
    return inFile?.sum === inDatabase?.sum ? [] : [`${table}: the restored rows differ from the backup's`];
  });
  const restored = new Map(
    objects === undefined ? [] : (await listFiles(objects)).map(({ key, bytes }) => [key, bytes] as const),
  );
  for (const { key, bytes } of objects === undefined ? [] : files) {
    if (restored.get(key) !== bytes)
      differences.push(`${key}: ${bytes} bytes in the backup, ${restored.get(key) ?? 0} restored`);
  }
  const rows = [...expected.values()].reduce((total, table) => total + table.rows, 0);
  return { tables: expected.size, rows, files: files.length, differences };
}

type FilePart = Extract<BackupPart, { kind: 'file' }>;

async function sumBackup(file: string, identity: string | undefined): Promise<[Map<string, TableSum>, FilePart[]]> {
  const sums = new Map<string, TableSum>();
  const files: FilePart[] = [];
  for await (const part of readParts(file, identity)) {
    if (part.kind === 'row') addRow(sums, `${part.table.schema}.${part.table.name}`, part.line);
    if (part.kind === 'file') files.push(part);
  }
  return [sums, files];
}

async function sumDatabase(db: Db): Promise<Map<string, TableSum>> {
  const sums = new Map<string, TableSum>();
  await db.transaction(async (tx) => {
    for (const table of await listTables(tx)) {
      for await (const piece of streamRows(tx, table, PIECE_SIZE)) {
        for (const line of piece) addRow(sums, `${table.schema}.${table.name}`, line);
      }
    }
  });
  return sums;
}
