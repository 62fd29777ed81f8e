import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { getLocalFolder } from '../assets/file-store.commands.ts';
import * as queries from './backup.queries.ts';
import { createFileWriter, listFiles, readFileLines } from './backup-files.commands.ts';
import { MAX_BACKUP_MS } from './backups.rules.ts';

/** Version of the file format. Version 1 had no uploaded files. */
const FORMAT_VERSION = 2;
const READABLE_VERSIONS = [1, FORMAT_VERSION];
/** Number of rows read or written at once. */
const PIECE_SIZE = 500;
const SUFFIX = '.ndjson.gz';
const PART = '.part';
const PREFIX = 'planet-crew-';

type Manifest = { format: number; created_at: string; database: string; migrations: string[] };
type End = { rows: number; files?: number; sha256: string };

/** Prefixes of marker lines. Rows are JSON objects, so no row starts with `#`. */
const TABLE = '#table ';
const FILE = '#file ';
const END = '#end ';

export type WrittenBackup = { file: string; bytes: number; rows: number; files: number };
/** The number of rows and files in a backup. */
export type BackupContent = { rows: number; files: number };

/** A backup problem that an operator can fix. */
export class BackupError extends Error {}

const formatFileName = (now: Date) => `${PREFIX}${now.toISOString().replaceAll(':', '-')}${SUFFIX}`;

/**
 * Writes a consistent snapshot of the database to one compressed file of JSON lines. The header lists the applied
 * migrations. Each table has a line with its columns, followed by its rows. Each uploaded file has a line with its key,
 * followed by its bytes. The last line has the counts and the checksum. The file restores into PostgreSQL and into the
 * embedded database.
 * @param folder target folder; the file gets its final name once it's complete
 * @param objects folder of uploaded files on this node; undefined when they're in a bucket
 */
export async function writeBackup(
  deps: Pick<Deps, 'db' | 'database' | 'now'>,
  folder: string,
  objects?: string,
): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, formatFileName(deps.now()));
  const partialFile = file + PART;
  let content: BackupContent = { rows: 0, files: 0 };
  try {
    await deps.db.transaction(
      async (tx) => {
        const lines = streamContent(tx, deps, objects, (count) => {
          content = count;
        });
        await pipeline(Readable.from(lines), createGzip(), createWriteStream(partialFile, { mode: 0o600 }));
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    await rename(partialFile, file);
  } catch (error) {
    // Remove the unfinished file, because it may be what filled the disk.
    await rm(partialFile, { force: true }).catch(() => undefined);
    throw error;
  }
  return { file, bytes: (await stat(file)).size, ...content };
}

async function* streamContent(
  tx: Db,
  deps: Pick<Deps, 'database' | 'now'>,
  objects: string | undefined,
  onDone: (content: BackupContent) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rows = 0;
  const addLine = (text: string) => {
    hash.update(text).update('\n');
    return `${text}\n`;
  };
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    created_at: deps.now().toISOString(),
    database: deps.database.kind,
    migrations: await queries.listAppliedMigrations(tx),
  };
  yield addLine(JSON.stringify(manifest));
  for (const table of await queries.listTables(tx)) {
    yield addLine(TABLE + JSON.stringify(table));
    for await (const piece of queries.streamRows(tx, table, PIECE_SIZE)) {
      rows += piece.length;
      yield piece.map(addLine).join('');
    }
  }
  // Write files after the rows, so that every file the rows mention exists by then.
  const files = objects ? await listFiles(objects) : [];
  for (const file of files) {
    yield addLine(FILE + JSON.stringify(file));
    for await (const piece of readFileLines(objects!, file.key)) yield addLine(piece);
  }
  yield `${END}${JSON.stringify({ rows, files: files.length, sha256: hash.digest('hex') } satisfies End)}\n`;
  onDone({ rows, files: files.length });
}

const isBackup = (name: string) => name.startsWith(PREFIX) && name.endsWith(SUFFIX);
const isUnfinished = (name: string) => name.startsWith(PREFIX) && name.endsWith(`${SUFFIX}${PART}`);

/** Returns when the newest complete backup in a folder was written, or null if there is none. */
export async function findNewestBackup(folder: string): Promise<Date | null> {
  const names = (await readdir(folder).catch(() => [])).filter(isBackup).sort();
  const newestName = names.at(-1);
  return newestName ? (await stat(join(folder, newestName))).mtime : null;
}

/** Removes partial files left by processes that were killed while writing a backup. */
async function removeUnfinishedBackups(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isUnfinished)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > MAX_BACKUP_MS) await rm(path, { force: true });
  }
}

/**
 * Writes a backup and records the result for the health page.
 * @param keep how many backups to keep in the folder; older ones are removed
 */
export async function recordBackup(
  deps: Deps,
  folder: string,
  keep = Number.POSITIVE_INFINITY,
): Promise<WrittenBackup> {
  const id = await queries.startBackupRun(deps.db, deps.now());
  try {
    await removeUnfinishedBackups(folder, deps.now());
    const backup = await writeBackup(deps, folder, getLocalFolder(deps.env));
    await queries.endBackupRun(deps.db, id, backup, deps.now());
    const files = (await readdir(folder)).filter(isBackup).sort();
    for (const oldFile of files.slice(0, Math.max(0, files.length - keep))) await rm(join(folder, oldFile));
    return backup;
  } catch (error) {
    await queries.endBackupRun(deps.db, id, { error: (error as Error).message }, deps.now());
    throw error;
  }
}

/** Reads lines. Splits only at line feeds, because user text may contain other kinds of line breaks. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzippedStream = source.pipe(createGunzip());
  source.on('error', (error) => unzippedStream.destroy(error));
  const decoder = new StringDecoder('utf8');
  let partialLine = '';
  try {
    for await (const chunk of unzippedStream) {
      const lines = (partialLine + decoder.write(chunk as Buffer)).split('\n');
      partialLine = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new BackupError(`${file} can't be read to the end: ${(error as Error).message}.`);
  }
  if (partialLine !== '') yield partialLine;
}

/**
 * Checks a file from start to end before anything is written.
 * @throws BackupError when it isn't a backup or is truncated or damaged
 */
export async function checkBackup(file: string): Promise<Manifest> {
  const hash = createHash('sha256');
  let manifest: Manifest | undefined;
  let previous: string | undefined;
  const readLine = (line: string) => {
    manifest ??= parseManifest(file, line);
    hash.update(line).update('\n');
  };
  for await (const line of readLines(file)) {
    if (previous !== undefined) readLine(previous);
    previous = line;
  }
  const endLine = previous?.startsWith(END) ? (JSON.parse(previous.slice(END.length)) as End) : undefined;
  if (!manifest || !endLine) throw new BackupError(`${file} is incomplete: the end is missing.`);
  if (endLine.sha256 !== hash.digest('hex')) throw new BackupError(`${file} is damaged: the checksum doesn't match.`);
  return manifest;
}

function parseManifest(file: string, line: string): Manifest {
  try {
    const head = JSON.parse(line) as Manifest;
    if (READABLE_VERSIONS.includes(head.format) && Array.isArray(head.migrations)) return head;
  } catch {
    // Reported below.
  }
  throw new BackupError(`This version can't read the backup ${file}.`);
}

/**
 * Restores a backup into an empty database with exactly the same migrations as the backup. All or nothing.
 * @param objects folder for uploaded files; undefined skips the backup's files
 * @returns the number of rows and files
 * @throws BackupError when the database isn't empty
 */
export async function readBackup(deps: Pick<Deps, 'db'>, file: string, objects?: string): Promise<BackupContent> {
  await checkBackup(file);
  return deps.db.transaction(async (tx) => {
    const allTables = await queries.listTables(tx);
    await assertEmpty(tx, allTables);
    const constraints = await queries.suspendConstraints(tx, allTables);
    for (const table of allTables) await queries.clearTable(tx, table);
    const content = await insertAll(tx, file, objects);
    await queries.restoreConstraints(tx, allTables, constraints);
    await queries.advanceSequences(tx);
    return content;
  });
}

/** Throws if the database has accounts. Rows written by migrations may be replaced, but accounts never are. */
async function assertEmpty(tx: Db, tables: queries.Table[]): Promise<void> {
  const accounts = tables.find((table) => table.schema === 'auth' && table.name === 'users');
  if (accounts && !(await queries.isEmpty(tx, accounts))) {
    throw new BackupError("This database isn't empty. Restore into an empty one, then switch to it.");
  }
}

async function insertAll(tx: Db, file: string, objects: string | undefined): Promise<BackupContent> {
  const writer = createFileWriter(objects);
  let files = 0;
  let isInFile = false;
  let table: queries.Table | undefined;
  let buffer: string[] = [];
  let rows = 0;
  const flush = async () => {
    if (table && buffer.length > 0) await queries.insertRows(tx, table, buffer);
    rows += buffer.length;
    buffer = [];
  };
  let isFirst = true;
  for await (const line of readLines(file)) {
    if (isFirst) {
      isFirst = false;
    } else if (line.startsWith('#')) {
      await flush();
      isInFile = line.startsWith(FILE);
      if (isInFile) {
        files += 1;
        await writer.begin((JSON.parse(line.slice(FILE.length)) as { key: string }).key);
      }
      table = line.startsWith(TABLE) ? (JSON.parse(line.slice(TABLE.length)) as queries.Table) : undefined;
    } else if (isInFile) {
      await writer.line(line);
    } else {
      buffer.push(line);
      if (buffer.length === PIECE_SIZE) await flush();
    }
  }
  await writer.finish();
  return { rows, files: objects ? files : 0 };
}
