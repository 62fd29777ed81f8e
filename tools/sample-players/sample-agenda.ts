/** Maximum number of done or planned actions to remember. */
const MAX_REMEMBERED = 4_000;
/** Maximum delay, because timers can't run longer than 24 days. */
const MAX_DELAY_S = 20 * 86_400;
/** Delays in seconds before retrying a failed action. */
const RETRIES_S = [3, 10, 30, 120];

type Work = () => Promise<unknown>;

/** Schedules the actions of sample players and remembers them, so that none runs twice. */
export class SampleAgenda {
  private readonly failed: (error: unknown, what: string) => boolean;
  private readonly known = new Set<string>();
  /** The running looks by name, each with the work to run after it. */
  private readonly running = new Map<string, Work | undefined>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private closed = false;

  /** @param failed receives each error and returns whether to retry */
  constructor(failed: (error: unknown, what: string) => boolean) {
    this.failed = failed;
  }

  /** Runs the work once after a delay, even if its name is scheduled several times. */
  once(name: string, seconds: number, work: Work): void {
    if (this.known.has(name)) return;
    this.known.add(name);
    if (this.known.size > MAX_REMEMBERED) this.known.delete(this.known.values().next().value!);
    this.attempt(name, seconds, work, 0);
  }

  private attempt(name: string, seconds: number, work: Work, retries: number): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work().catch((error: unknown) => {
        if (!this.failed(error, name)) return;
        const wait = RETRIES_S[retries];
        if (wait === undefined) this.known.delete(name);
        else this.attempt(name, wait, work, retries + 1);
      });
    }, Math.min(seconds, MAX_DELAY_S) * 1_000);
    this.timers.add(timer);
  }

  /**
   * Runs the work now, never concurrently with work of the same name. If that's running, the latest work runs once
   * afterwards.
   */
  look(name: string, work: Work): void {
    if (this.closed) return;
    if (this.running.has(name)) return void this.running.set(name, work);
    this.running.set(name, undefined);
    work()
      .catch((error: unknown) => this.failed(error, name))
      .finally(() => {
        const next = this.running.get(name);
        this.running.delete(name);
        if (next) this.look(name, next);
      });
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
  }
}
