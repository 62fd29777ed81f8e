/** So many of what was done or is planned are remembered. */
const MAX_REMEMBERED = 4_000;
/** A timer holds no more than 24 days. */
const MAX_DELAY_S = 20 * 86_400;
/** Seconds until the next attempts at something that did not work. */
const RETRIES_S = [3, 10, 30, 120];

/** What sample players are about to do, and have done: nothing twice. */
export class SampleAgenda {
  private readonly failed: (error: unknown, what: string) => boolean;
  private readonly known = new Set<string>();
  private readonly running = new Map<string, { next?: () => Promise<unknown> }>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private closed = false;

  /** @param failed told of what did not work. @returns whether it may be tried again */
  constructor(failed: (error: unknown, what: string) => boolean) {
    this.failed = failed;
  }

  /** Does something once after a while, however often it is asked for by this name. */
  once(name: string, seconds: number, work: () => Promise<unknown>): void {
    if (this.closed || this.known.has(name)) return;
    this.known.add(name);
    if (this.known.size > MAX_REMEMBERED) this.known.delete(this.known.values().next().value!);
    this.scheduleAttempt(name, seconds, work, 0);
  }

  private scheduleAttempt(name: string, seconds: number, work: () => Promise<unknown>, retries: number): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work().catch((error: unknown) => {
        if (!this.failed(error, name)) return;
        const wait = RETRIES_S[retries];
        if (wait === undefined) this.known.delete(name);
        else this.scheduleAttempt(name, wait, work, retries + 1);
      });
    }, Math.min(seconds, MAX_DELAY_S) * 1_000);
    this.timers.add(timer);
  }

  /** Does something now; asked for again meanwhile, it is done once more afterwards, never twice at a time. */
  look(name: string, work: () => Promise<unknown>): void {
    if (this.closed) return;
    const running = this.running.get(name);
    if (running) {
      running.next = work;
      return;
    }
    const mine: { next?: () => Promise<unknown> } = {};
    this.running.set(name, mine);
    work()
      .catch((error: unknown) => this.failed(error, name))
      .finally(() => {
        this.running.delete(name);
        if (mine.next) this.look(name, mine.next);
      });
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
