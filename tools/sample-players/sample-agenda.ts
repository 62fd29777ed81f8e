/** Maximum number of done or planned actions to remember. */
const MAX_REMEMBERED = 4_000;
/** Timers can't run longer than 24 days. */
const MAX_DELAY_S = 20 * 86_400;
/** Delays in seconds before retrying a failed action. */
const RETRIES_S = [3, 10, 30, 120];

/** Schedules what sample players do, and remembers what they've done so that nothing happens twice. */
export class SampleAgenda {
  private readonly failed: (error: unknown, what: string) => boolean;
  private readonly known = new Set<string>();
  private readonly running = new Map<string, { next?: () => Promise<unknown> }>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private closed = false;

  /** @param failed receives each error. @returns whether to retry */
  constructor(failed: (error: unknown, what: string) => boolean) {
    this.failed = failed;
  }

  /** Runs the work once after a delay, even if the same name is scheduled several times. */
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

  /**
   * Runs the work now, never concurrently with itself. If requested again while running, it runs once more afterwards.
   */
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
