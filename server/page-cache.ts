import type { PageContent, PublicPagesChange } from './deps.ts';
import { RenderAbandonedError, RenderBusyError } from './render-queue.ts';
import { TokenBuckets } from './token-bucket.ts';

const FRESH_MS = 15_000;
/** So long a page that has only grown old is handed out while it is made anew. */
const STALE_WHILE_REVALIDATE_MS = 15_000;
/** So long a page is handed out again after it could not be made anew, before that is tried once more. */
const RETRY_AFTER_FAILURE_MS = 3_000;
/** A page older than this is not even handed out while it cannot be made anew. */
const MAX_STALE_MS = 24 * 60 * 60 * 1_000;
/**
 * News have a page made anew before it is handed out, so that whoever caused them finds them true on the page they open
 * next. Where they come faster than this, it is handed out as it is and made anew behind that once a second.
 */
const REBUILD_BUDGET = { size: 5, perSecond: 1 };
const BACKGROUND_REBUILD_INTERVAL_MS = 1_000;
/** So long after the last news that came so fast. */
const HURRIED_FOR_MS = 2_000;
const MIB = 1024 * 1024;

/**
 * Whatever addresses people make up, pages take no more memory than this. What somebody can write into a query has no
 * end, so pages with one have room of their own, and never push out a page without.
 */
const CAPACITY = {
  plain: { pages: 1_000, bytes: 36 * MIB },
  asked: { pages: 250, bytes: 12 * MIB },
} as const;
type AddressKind = keyof typeof CAPACITY;

const kindOf = (address: string): AddressKind => (address.includes('?') ? 'asked' : 'plain');

/** What a page was made of; undefined: it may show anything. */
type PageDependencies = {
  shows?: ReadonlySet<PageContent> | undefined;
  /** It doesn't grow old. */
  constant?: boolean | undefined;
};
type CacheEntry<P> = {
  page: P;
  bytes: number;
  madeAt: number;
  /** There were news since. */
  outdated: boolean;
  hurriedUntil: number;
  /** When it could not be made anew; 0 while it could. */
  failedAt: number;
};
type PendingPage<P> = { page: Promise<P>; startedAtStep: number; news: PublicPagesChange[] };
export type PageSource<P> = {
  make: () => Promise<P>;
  /** Makes it while an older one is handed out; like `make` where it is left out. */
  renderInBackground?: () => Promise<P>;
  /** False for pages that are made anew each time, such as those of what is not there. */
  isCacheable: (page: P) => boolean;
};

/** `late`: it could not be made anew, and is older than it should be. */
export type CachedPage<P> = { page: P; late: boolean };

/**
 * Pages that were made a moment ago. A change of what they show has them made anew, each once at a time however many
 * ask; those that show something that must not be seen any more are forgotten at once, also while they are being made.
 */
export class PageCache<P extends PageDependencies> {
  readonly #kept = { plain: new Map<string, CacheEntry<P>>(), asked: new Map<string, CacheEntry<P>>() };
  readonly #making = new Map<string, PendingPage<P>>();
  readonly #remade: TokenBuckets;
  readonly #sizeOf: (page: P) => number;
  readonly #now: () => number;
  readonly #bytes = { plain: 0, asked: 0 };
  /** Orders who asked and what was begun; two of them may come in one millisecond. */
  #steps = 0;

  /**
   * @param sizeOf bytes that a page takes
   * @param now milliseconds, for tests
   */
  constructor(sizeOf: (page: P) => number, now: () => number = Date.now) {
    this.#sizeOf = sizeOf;
    this.#now = now;
    this.#remade = new TokenBuckets(REBUILD_BUDGET, now);
  }

  /** The page of an address if it can be handed out as it is. */
  getFresh(address: string): P | undefined {
    const found = this.#kept[kindOf(address)].get(address);
    if (!found || found.failedAt > 0) return undefined;
    const age = this.#now() - found.madeAt;
    if (!found.outdated && (found.page.constant || age < FRESH_MS)) return found.page;
    const isBeingMade = this.#making.has(address) || (found.outdated && age < BACKGROUND_REBUILD_INTERVAL_MS);
    return isBeingMade && this.#mayBeOld(found) ? found.page : undefined;
  }

  /** Who asks for a page that has only grown old, or changes all the time, need not wait for the next. */
  #mayBeOld({ outdated, madeAt, hurriedUntil }: CacheEntry<P>): boolean {
    return outdated ? this.#now() < hurriedUntil : this.#now() - madeAt < FRESH_MS + STALE_WHILE_REVALIDATE_MS;
  }

  /**
   * The page of an address, made once however many ask at the same time.
   * @throws what `make` throws, when there is no older page to hand out instead
   */
  async getPage(address: string, ways: PageSource<P>): Promise<CachedPage<P>> {
    return this.getWithoutWaiting(address, ways) ?? this.waitForPage(address, ways);
  }

  /** What can be handed out without waiting, if anything can; what is old is made anew behind it. */
  getWithoutWaiting(address: string, ways: PageSource<P>): CachedPage<P> | undefined {
    const page = this.getFresh(address);
    return page === undefined ? this.#oldInstead(address, ways) : { page, late: false };
  }

  /** Whether a page is being made, so that whoever waits for it makes no other. */
  isPending(address: string): boolean {
    return this.#making.has(address);
  }

  /** The page of an address once it is made. @throws what `make` throws, when there is no older page instead */
  async waitForPage(address: string, ways: PageSource<P>): Promise<CachedPage<P>> {
    const asked = ++this.#steps;
    for (;;) {
      const page = this.getFresh(address);
      if (page !== undefined) return { page, late: false };
      const making = this.#making.get(address) ?? this.#make(address, ways);
      // What was begun after somebody asked is true for them; what was begun before is, unless there were news since.
      const isTrue = making.startedAtStep > asked || making.news.length === 0;
      try {
        const made = await making.page;
        if (isTrue) return { page: made, late: false };
      } catch (error) {
        const last = this.#lastResort(address);
        if (last) return last;
        if (isTrue) throw error;
      }
    }
  }

  /** What is handed out while the page is made anew behind it, if anything is. */
  #oldInstead(address: string, ways: PageSource<P>): CachedPage<P> | undefined {
    const found = this.#kept[kindOf(address)].get(address);
    if (!found || this.getFresh(address) !== undefined) return undefined;
    const behind = () => {
      const { make, renderInBackground = make } = ways;
      if (!this.#making.has(address)) this.#make(address, { ...ways, make: renderInBackground }).page.catch(() => {});
    };
    if (found.failedAt > 0) {
      if (this.#now() - found.failedAt >= RETRY_AFTER_FAILURE_MS) behind();
      return this.#lastResort(address);
    }
    const isHurried = found.outdated && !this.#making.has(address) && this.#remade.consume(address) > 0;
    if (isHurried) found.hurriedUntil = this.#now() + HURRIED_FOR_MS;
    if (!this.#mayBeOld(found)) return undefined;
    behind();
    return { page: found.page, late: false };
  }

  #lastResort(address: string): CachedPage<P> | undefined {
    const found = this.#kept[kindOf(address)].get(address);
    return found && this.#now() - found.madeAt < MAX_STALE_MS ? { page: found.page, late: true } : undefined;
  }

  #make(address: string, { make, isCacheable }: PageSource<P>): PendingPage<P> {
    const madeAt = this.#now();
    const run = async () => {
      try {
        const page = await make();
        if (this.#making.get(address) !== making) return page;
        if (isCacheable(page)) this.#keep(address, page, madeAt, making.news);
        else this.#drop(address);
        return page;
      } catch (error) {
        const found = this.#kept[kindOf(address)].get(address);
        if (found && !wasNotAttempted(error)) found.failedAt = this.#now();
        throw error;
      } finally {
        if (this.#making.get(address) === making) this.#making.delete(address);
      }
    };
    const making: PendingPage<P> = { page: Promise.resolve().then(run), startedAtStep: ++this.#steps, news: [] };
    this.#making.set(address, making);
    return making;
  }

  #keep(address: string, page: P, madeAt: number, news: PublicPagesChange[]): void {
    const kind = kindOf(address);
    const [kept, room] = [this.#kept[kind], CAPACITY[kind]];
    const hurriedUntil = kept.get(address)?.hurriedUntil ?? 0;
    this.#drop(address);
    const bytes = this.#sizeOf(page);
    const outdated = news.some((one) => concerns(one, address, page));
    kept.set(address, { page, bytes, madeAt, outdated, hurriedUntil, failedAt: 0 });
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

  /** Takes what has changed into account for every page that it concerns. */
  applyChange(news: PublicPagesChange): void {
    for (const kept of [this.#kept.plain, this.#kept.asked]) {
      for (const [address, found] of kept) {
        if (!concerns(news, address, found.page)) continue;
        if (mustRemove(news, address)) this.#drop(address);
        found.outdated = true;
        if (found.hurriedUntil > this.#now()) found.hurriedUntil = this.#now() + HURRIED_FOR_MS;
      }
    }
    for (const [address, making] of this.#making) {
      if (!mayConcern(news, address)) continue;
      // Nobody may be handed what was begun before, or find it kept.
      if (mustRemove(news, address)) this.#making.delete(address);
      else making.news.push(news);
    }
  }
}

/** It wasn't tried at all, which says nothing about the page. */
const wasNotAttempted = (error: unknown) => error instanceof RenderBusyError || error instanceof RenderAbandonedError;

const isUnder = ({ under = [] }: PublicPagesChange, address: string) =>
  under.some((start) => address.startsWith(start));

/** Whether a page of an address may be concerned, whatever it shows. */
const mayConcern = (news: PublicPagesChange, address: string): boolean =>
  isUnder(news, address) || news.shown !== undefined || news.under === undefined;

function concerns(news: PublicPagesChange, address: string, { shows }: PageDependencies): boolean {
  if (isUnder(news, address) || (!news.shown && !news.under)) return true;
  return news.shown !== undefined && (!shows || news.shown.some((one) => shows.has(one)));
}

/** Whether older pages must not be seen any more, not even for a moment. */
const mustRemove = (news: PublicPagesChange, address: string): boolean =>
  news.gone === true || news.shown === undefined || isUnder(news, address);
