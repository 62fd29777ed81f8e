import { readdirSync, readFileSync } from 'node:fs';

/** Returns the parent process id of each running process. */
function readParents(): Map<number, number> {
  const parentByPid = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z') parentByPid.set(Number(name), Number(parent));
    } catch {
      // The process has exited in the meantime.
    }
  }
  return parentByPid;
}

/** Lists which of these processes are running, with all their descendants, parents first. */
export function listDescendants(heads: number[]): number[] {
  const parentByPid = readParents();
  const pids = heads.filter((pid) => parentByPid.has(pid));
  for (const pid of pids) {
    for (const [child, parent] of parentByPid) if (parent === pid && !pids.includes(child)) pids.push(child);
  }
  return pids;
}

/**
 * Returns the process id of the PostgreSQL in a data folder. Patroni detaches it, so it can't be found through its
 * parent.
 */
export function readPostmasterPid(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]);
    // The process id may have been reused in the meantime.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a signal to the processes that are still running. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has exited in the meantime.
    }
  }
}
