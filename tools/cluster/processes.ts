import { readdirSync, readFileSync } from 'node:fs';

/** Process id of the parent of each process that is there. */
function readParents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z') found.set(Number(name), Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** These processes, as far as they are there, and all that they started, those that start others first. */
export function listDescendants(heads: number[]): number[] {
  const known = readParents();
  const found = heads.filter((pid) => known.has(pid));
  for (const pid of found) {
    for (const [child, parent] of known) if (parent === pid && !found.includes(child)) found.push(child);
  }
  return found;
}

/** The PostgreSQL of a data folder: Patroni lets go of it, so that it is nobody's child. */
export function readPostmasterPid(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]);
    // The number may have been given to another since.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a signal to those of the processes that are still there. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
