const FRESH_MS = 15_000;
const PAGES_KEPT = 1_000;

type Kept<P> = { page: P; until: number };

/**
 * Pages that were made a moment ago. A change of public data makes it forget them at once, those included that are
 * being made at that very moment: they may have read the data before the change.
 */
export class PageCache<P> {
  readonly #kept = new Map<string, Kept<P>>();
  readonly #making = new Map<string, Promise<P>>();
  readonly #now: () => number;

  /** @param now milliseconds, for tests */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The page of an address if it stands ready. */
  fresh(address: string): P | undefined {
    const found = this.#kept.get(address);
    return found && found.until > this.#now() ? found.page : undefined;
  }

  /**
   * The page of an address, made once however many ask at the same time.
   * @param worthKeeping false for pages that are made anew each time, such as errors
   */
  async find(address: string, make: () => Promise<P>, worthKeeping: (page: P) => boolean): Promise<P> {
    const found = this.fresh(address);
    if (found !== undefined) return found;
    const already = this.#making.get(address);
    if (already) return already;
    const making = make();
    this.#making.set(address, making);
    try {
      const page = await making;
      // Still in its place: nothing has changed while it was made.
      if (this.#making.get(address) === making && worthKeeping(page)) this.#keep(address, page);
      return page;
    } finally {
      if (this.#making.get(address) === making) this.#making.delete(address);
    }
  }

  #keep(address: string, page: P): void {
    this.#kept.delete(address);
    this.#kept.set(address, { page, until: this.#now() + FRESH_MS });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > PAGES_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** @param news of the channel `public-pages`: with `under`, only addresses that begin with one of these are old */
  forget(news: unknown): void {
    const under = (news as { under?: unknown } | null)?.under;
    for (const pages of [this.#kept, this.#making]) {
      if (!Array.isArray(under)) pages.clear();
      else
        for (const address of pages.keys()) if (under.some((start) => address.startsWith(start))) pages.delete(address);
    }
  }
}
