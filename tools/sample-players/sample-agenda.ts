/** Maximum number of done or planned actions to remember. */
const MAX_REMEMBERED = 4_000;
/** Maximum delay, because timers can't run longer than 24 days. */
const MAX_DELAY_S = 20 * 86_400;
/** Delays in seconds before retrying a failed action. */
const RETRIES_S = [3, 10, 30, 120];

type Work = () => Promise<unknown>;

/** Schedules the actions of sample players and remembers them, so that none runs twice. */
export class SampleAgenda {
  private readonly onError: (error: unknown, what: string) => boolean;
  private readonly knownNames = new Set<string>();
  /** The running work by name, each with the work to run after it. */
  private readonly running = new Map<string, Work | undefined>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosed = false;

  /** @param onError receives each error and returns whether to retry */
  constructor(onError: (error: unknown, what: string) => boolean) {
    this.onError = onError;
  }

  /** Runs the work once after a delay, even if its name is scheduled several times. */
  once(name: string, seconds: number, work: Work): void {
    if (this.knownNames.has(name)) return;
    this.knownNames.add(name);
    if (this.knownNames.size > MAX_REMEMBERED) this.knownNames.delete(this.knownNames.values().next().value!);
    this.attempt(name, seconds, work, 0);
  }

  private attempt(name: string, seconds: number, work: Work, retries: number): void {
    if (this.isClosed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work().catch((error: unknown) => {
        if (!this.onError(error, name)) return;
        const waitSeconds = RETRIES_S[retries];
        if (waitSeconds === undefined) this.knownNames.delete(name);
        else this.attempt(name, waitSeconds, work, retries + 1);
      });
    }, Math.min(seconds, MAX_DELAY_S) * 1_000);
    this.timers.add(timer);
  }

  /**
   * Runs the work now, never concurrently with work of the same name. If that's running, the latest work runs once
   * afterwards.
   */
  runExclusive(name: string, work: Work): void {
    if (this.isClosed) return;
    if (this.running.has(name)) return void this.running.set(name, work);
    this.running.set(name, undefined);
    work()
      .catch((error: unknown) => this.onError(error, name))
      .finally(() => {
        const next = this.running.get(name);
        this.running.delete(name);
        if (next) this.runExclusive(name, next);
      });
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.timers) clearTimeout(timer);
  }
}
