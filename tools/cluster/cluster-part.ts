import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { listDescendants, readPostmasterPid, signalAll } from './processes.ts';
import type { Relay } from './relay.ts';

export type PartOptions = {
  name: string;
  program: string;
  args: string[];
  variables?: Record<string, string>;
  log: string;
  /** The user who runs the part's processes. */
  who: { uid?: number; gid?: number };
  /** The part's working directory, which its user can access. */
  folder: string;
  /** Data folder of the PostgreSQL that the part manages. */
  data?: string;
  /** All relays between the part and other parts. */
  relays?: Relay[];
  /**
   * Returns the part's current state in a few words.
   * @throws if it doesn't respond
   */
  look: () => Promise<string>;
};

const STOP_TIMEOUT_MS = 25_000;
const CHECK_MS = 1_500;

/** One program of the cluster, with faults that can be injected. */
export class ClusterPart {
  readonly options: PartOptions;
  private child: ChildProcess | undefined;
  private injectedFault: 'frozen' | 'cut off' | undefined;
  /** How many times the process exited unexpectedly. */
  exits = 0;

  constructor(recipe: PartOptions) {
    this.options = recipe;
  }

  get name(): string {
    return this.options.name;
  }

  start(): void {
    const { program, args, variables, who, folder, log } = this.options;
    const file = openSync(log, 'a');
    const child = spawn(program, args, {
      ...who,
      cwd: folder,
      // Don't pass Ctrl-C in the terminal to the part; the parent process stops all parts in order.
      detached: true,
      stdio: ['ignore', file, file],
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...variables },
    });
    closeSync(file);
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.child === child) this.exits++;
    });
    this.child = child;
  }

  processes(): number[] {
    const { data } = this.options;
    const postmaster = data ? readPostmasterPid(data) : undefined;
    return listDescendants([this.child?.pid, postmaster].filter((pid) => pid !== undefined));
  }

  /** Kills the process immediately, with all its descendants. */
  async kill(): Promise<void> {
    let runningPids = this.processes();
    this.child = undefined;
    while (runningPids.length > 0) {
      signalAll(runningPids, 'SIGKILL');
      await pause(50);
      runningPids = listDescendants(runningPids);
    }
    this.heal();
    this.injectedFault = undefined;
  }

  /** Stops the process like a service manager, and kills it if that takes too long. */
  async stop(): Promise<void> {
    const child = this.child;
    if (!child) return this.kill();
    const pids = this.processes();
    this.child = undefined;
    this.heal();
    signalAll(pids, 'SIGCONT');
    child.kill('SIGTERM');
    const startedAt = performance.now();
    while (listDescendants(pids).length > 0 && performance.now() - startedAt < STOP_TIMEOUT_MS) await pause(50);
    signalAll(listDescendants(pids), 'SIGKILL');
    this.injectedFault = undefined;
  }

  freeze(): void {
    signalAll(this.processes(), 'SIGSTOP');
    this.injectedFault = 'frozen';
  }

  thaw(): void {
    signalAll(this.processes(), 'SIGCONT');
    this.injectedFault = undefined;
  }

  cut(): boolean {
    const { relays = [] } = this.options;
    for (const relay of relays) relay.cut();
    if (relays.length > 0) this.injectedFault = 'cut off';
    return relays.length > 0;
  }

  heal(): void {
    for (const relay of this.options.relays ?? []) relay.heal();
    if (this.injectedFault === 'cut off') this.injectedFault = undefined;
  }

  /** Undoes the injected fault, or restarts the process. */
  async restart(): Promise<void> {
    if (this.injectedFault === 'frozen') return this.thaw();
    if (this.injectedFault === 'cut off') return this.heal();
    await this.stop();
    this.start();
  }

  async readState(): Promise<string> {
    if (this.injectedFault) return this.injectedFault;
    if (!this.child || this.processes().length === 0) return 'down';
    const timeout = pause(CHECK_MS, 'does not answer');
    return Promise.race([this.options.look().catch(() => 'does not answer'), timeout]);
  }
}
