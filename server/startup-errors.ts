import { createServer } from 'node:net';
import { EmbeddedDatabaseMissingError } from '../db/embedded.ts';
import { ensureFolder, FolderError } from '../db/folders.ts';
import { DataFolderInUseError } from '../db/lock.ts';
import { type Env, EnvironmentError } from './env.ts';
import { openLog } from './log.ts';
import { findUnsetMode } from './production.ts';
import { Refusal } from './refusal.ts';

/** Thrown when this server can't start. The message is for the operator. */
export class StartupError extends Error {}

/** Errors whose message is already written for the operator. */
const OPERATOR_ERRORS = [
  EnvironmentError,
  DataFolderInUseError,
  EmbeddedDatabaseMissingError,
  FolderError,
  StartupError,
  Refusal,
];

type SystemError = { code?: string; message?: string; cause?: unknown };

/** @returns a message for the operator; an unexpected error is logged with its stack */
export function formatStartupMessage(error: unknown): string {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  openLog('error').error({ err: error }, 'the start failed');
  const { name, code } = error as Error & { code?: string };
  return `The server couldn't start because of an unexpected error (${code ?? name}). The log line "the start failed" says where. Fix its cause, or report it, then start again.`;
}

/** @throws StartupError for real keys on a public address when NODE_ENV isn't set */
export function assertModeIsSet(env: Env): void {
  const fault = findUnsetMode(env);
  if (fault) throw new StartupError(fault);
}

/** Checks that the required folders are usable, before anything is opened. */
export function assertFoldersUsable({ DATA_DIR, BACKUP_DIR, DATABASE_URL, S3_ENDPOINT }: Env): void {
  if (!DATABASE_URL || !S3_ENDPOINT) ensureFolder('DATA_DIR', DATA_DIR);
  if (BACKUP_DIR) ensureFolder('BACKUP_DIR', BACKUP_DIR);
}

/** Checks that the port is free before anything is opened or written. */
export async function assertPortFree({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: SystemError) => reject(toPortError(error, HOST, PORT)));
    probe.listen(PORT, HOST, () => probe.close(() => resolve()));
  });
}

/** @returns an error that says what to do when a port can't be opened */
export function toPortError({ code, message }: SystemError, host: string, port: number): Error {
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with PORT.`,
    );
  }
  if (code === 'EACCES') {
    return new StartupError(`Port ${port} needs more rights than this user has. Choose one above 1023 with PORT.`);
  }
  return new StartupError(`HOST=${host} PORT=${port} can't be opened (${message}). Choose others.`);
}

/** Explains why a database couldn't be opened or migrated. */
export function toDatabaseError(
  error: unknown,
  env: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
): unknown {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return error;
  const faults = [error, (error as SystemError)?.cause] as (SystemError | undefined)[];
  const codes = faults.map((fault) => fault?.code);
  const message = faults.map((fault) => fault?.message ?? '').join(' ');
  if (codes.includes('ENOSPC') || codes.includes('53100') || /No space left/i.test(message)) {
    return new StartupError("The database's disk is full. Free some space and start again. Nothing was changed.");
  }
  if (codes.includes('EACCES') || codes.includes('EROFS') || codes.includes('EPERM')) {
    return new StartupError(`The data folder ${env.DATA_DIR} isn't writable. Give this user write access to it.`);
  }
  if (env.DATABASE_URL) {
    const names = env.DATABASE_DIRECT_URL ? 'DATABASE_URL or DATABASE_DIRECT_URL' : 'DATABASE_URL';
    return new StartupError(
      `The PostgreSQL at ${names} can't be used: ${message.trim() || codes.find(Boolean) || String(error)}`,
    );
  }
  return new StartupError(
    `The database in the data folder ${env.DATA_DIR} is damaged and can't be opened (${message.trim() || String(error)}). Keep that folder, choose an empty one with DATA_DIR, and restore the newest backup with npm run restore.`,
  );
}
