import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { App } from './app.ts';
import type { Deps } from './deps.ts';

type Rendered = {
  status: number;
  headers: [string, string][];
  body: Buffer<ArrayBuffer>;
  brotli?: Buffer<ArrayBuffer>;
  gzip?: Buffer<ArrayBuffer>;
};
type Kept = { page: Rendered; until: number };

const FRESH_MS = 15_000;
const PAGES_KEPT = 1_000;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Scripts and styles come from this origin only. The inline scripts that carry a page's data are named by their hash
 * instead of a nonce, because a page is rendered once and answered many times, by us and by caches in front of us.
 */
function contentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self'",
    // React writes computed positions of our drawings as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    'frame-src https://player.twitch.tv',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Answers pages: rendered through the API, kept for a few seconds, and forgotten when public data changes. */
export function createPages(build: ServerBuild | (() => Promise<ServerBuild>), app: App, deps: Deps) {
  const mode = typeof build === 'function' ? 'development' : 'production';
  const render = createRequestHandler(build, mode);
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<Rendered>>();
  deps.bus.subscribe('public-pages', () => kept.clear());

  async function produce(request: Request): Promise<Rendered> {
    const { module } = (typeof build === 'function' ? await build() : build).entry;
    const { loaderContext } = module as unknown as typeof import('../web/entry.server.tsx');
    const response = await render(
      request,
      loaderContext((input, init) => Promise.resolve(app.request(input as string, init))),
    );
    const headers = new Headers(response.headers);
    const body = Buffer.from(await response.arrayBuffer());
    if (mode === 'production' && headers.get('Content-Type')?.startsWith('text/html')) {
      headers.set('Content-Security-Policy', contentSecurityPolicy(body.toString('utf8')));
    }
    if (response.status === 200)
      headers.set('Cache-Control', 'public, max-age=0, s-maxage=15, stale-while-revalidate=60');
    headers.set('Vary', 'Accept-Encoding');
    return { status: response.status, headers: [...headers], body };
  }

  async function find(request: Request, key: string): Promise<Rendered> {
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.page;
    const already = running.get(key);
    if (already) return already;
    const producing = produce(request).finally(() => running.delete(key));
    running.set(key, producing);
    const page = await producing;
    if (page.status === 200 && mode === 'production') keep(key, page);
    return page;
  }

  function keep(key: string, page: Rendered): void {
    kept.delete(key);
    kept.set(key, { page, until: Date.now() + FRESH_MS });
    const oldest = kept.keys().next().value;
    if (kept.size > PAGES_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pages are read with GET.', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const page = await find(
      new Request(new URL(url.pathname + url.search, deps.env.origin)),
      url.pathname + url.search,
    );
    const { encoding, body } = await encode(page, request.headers.get('Accept-Encoding') ?? '');
    const headers = new Headers(page.headers);
    if (encoding) headers.set('Content-Encoding', encoding);
    headers.set('Content-Length', String(body.byteLength));
    return new Response(request.method === 'HEAD' || page.status === 304 ? null : body, {
      status: page.status,
      headers,
    });
  };
}

async function encode(page: Rendered, accepted: string) {
  if (page.body.byteLength < 1_000) return { encoding: undefined, body: page.body };
  if (/\bbr\b/.test(accepted)) {
    page.brotli ??= (await compressBrotli(page.body, QUALITY)) as Buffer<ArrayBuffer>;
    return { encoding: 'br', body: page.brotli };
  }
  if (/\bgzip\b/.test(accepted)) {
    page.gzip ??= (await compressGzip(page.body)) as Buffer<ArrayBuffer>;
    return { encoding: 'gzip', body: page.gzip };
  }
  return { encoding: undefined, body: page.body };
}
