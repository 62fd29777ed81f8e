import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { getLocalFolder } from '../assets/file-store.commands.ts';
import * as queries from './backup.queries.ts';
import { ENCRYPTED_SUFFIX, encrypt, openBackupFile } from './backup-encryption.commands.ts';
import { createFileWriter, listFiles, readFileLines, type StoredFile } from './backup-files.commands.ts';
import { getBackupTarget, removeExpiredBackups, storeBackup, withWorkFolder } from './backup-targets.commands.ts';
import { BackupError, type BackupKind, formatBackupName, isBackupName, MAX_BACKUP_MS } from './backups.rules.ts';

/** Version of the file format. Version 1 had no uploaded files. */
const FORMAT_VERSION = 2;
const READABLE_VERSIONS = [1, FORMAT_VERSION];
/** Number of rows read or written at once. */
const PIECE_SIZE = 500;
const PART = '.part';

type Manifest = { format: number; created_at: string; database: string; migrations: string[] };
type End = { rows: number; files?: number; sha256: string };

/** Prefixes of marker lines. Rows are JSON objects, so no row starts with `#`. */
const TABLE = '#table ';
const FILE = '#file ';
const END = '#end ';

export type WrittenBackup = { file: string; bytes: number; rows: number; files: number };
/** The number of rows and files in a backup. */
export type BackupContent = { rows: number; files: number };

/**
 * Writes a consistent snapshot of the database to one compressed file of JSON lines. The header lists the applied
 * migrations. Each table has a line with its columns, followed by its rows. Each uploaded file has a line with its key,
 * followed by its bytes. The last line has the counts and the checksum. The file restores into PostgreSQL and into the
 * embedded database.
 * @param folder target folder; the file gets its final name once it's complete
 * @param objects folder of uploaded files on this node; undefined when they're in a bucket
 * @param options.recipient public key to encrypt the file for
 */
export async function writeBackup(
  deps: Pick<Deps, 'db' | 'database' | 'now'>,
  folder: string,
  objects?: string,
  { kind = 'manual', recipient }: { kind?: BackupKind; recipient?: string | undefined } = {},
): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true });
  const name = formatBackupName(deps.now(), kind) + (recipient ? ENCRYPTED_SUFFIX : '');
  const file = join(folder, name);
  const partialFile = file + PART;
  let content: BackupContent = { rows: 0, files: 0 };
  try {
    await deps.db.transaction(
      async (tx) => {
        const lines = streamContent(tx, deps, objects, (count) => {
          content = count;
        });
        const target = createWriteStream(partialFile, { mode: 0o600 });
        if (!recipient) return pipeline(Readable.from(lines), createGzip(), target);
        return pipeline(Readable.from(lines), createGzip(), (chunks) => encrypt(chunks, recipient), target);
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

const isUnfinished = (name: string) => name.endsWith(PART) && isBackupName(name.slice(0, -PART.length));

/** Returns when the newest complete backup in a folder was written, or null if there is none. */
export async function findNewestBackup(folder: string): Promise<Date | null> {
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName).sort();
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

type BackupOptions = {
  kind: BackupKind;
  /** A folder to use instead of the configured target. */
  folder?: string | undefined;
  /** Called with the file while it's on this machine. */
  check?: (file: string) => Promise<void>;
};

/** Writes a backup, stores it at its target and records the result for the health page. */
export async function recordBackup(
  deps: Deps,
  { kind, folder, check }: BackupOptions = { kind: 'manual' },
): Promise<WrittenBackup> {
  const id = await queries.startBackupRun(deps.db, deps.now());
  try {
    const target = getBackupTarget(deps, folder);
    const backup = await withWorkFolder(target, async (workFolder) => {
      await removeUnfinishedBackups(workFolder, deps.now());
      const { BACKUP_AGE_RECIPIENT: recipient } = deps.env;
      const written = await writeBackup(deps, workFolder, getLocalFolder(deps.env), { kind, recipient });
      await check?.(written.file);
      return { ...written, file: await storeBackup(target, written.file, basename(written.file)) };
    });
    await queries.endBackupRun(deps.db, id, backup, deps.now());
    if (kind === 'nightly') await removeExpiredBackups(target, deps.env.BACKUP_KEEP);
    return backup;
  } catch (error) {
    await queries.endBackupRun(deps.db, id, { error: (error as Error).message }, deps.now());
    throw error;
  }
}

/** How long to wait for the message of a program that failed. */
const REASON_MS = 1_000;

/** Reads lines. Splits only at line feeds, because user text may contain other kinds of line breaks. */
async function* readLines(file: string, identity: string | undefined): AsyncGenerator<string> {
  const { source, done } = openBackupFile(file, identity);
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
    await done;
  } catch (error) {
    // If decryption failed, its error is more helpful than the error about an incomplete file.
    const reason = await Promise.race([
      done.then(
        () => undefined,
        (cause: unknown) => cause,
      ),
      pause(REASON_MS),
    ]);
    source.destroy();
    if (reason instanceof BackupError) throw reason;
    throw new BackupError(`${file} can't be read to the end: ${(error as Error).message}.`);
  }
  if (partialLine !== '') yield partialLine;
}

/**
 * Checks a file from start to end before anything is written.
 * @throws BackupError when it isn't a backup or is truncated or damaged
 */
export async function checkBackup(file: string, identity?: string): Promise<Manifest> {
  const hash = createHash('sha256');
  let manifest: Manifest | undefined;
  let previous: string | undefined;
  const readLine = (line: string) => {
    manifest ??= parseManifest(file, line);
    hash.update(line).update('\n');
  };
  for await (const line of readLines(file, identity)) {
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

export type RestoreOptions = {
  /** Folder for uploaded files; undefined skips the backup's files. */
  objects?: string | undefined;
  /** File with the private key of an encrypted backup. */
  identity?: string | undefined;
};

/**
 * Restores a backup into an empty database with exactly the same migrations as the backup. All or nothing.
 * @returns the number of rows and files
 * @throws BackupError when the database isn't empty
 */
export async function readBackup(
  deps: Pick<Deps, 'db'>,
  file: string,
  { objects, identity }: RestoreOptions = {},
): Promise<BackupContent> {
  await checkBackup(file, identity);
  return deps.db.transaction(async (tx) => {
    const allTables = await queries.listTables(tx);
    await assertEmpty(tx, allTables);
    const constraints = await queries.suspendConstraints(tx, allTables);
    for (const table of allTables) await queries.clearTable(tx, table);
    const content = await insertAll(tx, file, { objects, identity });
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

async function insertAll(tx: Db, file: string, { objects, identity }: RestoreOptions): Promise<BackupContent> {
  const writer = createFileWriter(objects);
  let files = 0;
  let table: queries.Table | undefined;
  let buffer: string[] = [];
  let rows = 0;
  const flush = async () => {
    if (table && buffer.length > 0) await queries.insertRows(tx, table, buffer);
    rows += buffer.length;
    buffer = [];
  };
  for await (const part of readParts(file, identity)) {
    if (part.kind === 'row') {
      if (part.table !== table || buffer.length === PIECE_SIZE) await flush();
      table = part.table;
      buffer.push(part.line);
    } else if (part.kind === 'file') {
      files += 1;
      await writer.begin(part.key);
    } else {
      await writer.line(part.line);
    }
  }
  await flush();
  await writer.finish();
  return { rows, files: objects ? files : 0 };
}

/** One part of a backup: a row of a table, the start of an uploaded file, or a line of that file's bytes. */
export type BackupPart =
  | { kind: 'row'; table: queries.Table; line: string }
  | { kind: 'file'; key: string; bytes: number }
  | { kind: 'bytes'; line: string };

/** Reads a backup from start to end. */
export async function* readParts(file: string, identity?: string): AsyncGenerator<BackupPart> {
  let table: queries.Table | undefined;
  let isFirst = true;
  for await (const line of readLines(file, identity)) {
    if (isFirst) {
      isFirst = false;
    } else if (line.startsWith(TABLE)) {
      table = JSON.parse(line.slice(TABLE.length)) as queries.Table;
    } else if (line.startsWith(FILE)) {
      table = undefined;
      yield { kind: 'file', ...(JSON.parse(line.slice(FILE.length)) as StoredFile) };
    } else if (!line.startsWith(END)) {
      yield table ? { kind: 'row', table, line } : { kind: 'bytes', line };
    }
  }
}
