import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import { servedFiles } from '../content/served-files.ts';
import { getClientIp } from '../features/accounts/auth-protocol.api.ts';
import { LOCALES } from '../messages/locales.ts';
import type { App } from './app.ts';
import type { Deps } from './deps.ts';
import { isClientGone } from './http.ts';
import { EARLIER_FILES } from './localized-assets.ts';
import { isInMaintenance, replaceInMaintenance } from './middleware/operating.ts';
import {
  consumeRenderLimit,
  consumeRequestLimit,
  formatTooManyRequests,
  toClientKey,
} from './middleware/rate-limit.ts';
import type { Pages } from './pages.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const API_PREFIXES = [
  endpoints.api,
  `${endpoints.auth}/`,
  endpoints.functions,
  endpoints.storage,
  endpoints.pictures,
  endpoints.metrics,
];
const IMMUTABLE_CACHE = 'max-age=31536000, immutable';

export type Site = { fetch: (request: Request, env?: object) => Response | Promise<Response> };

/** Creates one listener for everything: API, third-party sandboxes, built files and pages. */
export function createSite(deps: Deps, app: App, pages: Pages, sandboxes: Hono | undefined): Site {
  const site = new Hono();
  const headers = { ...SECURITY_HEADERS, 'X-Planet-Crew-Version': deps.env.release.version };
  // Must come before the headers that only pages need. On a dozen small files, those headers would be as large as the
  // code.
  const onFound = (_path: string, c: Context) => setImmutableCache(c);
  for (const root of ['build/client', EARLIER_FILES])
    site.use('/assets/*', serveStatic({ root, precompressed: true, onFound }));
  site.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  // A path that starts with two slashes would name another host if it's ever resolved as a URL again.
  site.use(async (c, next) =>
    c.req.path.startsWith('//') ? c.text('Remove the extra slash from the address.', 400) : next(),
  );
  for (const prefix of API_PREFIXES) site.all(`${prefix}*`, (c) => app.fetch(c.req.raw, c.env));
  if (sandboxes) site.route(paths.sandbox, sandboxes);
  for (const worker of LOCALES.map(servedFiles.serviceWorker)) {
    // Browsers request the service worker on each visit, so a new version takes effect moments later.
    site.use(worker, async (c, next) => {
      c.header('Cache-Control', 'no-cache');
      await next();
    });
    const path = deps.env.SERVICE_WORKER === 'on' ? worker.slice(1) : 'service-worker-off.js';
    site.get(worker, serveStatic({ root: 'build/client', path, precompressed: true }));
  }
  site.use('*', serveStatic({ root: 'build/client', precompressed: true, index: 'no-index' }));
  site.all('*', async (c) => {
    const ip = getClientIp(deps.env, c.req.raw.headers, c.env);
    // Count the request here, because rendering a page calls the API internally, where IP addresses aren't counted.
    const seconds = consumeRequestLimit(deps, ip);
    if (seconds > 0) return c.text(formatTooManyRequests(seconds), 429, { 'Retry-After': String(seconds) });
    const replacement = replaceInMaintenance(deps, c.req.raw);
    if (replacement) return replacement;
    return pages(c.req.raw, {
      client: toClientKey(ip),
      isConnected: () => !isClientGone(c),
      consumeRenderBudget: () => consumeRenderLimit(deps, ip),
    });
  });
  return {
    fetch(request, env) {
      // Most traffic is for cached pages, so try them before any route.
      const { incoming } = (env ?? {}) as Partial<HttpBindings>;
      const isReadyServed = incoming && !isInMaintenance(deps);
      return (isReadyServed && pages.ready?.(incoming)) || site.fetch(request, env);
    },
  };
}

/** Marks a built file as immutable, because its name changes with its content. */
function setImmutableCache(c: Context): void {
  c.header('Cache-Control', IMMUTABLE_CACHE);
  c.header('X-Content-Type-Options', 'nosniff');
  const isScript = c.req.path.endsWith('.js');
  // Browsers load modules of other origins only with CORS, which we don't allow. So scripts don't need this header, and
  // each page loads about twenty of them.
  if (!isScript) c.header('Cross-Origin-Resource-Policy', 'same-origin');
  // Clients never revalidate immutable files.
  c.header('Last-Modified', undefined);
  // In HTTP/1.1, connections stay open without this header.
  (c.env as Partial<HttpBindings>).outgoing?.removeHeader('connection');
  // JavaScript modules are always UTF-8, so the charset is redundant.
  if (isScript) c.header('Content-Type', 'text/javascript');
}
