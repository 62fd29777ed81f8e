import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { App } from './app.ts';
import { CAREFUL_HEADERS } from './careful-headers.ts';
import type { Deps } from './deps.ts';
import { isKeepable, pageAddress } from './page-address.ts';
import { PageCache } from './page-cache.ts';
import { contentSecurityPolicy, strangeScripts, withoutMark } from './page-policy.ts';
import { scriptsLast } from './scripts-last.ts';

type Rendered = {
  status: number;
  headers: [string, string][];
  body: Buffer<ArrayBuffer>;
  brotli?: Buffer<ArrayBuffer>;
  gzip?: Buffer<ArrayBuffer>;
  /** All headers of the answer with this encoding, once it was given. */
  ready?: Record<string, Record<string, string>>;
};

export type Pages = {
  (request: Request): Promise<Response>;
  /** The whole answer, headers of every answer included, when the page was answered the same way a moment ago. */
  ready?: (incoming: IncomingMessage) => Response | undefined;
};

/**
 * Browsers ask again each time, so that nobody sees the state before their own change; caches in front of us may keep a
 * page for some seconds, and hand the old one out while they fetch the new one.
 */
const KEEP = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'public, max-age=15, stale-while-revalidate=60',
};
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Answers pages: rendered through the API, kept for a few seconds, and forgotten when public data changes. */
export function createPages(build: ServerBuild | (() => Promise<ServerBuild>), app: App, deps: Deps) {
  const mode = typeof build === 'function' ? 'development' : 'production';
  const render = createRequestHandler(build, mode);
  const cache = new PageCache<Rendered>(({ body, brotli, gzip }) => {
    const encodings = [body, brotli, gzip].map((bytes) => bytes?.byteLength ?? body.byteLength / 2);
    return encodings.reduce((sum, bytes) => sum + bytes, 0);
  });
  deps.bus.subscribe('public-pages', (news) => cache.forget(news));

  async function produce(request: Request): Promise<Rendered> {
    const { module } = (typeof build === 'function' ? await build() : build).entry;
    const { constantScripts, loaderContext } = module as unknown as typeof import('../web/entry.server.tsx');
    const mark = randomBytes(16).toString('base64url');
    const response = await render(
      request,
      loaderContext((input, init) => Promise.resolve(app.request(input as string, init)), mark),
    );
    const headers = new Headers(response.headers);
    let body = Buffer.from(await response.arrayBuffer());
    if (mode === 'production' && headers.get('Content-Type')?.startsWith('text/html')) {
      const rendered = body.toString('utf8');
      const strange = strangeScripts(rendered, mark, constantScripts);
      if (strange.length > 0)
        deps.log.error({ path: new URL(request.url).pathname }, 'a page holds a script that is not ours');
      const plain = withoutMark(rendered, mark);
      const html = strange.length > 0 ? plain : scriptsLast(plain);
      headers.set('Content-Security-Policy', contentSecurityPolicy(html, strange));
      body = Buffer.from(html);
    }
    if (response.status === 200) {
      for (const [name, value] of Object.entries(KEEP)) headers.set(name, value);
      headers.set('ETag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
    }
    headers.set('Vary', 'Accept-Encoding');
    return { status: response.status, headers: [...headers], body };
  }

  const pages: Pages = async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pages are read with GET.', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const address = pageAddress(url);
    const page = await cache.find(
      address,
      () => produce(new Request(new URL(address, deps.env.origin))),
      ({ status }) => status === 200 && mode === 'production' && isKeepable(address),
    );
    const known = page.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
    if (known && request.headers.get('If-None-Match') === known) {
      return new Response(null, { status: 304, headers: new Headers(page.headers) });
    }
    const encoding = encodingOf(page, request.headers.get('Accept-Encoding') ?? '');
    const body = await encode(page, encoding);
    const headers = new Headers(page.headers);
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
    headers.set('Content-Length', String(body.byteLength));
    page.ready ??= {};
    page.ready[encoding] ??= { ...Object.fromEntries(headers), ...CAREFUL_HEADERS };
    return new Response(request.method === 'HEAD' || page.status === 304 ? null : body, {
      status: page.status,
      headers,
    });
  };
  pages.ready = ({ method, url = '', headers }) => {
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined;
    const page = cache.fresh(url);
    if (!page) return undefined;
    const encoding = encodingOf(page, String(headers['accept-encoding'] ?? ''));
    const known = page.ready?.[encoding];
    return known && new Response(bodyOf(page, encoding) ?? null, { status: page.status, headers: known });
  };
  return pages;
}

type Encoding = 'br' | 'gzip' | 'identity';

function encodingOf(page: Rendered, accepted: string): Encoding {
  if (page.body.byteLength < 1_000) return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

const bodyOf = (page: Rendered, encoding: Encoding) =>
  encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.body;

async function encode(page: Rendered, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'br') page.brotli ??= (await compressBrotli(page.body, QUALITY)) as Buffer<ArrayBuffer>;
  if (encoding === 'gzip') page.gzip ??= (await compressGzip(page.body)) as Buffer<ArrayBuffer>;
  return bodyOf(page, encoding) ?? page.body;
}
