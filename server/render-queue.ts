/** Maximum number of concurrent renders. Rendering blocks the thread that answers all requests. */
const MAX_RUNNING = 8;
const MAX_RUNNING_PER_CLIENT = 1;
/** Maximum number of requests in the queue. */
const MAX_WAITING = 128;
const MAX_WAITING_PER_CLIENT = 32;
/** How long a request waits before it's refused and has to retry later. */
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** Thrown when too many renders are running or waiting, for this client or in total. */
export class RenderBusyError extends Error {
  readonly retryAfterSeconds: number;
  readonly status: 429 | 503;
  constructor(status: 429 | 503, seconds = RETRY_SECONDS) {
    const reason = status === 429 ? 'Too many pages were requested at once.' : 'The server is busy.';
    super(`${reason} Try again in ${seconds} seconds.`);
    this.status = status;
    this.retryAfterSeconds = seconds;
  }
}

/** Thrown when no one is waiting for this render anymore. */
export class RenderAbandonedError extends Error {}

type QueuedRender = {
  isWanted: () => boolean;
  start: () => void;
  refuse: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/** Limits concurrent renders and alternates between clients, so a client that requests a lot delays only itself. */
export class RenderQueue {
  /** The waiting renders by client. The first client is served next. */
  readonly #waiting = new Map<string, QueuedRender[]>();
  readonly #running = new Map<string, number>();
  #runningInAll = 0;
  #waitingInAll = 0;

  /**
   * @param client the requesting client; if undefined, only the total limits apply
   * @param isWanted whether someone is still waiting for the render when its turn comes
   * @throws RenderBusyError RenderAbandonedError or the error of `work`
   */
  async run<T>(client: string | undefined, isWanted: () => boolean, work: () => Promise<T>): Promise<T> {
    const name = client ?? '';
    if (!this.#mayRun(name)) await this.#wait(name, isWanted);
    else this.#count(name, 1);
    try {
      if (!isWanted()) throw new RenderAbandonedError();
      return await work();
    } finally {
      this.#count(name, -1);
      this.#startNext();
    }
  }

  #mayRun(client: string): boolean {
    if (this.#runningInAll >= MAX_RUNNING) return false;
    return client === '' || (this.#running.get(client) ?? 0) < MAX_RUNNING_PER_CLIENT;
  }

  #count(client: string, by: 1 | -1): void {
    this.#runningInAll += by;
    const runningCount = (this.#running.get(client) ?? 0) + by;
    if (runningCount > 0) this.#running.set(client, runningCount);
    else this.#running.delete(client);
  }

  #wait(client: string, isWanted: () => boolean): Promise<void> {
    const clientTasks = this.#waiting.get(client) ?? [];
    if (client !== '' && clientTasks.length >= MAX_WAITING_PER_CLIENT) throw new RenderBusyError(429);
    if (this.#waitingInAll >= MAX_WAITING) throw new RenderBusyError(503);
    return new Promise((start, refuse) => {
      const queuedRender: QueuedRender = {
        isWanted,
        start,
        refuse,
        timer: setTimeout(() => {
          this.#remove(client, queuedRender);
          refuse(new RenderBusyError(503));
        }, MAX_WAIT_MS),
      };
      this.#waiting.set(client, [...clientTasks, queuedRender]);
      this.#waitingInAll += 1;
    });
  }

  #remove(client: string, queuedRender: QueuedRender): void {
    clearTimeout(queuedRender.timer);
    const clientRequests = this.#waiting.get(client)!.filter((one) => one !== queuedRender);
    this.#waitingInAll -= 1;
    // Move the client behind all others, so that each client gets a turn.
    this.#waiting.delete(client);
    if (clientRequests.length > 0) this.#waiting.set(client, clientRequests);
  }

  #startNext(): void {
    for (const [client, [next]] of this.#waiting) {
      if (!this.#mayRun(client)) continue;
      this.#remove(client, next!);
      if (!next!.isWanted()) {
        next!.refuse(new RenderAbandonedError());
        this.#startNext();
        return;
      }
      this.#count(client, 1);
      // Let other requests run between two renders.
      setImmediate(next!.start);
      return;
    }
  }
}
