import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { withTimeBudget } from '../db/time-budget.ts';
import { LOCALE_FACTS, type Locale, SOURCE_LOCALE, splitLocalePrefix } from '../messages/locales.ts';
import { getTranslator } from '../messages/translators.ts';
import type { ApiFetch } from '../web/api-client.ts';
import type { App } from './app.ts';
import { deferScripts } from './defer-scripts.ts';
import type { Deps, PageContent, PublicPagesChange } from './deps.ts';
import { chooseEncoding, compress, type Encoding } from './encodings.ts';
import { matchesEtag, type PageRendering } from './http.ts';
import { createMemberScripts, localizeServerBuild, readLocaleFolders } from './localized-assets.ts';
import { requestTimeoutMs } from './middleware/request-context.ts';
import { createPageAddresses, type PageAddress } from './page-address.ts';
import { type CachedPage, PageCache, type PageSource } from './page-cache.ts';
import { createContentSecurityPolicy, findForeignScripts, removeNonce } from './page-policy.ts';
import { RenderAbandonedError, RenderBusyError, RenderQueue } from './render-queue.ts';
import { findPageLocale } from './request-language.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type RenderedPage = {
  status: number;
  headers: [string, string][];
  body: Buffer<ArrayBuffer>;
  brotli?: Buffer<ArrayBuffer>;
  gzip?: Buffer<ArrayBuffer>;
  /** Encoded bodies that are done or in progress. */
  encoding?: Partial<Record<'br' | 'gzip', Promise<Buffer<ArrayBuffer>>>>;
  /** The changing content that the page shows. Undefined means that it may show anything. */
  shows: ReadonlySet<PageContent> | undefined;
  /** Whether nothing on the page changes while the node runs. */
  constant?: boolean | undefined;
  /** All response headers by encoding, cached after the first response. */
  ready?: Record<string, Record<string, string>>;
};

/** The visitor who's requesting a page. */
export type PageVisitor = {
  /** The client whose render budget is used, if known. */
  client?: string | undefined;
  isConnected: () => boolean;
  /**
   * Uses one render of the budget.
   * @returns seconds until the next render is allowed; 0 if this one is
   */
  consumeRenderBudget?: () => number;
};

const ANONYMOUS_VISITOR: PageVisitor = { isConnected: () => true };

export type Pages = {
  (request: Request, visitor?: PageVisitor): Promise<Response>;
  /** Returns the whole response, common headers included, if the same request was served just before. */
  ready?: (incoming: IncomingMessage) => Response | undefined;
};

/**
 * Cache headers of pages. Browsers revalidate every time, so users never see the state before their own change. Caches
 * in front of us may keep a page for a few seconds and serve it stale while they revalidate.
 */
const CACHE_HEADERS = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'public, max-age=15, stale-while-revalidate=60',
};
/** Marks a page that couldn't be rebuilt (RFC 9211); no other cache may keep it. */
const STALE_HEADERS = {
  'Cache-Status': 'planet-crew; hit; ttl=-1; detail=database-away',
  'CDN-Cache-Control': 'no-store',
};

/** Thrown when some content of a page couldn't be loaded. The page is served but not cached. */
class IncompletePageError extends Error {
  readonly page: RenderedPage;
  constructor({ headers, ...page }: RenderedPage, retryAfter: string) {
    super('A page could not load what it shows.');
    const extraHeaders: [string, string][] = [
      ['Retry-After', retryAfter],
      ['Cache-Control', 'no-store'],
    ];
    this.page = { ...page, status: 503, headers: [...headers, ...extraHeaders] };
  }
}

/** Status for a client that has closed its connection. No one sees it. */
const CLIENT_CLOSED_REQUEST = 499;

const createBusyResponse = ({ message, status, retryAfterSeconds }: RenderBusyError) =>
  new Response(message, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': String(retryAfterSeconds),
      'Cache-Control': 'no-store',
    },
  });

/**
 * The language of a page and the prefix of its address. The prefix is empty if the reader's settings decide the
 * language.
 */
type PageLanguage = { locale: Locale; prefix: string };

/**
 * Returns the key under which a page is cached. It includes the language, because the address doesn't always name it.
 */
const toCacheKey = ({ locale, prefix }: PageLanguage, address: string) =>
  prefix || locale === SOURCE_LOCALE ? address : `${locale} ${address}`;

/** Serves pages: rendered through the API, cached for a few seconds, and invalidated when public data changes. */
export function createPages(build: ServerBuild | (() => Promise<ServerBuild>), app: App, deps: Deps) {
  const mode = typeof build === 'function' ? 'development' : 'production';
  const renderers = new Map<string, ReturnType<typeof createRequestHandler>>();
  const cache = new PageCache<RenderedPage>(({ body, brotli, gzip }) => {
    const encodings = [body, brotli, gzip].map((bytes) => bytes?.byteLength ?? body.byteLength / 2);
    return encodings.reduce((sum, bytes) => sum + bytes, 0);
  });
  deps.bus.subscribe('public-pages', (news) => cache.applyChange((news ?? {}) as PublicPagesChange));

  const folders = typeof build === 'function' ? {} : readLocaleFolders();
  const memberScripts = Object.fromEntries(
    Object.entries(folders).map(([locale, folder]) => [locale, createMemberScripts(folder)]),
  );

  /** Returns the router for pages of one language, with links below the prefix and with this language's scripts. */
  function getRenderer({ locale, prefix }: PageLanguage) {
    const key = locale + prefix;
    const localize = (build: ServerBuild) => localizeServerBuild(build, folders[locale] ?? '', prefix || '/');
    const render =
      renderers.get(key) ??
      createRequestHandler(typeof build === 'function' ? async () => localize(await build()) : localize(build), mode);
    renderers.set(key, render);
    return render;
  }

  /** Splits off the language of an address, if this node offers it. */
  function splitOfferedPrefix(pathname: string): ReturnType<typeof splitLocalePrefix> {
    const localized = splitLocalePrefix(pathname);
    return localized.locale && deps.env.LANGUAGES.includes(localized.locale) ? localized : { pathname };
  }

  const readLanguage = (locale: Locale | undefined, cookie?: string | null, acceptLanguage?: string | null) =>
    locale
      ? { locale, prefix: LOCALE_FACTS[locale].prefix }
      : { locale: findPageLocale({ cookie, acceptLanguage }, deps.env.LANGUAGES), prefix: '' };

  async function renderPage(request: Request, language: PageLanguage): Promise<RenderedPage> {
    const { module } = (typeof build === 'function' ? await build() : build).entry;
    const { constantScripts, renderForReader } = module as unknown as typeof import('../web/entry.server.tsx');
    const mark = randomBytes(16).toString('base64url');
    const rendering: PageRendering = { shows: new Set() };
    let retryAfter: string | null = null;
    const render = getRenderer(language);
    const translator = getTranslator(language.locale);
    const fetch: ApiFetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Accept-Language', language.locale);
      const response = await app.request(input as string, { ...init, headers }, { making: rendering });
      if (response.status === 503) retryAfter = response.headers.get('Retry-After') ?? retryAfter;
      return response;
    };
    const response = await withTimeBudget(requestTimeoutMs(deps.env), () =>
      renderForReader({ fetch, mark, translator }, (loads) => render(request, loads)),
    );
    const headers = new Headers(response.headers);
    let body = Buffer.from(await response.arrayBuffer());
    if (mode === 'production' && headers.get('Content-Type')?.startsWith('text/html')) {
      const { pathname } = new URL(request.url);
      const renderedHtml = body.toString('utf8');
      const foreignScripts = findForeignScripts(renderedHtml, mark, constantScripts);
      if (foreignScripts.length > 0) deps.log.error({ path: pathname }, 'page contains a foreign script');
      const nonceFree = removeNonce(renderedHtml, mark);
      const html =
        foreignScripts.length > 0
          ? nonceFree
          : deferScripts(nonceFree, memberScripts[language.locale]?.(splitLocalePrefix(pathname).pathname));
      headers.set('Content-Security-Policy', createContentSecurityPolicy(html, foreignScripts));
      body = Buffer.from(html);
    }
    if (response.status === 200 && retryAfter === null) {
      for (const [name, value] of Object.entries(CACHE_HEADERS)) headers.set(name, value);
      // Caches that ignore Vary would show this page to readers of other languages.
      if (language.locale !== SOURCE_LOCALE && language.prefix === '') headers.set('CDN-Cache-Control', 'no-store');
      headers.set('ETag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
    }
    headers.set('Vary', language.prefix ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie');
    headers.set('Content-Language', language.locale);
    const keptHeaders: [string, string][] = [...headers];
    const page: RenderedPage = { status: response.status, headers: keptHeaders, body, shows: rendering.shows };
    if (retryAfter !== null) throw new IncompletePageError(page, retryAfter);
    // Encode the new page before it replaces the one being served.
    if (page.status === 200) await encode(page, chooseEncoding(page.body.byteLength, 'br'));
    return page;
  }

  const queue = new RenderQueue();
  let addresses: ReturnType<typeof createPageAddresses> | undefined;

  async function readAddress(url: URL, { prefix }: PageLanguage): Promise<PageAddress> {
    if (typeof build === 'function') return createPageAddresses(await build())(url, prefix);
    addresses ??= createPageAddresses(build);
    return addresses(url, prefix);
  }

  /**
   * Returns a page from the cache, or renders it.
   * @throws IncompletePageError RenderBusyError RenderAbandonedError
   */
  async function openPage(
    { address, cacheable, missing, constant }: PageAddress,
    language: PageLanguage,
    visitor: PageVisitor,
  ): Promise<CachedPage<RenderedPage>> {
    const key = toCacheKey(language, address);
    const url = new URL(address, deps.env.origin);
    const renderFresh = async () => ({ ...(await renderPage(new Request(url), language)), constant });
    const pageSource: PageSource<RenderedPage> = {
      make: renderFresh,
      renderInBackground: () => queue.run(address.includes('?') ? 'queries' : 'pages', () => true, renderFresh),
      isCacheable: ({ status }) =>
        mode === 'production' && cacheable && (status === 200 || (missing === true && status === 404)),
    };
    const readyPage = cache.getWithoutWaiting(key, pageSource);
    if (readyPage) return readyPage;
    if (cache.isPending(key)) return cache.waitForPage(key, pageSource);
    const seconds = visitor.consumeRenderBudget?.() ?? 0;
    if (seconds > 0) throw new RenderBusyError(429, seconds);
    return queue.run(visitor.client, visitor.isConnected, () => cache.waitForPage(key, pageSource));
  }

  const servePages: Pages = async (request, visitor = ANONYMOUS_VISITOR) => {
    const requestUrl = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Use GET to read pages.', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const { locale, pathname } = splitOfferedPrefix(requestUrl.pathname);
    const language = readLanguage(locale, request.headers.get('Cookie'), request.headers.get('Accept-Language'));
    const address = await readAddress(new URL(pathname + requestUrl.search, requestUrl.origin), language);
    const openedPage = await openPage(address, language, visitor).catch((error: unknown) => {
      if (error instanceof IncompletePageError) return { page: error.page, isLate: false };
      if (error instanceof RenderBusyError) return createBusyResponse(error);
      if (error instanceof RenderAbandonedError) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
      throw error;
    });
    if (openedPage instanceof Response) return openedPage;
    const { page, isLate } = openedPage;
    const etag = page.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
    if (etag && matchesEtag(request.headers.get('If-None-Match'), etag)) {
      return new Response(null, { status: 304, headers: createHeaders(page, isLate) });
    }
    const encoding = chooseEncoding(page.body.byteLength, request.headers.get('Accept-Encoding') ?? '');
    const body = await encode(page, encoding);
    const headers = createHeaders(page, isLate);
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
    headers.set('Content-Length', String(body.byteLength));
    if (!isLate) {
      page.ready ??= {};
      page.ready[encoding] ??= { ...Object.fromEntries(headers), ...SECURITY_HEADERS };
    }
    return new Response(request.method === 'HEAD' || page.status === 304 ? null : body, {
      status: page.status,
      headers,
    });
  };
  servePages.ready = ({ method, url = '', headers }) => {
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined;
    const { locale } = splitOfferedPrefix(url.split('?', 1)[0]!);
    const key = locale ? url : toCacheKey(readLanguage(undefined, headers.cookie, headers['accept-language']), url);
    const page = cache.getFresh(key);
    if (!page) return undefined;
    const encoding = chooseEncoding(page.body.byteLength, String(headers['accept-encoding'] ?? ''));
    const readyBody = page.ready?.[encoding];
    return readyBody && new Response(getBody(page, encoding) ?? null, { status: page.status, headers: readyBody });
  };
  return servePages;
}

function createHeaders(page: RenderedPage, isLate: boolean): Headers {
  const headers = new Headers(page.headers);
  for (const [name, value] of isLate ? Object.entries(STALE_HEADERS) : []) headers.set(name, value);
  return headers;
}

const getBody = (page: RenderedPage, encoding: Encoding) =>
  encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.body;

/** Returns the body in an encoding, compressed once for all concurrent requests. */
async function encode(page: RenderedPage, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const cachedBody = getBody(page, encoding);
  if (cachedBody || encoding === 'identity') return cachedBody ?? page.body;
  page.encoding ??= {};
  page.encoding[encoding] ??= (async () => {
    const body = await compress(page.body, encoding);
    page[encoding === 'br' ? 'brotli' : 'gzip'] = body;
    return body;
  })();
  return page.encoding[encoding];
}
