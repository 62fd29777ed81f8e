import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Thrown when the folder set in a variable can't be used. The message says why and what to set instead. */
export class FolderError extends Error {}

/**
 * Creates a folder and its parents if missing, and checks that it's writable.
 * @param variable the variable that named it, for the error message
 * @throws FolderError
 */
export function ensureFolder(variable: string, folder: string): void {
  const createError = (why: string) =>
    new FolderError(`${variable}=${folder} ${why}. Give a folder that may be written.`);
  try {
    createFolder(resolve(folder));
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw createError(code === 'ENOTDIR' || code === 'EEXIST' ? 'is no folder' : `cannot be written (${message})`);
  }
}

/**
 * Creates one level at a time, because Node's recursive version never returns where the system can't create folders,
 * such as below /proc.
 */
function createFolder(folder: string): void {
  const fileStats = statSync(folder, { throwIfNoEntry: false });
  if (fileStats) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process created it at the same moment.
    if (!statSync(folder, { throwIfNoEntry: false })) throw error;
  }
}
