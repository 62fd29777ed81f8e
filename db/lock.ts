import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from './folders.ts';

type LockHolder = { pid: number; startedAt: string; birth: string };

/** Thrown when the data folder is in use. The message says who holds it. */
export class DataFolderInUseError extends Error {}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the start time of a process in clock ticks, so a recycled process id isn't mistaken for the holder (Linux
 * only).
 */
function readProcessStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Takes the exclusive lock on an embedded data folder, because two processes on one folder would corrupt it.
 * @returns a function that releases the lock
 * @throws DataFolderInUseError while another living process holds it, FolderError when the folder isn't usable
 */
export function lockDataFolder(folder: string): () => void {
  ensureFolder('DATA_DIR', folder);
  const file = join(folder, 'lock.json');
  const ownLock = JSON.stringify({
    pid: process.pid,
    startedAt: new Date().toISOString(),
    birth: readProcessStartTime(process.pid),
  });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, ownLock, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readLockHolder(file);
      if (holder && isAlive(holder.pid) && readProcessStartTime(holder.pid) === holder.birth) {
        throw new DataFolderInUseError(
          `The data folder ${folder} is in use by process ${holder.pid}, running since ${holder.startedAt}. Stop that process first, or give this one another folder with DATA_DIR.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new DataFolderInUseError(
    `The data folder ${folder} could not be locked: another start took it at the same moment.`,
  );
}

function readLockHolder(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}
