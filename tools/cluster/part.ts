import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { families, postmasterOf, signalAll } from './processes.ts';
import type { Relay } from './relay.ts';

export type Recipe = {
  name: string;
  program: string;
  args: string[];
  variables?: Record<string, string>;
  log: string;
  /** Whose processes it is run as. */
  who: { uid?: number; gid?: number };
  /** Where it works; it must be allowed in there. */
  folder: string;
  /** Data folder of a PostgreSQL that it looks after. */
  data?: string;
  /** All that others reach it by, and it them. */
  relays?: Relay[];
  /** One word or a few on how it is now. @throws when it does not answer */
  look: () => Promise<string>;
};

const END_MS = 25_000;
const LOOK_MS = 1_500;

/** One program of the cluster, which can be hurt. */
export class Part {
  readonly recipe: Recipe;
  private child: ChildProcess | undefined;
  private hurt: 'frozen' | 'cut off' | undefined;
  /** How often it ended without having been told to. */
  exits = 0;

  constructor(recipe: Recipe) {
    this.recipe = recipe;
  }

  get name(): string {
    return this.recipe.name;
  }

  start(): void {
    const { program, args, variables, who, folder, log } = this.recipe;
    const file = openSync(log, 'a');
    const child = spawn(program, args, {
      ...who,
      cwd: folder,
      // A key pressed in a terminal is meant for whoever ends all parts in order.
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
    const { data } = this.recipe;
    const postmaster = data ? postmasterOf(data) : undefined;
    return families([this.child?.pid, postmaster].filter((pid) => pid !== undefined));
  }

  /** Ends it at once, with everything that it started. */
  async kill(): Promise<void> {
    let left = this.processes();
    this.child = undefined;
    while (left.length > 0) {
      signalAll(left, 'SIGKILL');
      await pause(50);
      left = families(left);
    }
    this.heal();
    this.hurt = undefined;
  }

  /** Ends it as a service manager does, and at once when that takes too long. */
  async stop(): Promise<void> {
    const child = this.child;
    if (!child) return this.kill();
    const pids = this.processes();
    this.child = undefined;
    this.heal();
    signalAll(pids, 'SIGCONT');
    child.kill('SIGTERM');
    const began = performance.now();
    while (families(pids).length > 0 && performance.now() - began < END_MS) await pause(50);
    signalAll(families(pids), 'SIGKILL');
    this.hurt = undefined;
  }

  freeze(): void {
    signalAll(this.processes(), 'SIGSTOP');
    this.hurt = 'frozen';
  }

  thaw(): void {
    signalAll(this.processes(), 'SIGCONT');
    this.hurt = undefined;
  }

  cut(): boolean {
    const { relays = [] } = this.recipe;
    for (const relay of relays) relay.cut();
    if (relays.length > 0) this.hurt = 'cut off';
    return relays.length > 0;
  }

  heal(): void {
    for (const relay of this.recipe.relays ?? []) relay.heal();
    if (this.hurt === 'cut off') this.hurt = undefined;
  }

  /** Brings it back from whatever was done to it. */
  async restart(): Promise<void> {
    if (this.hurt === 'frozen') return this.thaw();
    if (this.hurt === 'cut off') return this.heal();
    await this.stop();
    this.start();
  }

  async state(): Promise<string> {
    if (this.hurt) return this.hurt;
    if (!this.child || this.processes().length === 0) return 'down';
    const late = pause(LOOK_MS, 'does not answer');
    return Promise.race([this.recipe.look().catch(() => 'does not answer'), late]);
  }
}
