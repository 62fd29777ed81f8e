const FRESH_MS = 15_000;
const MIB = 1024 * 1024;

/**
 * Whatever addresses people make up, pages take no more memory than this. What somebody can write into a query has no
 * end, so pages with one have room of their own, and never push out a page without.
 */
const ROOM = {
  plain: { pages: 1_000, bytes: 36 * MIB },
  asked: { pages: 250, bytes: 12 * MIB },
} as const;
type Kind = keyof typeof ROOM;

const kindOf = (address: string): Kind => (address.includes('?') ? 'asked' : 'plain');

type Kept<P> = { page: P; until: number; bytes: number };

/**
 * Pages that were made a moment ago. A change of public data makes it forget them at once, those included that are
 * being made at that very moment: they may have read the data before the change.
 */
export class PageCache<P> {
  readonly #kept = { plain: new Map<string, Kept<P>>(), asked: new Map<string, Kept<P>>() };
  readonly #making = new Map<string, Promise<P>>();
  readonly #sizeOf: (page: P) => number;
  readonly #now: () => number;
  readonly #bytes = { plain: 0, asked: 0 };

  /**
   * @param sizeOf bytes that a page takes
   * @param now milliseconds, for tests
   */
  constructor(sizeOf: (page: P) => number, now: () => number = Date.now) {
    this.#sizeOf = sizeOf;
    this.#now = now;
  }

  /** The page of an address if it stands ready. */
  fresh(address: string): P | undefined {
    const found = this.#kept[kindOf(address)].get(address);
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
    this.#drop(address);
    const kind = kindOf(address);
    const [kept, room] = [this.#kept[kind], ROOM[kind]];
    const bytes = this.#sizeOf(page);
    kept.set(address, { page, until: this.#now() + FRESH_MS, bytes });
    this.#bytes[kind] += bytes;
    for (const oldest of kept.keys()) {
      if (kept.size <= room.pages && this.#bytes[kind] <= room.bytes) return;
      this.#drop(oldest);
    }
  }

  #drop(address: string): void {
    const kind = kindOf(address);
    const found = this.#kept[kind].get(address);
    if (!found) return;
    this.#bytes[kind] -= found.bytes;
    this.#kept[kind].delete(address);
  }

  /** @param news of the channel `public-pages`: with `under`, only addresses that begin with one of these are old */
  forget(news: unknown): void {
    const under = (news as { under?: unknown } | null)?.under;
    const isOld = (address: string) => !Array.isArray(under) || under.some((start) => address.startsWith(start));
    for (const kept of [this.#kept.plain, this.#kept.asked]) {
      for (const address of kept.keys()) if (isOld(address)) this.#drop(address);
    }
    for (const address of this.#making.keys()) if (isOld(address)) this.#making.delete(address);
  }
}
