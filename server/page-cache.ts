import type { PageContent, PublicPagesChange } from './deps.ts';
import { RenderAbandonedError, RenderBusyError } from './render-queue.ts';
import { TokenBuckets } from './token-bucket.ts';

const FRESH_MS = 15_000;
/** How long a stale page is still served while it's rebuilt. */
const STALE_WHILE_REVALIDATE_MS = 15_000;
/** How long the old page is served after a failed rebuild, before the next attempt. */
const RETRY_AFTER_FAILURE_MS = 3_000;
/** Maximum age of a page that can't be rebuilt; older ones aren't served at all. */
const MAX_STALE_MS = 24 * 60 * 60 * 1_000;
/**
 * How often a changed page is rebuilt before it's served, so that users see their own change on the next page they
 * open. If changes come faster than that, the old page is served and rebuilt in the background once a second.
 */
const REBUILD_BUDGET = { size: 5, perSecond: 1 };
const BACKGROUND_REBUILD_INTERVAL_MS = 1_000;
/** How long a page is still rebuilt in the background after the last rapid change. */
const BACKGROUND_MODE_MS = 2_000;
const MIB = 1024 * 1024;

/**
 * Limits on the memory for pages, even if clients make up URLs. There's no end of possible queries, so pages with a
 * query have separate space and never evict a page without one.
 */
const CAPACITY = {
  plain: { pages: 1_000, bytes: 36 * MIB },
  asked: { pages: 250, bytes: 12 * MIB },
} as const;
type AddressKind = keyof typeof CAPACITY;

const getAddressKind = (address: string): AddressKind => (address.includes('?') ? 'asked' : 'plain');

/** The content that a page was rendered from. Undefined means that it may show anything. */
type PageDependencies = {
  shows?: ReadonlySet<PageContent> | undefined;
  /** Whether the page never changes. */
  constant?: boolean | undefined;
};
type CacheEntry<P> = {
  page: P;
  bytes: number;
  madeAt: number;
  /** Whether some content on the page has changed since it was rendered. */
  outdated: boolean;
  hurriedUntil: number;
  /** When the last rebuild failed; 0 if it didn't. */
  failedAt: number;
};
type PendingPage<P> = { page: Promise<P>; startedAtStep: number; news: PublicPagesChange[] };
export type PageSource<P> = {
  make: () => Promise<P>;
  /** Renders the page while an older one is served; defaults to `make`. */
  renderInBackground?: () => Promise<P>;
  /** False for pages that are rendered every time, such as "not found" pages. */
  isCacheable: (page: P) => boolean;
};

/** `isLate`: the rebuild failed, so the page is older than it should be. */
export type CachedPage<P> = { page: P; isLate: boolean };

/**
 * A cache of recently rendered pages. When content on a page changes, the page is rebuilt, in a single render
 * regardless of the number of requests. Pages that show something that must no longer be visible are removed at once,
 * even while they're rendering.
 */
export class PageCache<P extends PageDependencies> {
  readonly #kept = { plain: new Map<string, CacheEntry<P>>(), asked: new Map<string, CacheEntry<P>>() };
  readonly #making = new Map<string, PendingPage<P>>();
  readonly #remade: TokenBuckets;
  readonly #sizeOf: (page: P) => number;
  readonly #now: () => number;
  readonly #bytes = { plain: 0, asked: 0 };
  /** Counter that orders requests and renders, because two timestamps may be equal. */
  #steps = 0;

  /**
   * @param sizeOf size of a page in bytes
   * @param now current time in milliseconds, for tests
   */
  constructor(sizeOf: (page: P) => number, now: () => number = Date.now) {
    this.#sizeOf = sizeOf;
    this.#now = now;
    this.#remade = new TokenBuckets(REBUILD_BUDGET, now);
  }

  /** Returns the cached page for an address if it can be served as it is. */
  getFresh(address: string): P | undefined {
    const cachedPage = this.#kept[getAddressKind(address)].get(address);
    if (!cachedPage || cachedPage.failedAt > 0) return undefined;
    const age = this.#now() - cachedPage.madeAt;
    if (!cachedPage.outdated && (cachedPage.page.constant || age < FRESH_MS)) return cachedPage.page;
    const isBeingMade = this.#making.has(address) || (cachedPage.outdated && age < BACKGROUND_REBUILD_INTERVAL_MS);
    return isBeingMade && this.#mayBeOld(cachedPage) ? cachedPage.page : undefined;
  }

  /**
   * Checks whether a page can be served while it's being rebuilt: it's either only stale, or its content changes all
   * the time.
   */
  #mayBeOld({ outdated, madeAt, hurriedUntil }: CacheEntry<P>): boolean {
    return outdated ? this.#now() < hurriedUntil : this.#now() - madeAt < FRESH_MS + STALE_WHILE_REVALIDATE_MS;
  }

  /**
   * Returns the page for an address. If none can be served right away, renders it once for all concurrent requests.
   * @throws the error of `make` if there's no older page to serve instead
   */
  async getPage(address: string, source: PageSource<P>): Promise<CachedPage<P>> {
    return this.getWithoutWaiting(address, source) ?? this.waitForPage(address, source);
  }

  /** Returns a page that can be served without waiting, if there is one. A stale page is rebuilt in the background. */
  getWithoutWaiting(address: string, source: PageSource<P>): CachedPage<P> | undefined {
    const page = this.getFresh(address);
    return page === undefined ? this.#oldInstead(address, source) : { page, isLate: false };
  }

  /** Returns whether a page is being rendered, so that waiting requests don't start another render. */
  isPending(address: string): boolean {
    return this.#making.has(address);
  }

  /**
   * Returns the page of an address once it's rendered.
   * @throws the error of `make` if there's no older page to serve instead
   */
  async waitForPage(address: string, source: PageSource<P>): Promise<CachedPage<P>> {
    const step = ++this.#steps;
    for (;;) {
      const page = this.getFresh(address);
      if (page !== undefined) return { page, isLate: false };
      const pendingPage = this.#making.get(address) ?? this.#make(address, source);
      // A render that started after the request is up to date. So is an earlier one, unless something changed since.
      const isUpToDate = pendingPage.startedAtStep > step || pendingPage.news.length === 0;
      try {
        const page = await pendingPage.page;
        if (isUpToDate) return { page, isLate: false };
      } catch (error) {
        const last = this.#lastResort(address);
        if (last) return last;
        if (isUpToDate) throw error;
      }
    }
  }

  /** Returns an older page to serve while it's rebuilt in the background, if there is one. */
  #oldInstead(address: string, source: PageSource<P>): CachedPage<P> | undefined {
    const cachedPage = this.#kept[getAddressKind(address)].get(address);
    if (!cachedPage || this.getFresh(address) !== undefined) return undefined;
    const rebuildInBackground = () => {
      const { make, renderInBackground = make } = source;
      if (!this.#making.has(address)) this.#make(address, { ...source, make: renderInBackground }).page.catch(() => {});
    };
    if (cachedPage.failedAt > 0) {
      if (this.#now() - cachedPage.failedAt >= RETRY_AFTER_FAILURE_MS) rebuildInBackground();
      return this.#lastResort(address);
    }
    const isHurried = cachedPage.outdated && !this.#making.has(address) && this.#remade.consume(address) > 0;
    if (isHurried) cachedPage.hurriedUntil = this.#now() + BACKGROUND_MODE_MS;
    if (!this.#mayBeOld(cachedPage)) return undefined;
    rebuildInBackground();
    return { page: cachedPage.page, isLate: false };
  }

  #lastResort(address: string): CachedPage<P> | undefined {
    const cachedPage = this.#kept[getAddressKind(address)].get(address);
    return cachedPage && this.#now() - cachedPage.madeAt < MAX_STALE_MS
      ? { page: cachedPage.page, isLate: true }
      : undefined;
  }

  #make(address: string, { make, isCacheable }: PageSource<P>): PendingPage<P> {
    const madeAt = this.#now();
    const renderAndCache = async () => {
      try {
        const page = await make();
        if (this.#making.get(address) !== pendingPage) return page;
        if (isCacheable(page)) this.#keep(address, page, madeAt, pendingPage.news);
        else this.#drop(address);
        return page;
      } catch (error) {
        const cachedPage = this.#kept[getAddressKind(address)].get(address);
        if (cachedPage && !isUnattempted(error)) cachedPage.failedAt = this.#now();
        throw error;
      } finally {
        if (this.#making.get(address) === pendingPage) this.#making.delete(address);
      }
    };
    const pendingPage: PendingPage<P> = {
      page: Promise.resolve().then(renderAndCache),
      startedAtStep: ++this.#steps,
      news: [],
    };
    this.#making.set(address, pendingPage);
    return pendingPage;
  }

  #keep(address: string, page: P, madeAt: number, change: PublicPagesChange[]): void {
    const kind = getAddressKind(address);
    const [cachedPages, capacity] = [this.#kept[kind], CAPACITY[kind]];
    const hurriedUntil = cachedPages.get(address)?.hurriedUntil ?? 0;
    this.#drop(address);
    const bytes = this.#sizeOf(page);
    const isOutdated = change.some((one) => isAffected(one, address, page));
    cachedPages.set(address, { page, bytes, madeAt, outdated: isOutdated, hurriedUntil, failedAt: 0 });
    this.#bytes[kind] += bytes;
    for (const oldest of cachedPages.keys()) {
      if (cachedPages.size <= capacity.pages && this.#bytes[kind] <= capacity.bytes) return;
      this.#drop(oldest);
    }
  }

  #drop(address: string): void {
    const kind = getAddressKind(address);
    const cachedPage = this.#kept[kind].get(address);
    if (!cachedPage) return;
    this.#bytes[kind] -= cachedPage.bytes;
    this.#kept[kind].delete(address);
  }

  /** Invalidates every page that a change affects. */
  applyChange(change: PublicPagesChange): void {
    for (const pages of [this.#kept.plain, this.#kept.asked]) {
      for (const [address, found] of pages) {
        if (!isAffected(change, address, found.page)) continue;
        if (shouldRemove(change, address)) this.#drop(address);
        found.outdated = true;
        if (found.hurriedUntil > this.#now()) found.hurriedUntil = this.#now() + BACKGROUND_MODE_MS;
      }
    }
    for (const [address, pendingPage] of this.#making) {
      if (!mayAffect(change, address)) continue;
      // A render that started before the change must be neither served nor cached.
      if (shouldRemove(change, address)) this.#making.delete(address);
      else pendingPage.news.push(change);
    }
  }
}

/** Returns whether the render was never attempted. The error then says nothing about the page. */
const isUnattempted = (error: unknown) => error instanceof RenderBusyError || error instanceof RenderAbandonedError;

const isUnder = ({ under = [] }: PublicPagesChange, address: string) =>
  under.some((start) => address.startsWith(start));

/** Returns whether a change may affect a page at this address, no matter what the page shows. */
const mayAffect = (change: PublicPagesChange, address: string): boolean =>
  isUnder(change, address) || change.shown !== undefined || change.under === undefined;

function isAffected(change: PublicPagesChange, address: string, { shows }: PageDependencies): boolean {
  if (isUnder(change, address) || (!change.shown && !change.under)) return true;
  return change.shown !== undefined && (!shows || change.shown.some((one) => shows.has(one)));
}

/** Returns whether old versions of the page must disappear immediately. */
const shouldRemove = (change: PublicPagesChange, address: string): boolean =>
  change.gone === true || change.shown === undefined || isUnder(change, address);
