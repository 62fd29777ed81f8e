import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The folder that a variable names cannot be used; the sentence says why and what to give. */
export class FolderError extends Error {}

/**
 * Makes a folder with those above it, unless it is there, and sees that it can be written.
 * @param variable who named it, for the sentence
 * @throws FolderUnusable
 */
export function ensureFolder(variable: string, folder: string): void {
  const refused = (why: string) => new FolderError(`${variable}=${folder} ${why}. Give a folder that may be written.`);
  try {
    createFolder(resolve(folder));
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refused(code === 'ENOTDIR' || code === 'EEXIST' ? 'is no folder' : `cannot be written (${message})`);
  }
}

/** Step by step: Node's own recursive way never ends where the system makes no folders, below /proc say. */
function createFolder(folder: string): void {
  const present = statSync(folder, { throwIfNoEntry: false });
  if (present) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else made it at the same moment.
    if (!statSync(folder, { throwIfNoEntry: false })) throw error;
  }
}
