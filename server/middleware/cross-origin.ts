import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { endpoints } from '../../content/endpoints.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';

const CORS_PREFIXES = [`${endpoints.auth}/`, endpoints.storage, endpoints.api, endpoints.functions];
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** What the official clients of accounts and storage send, and what caches and tracing add. */
const ALLOWED_HEADERS = [
  ...['Authorization', 'apikey', 'Content-Type', 'Accept', 'Accept-Language', 'Cache-Control', 'Prefer'],
  ...['X-Client-Info', 'X-Supabase-Api-Version', 'X-Upsert', 'X-Metadata', 'X-Region', 'X-Retry-Count'],
  ...['Range', 'If-Range', 'If-None-Match', 'If-Modified-Since', 'traceparent', 'tracestate', 'baggage'],
].join(', ');
/** What scripts may read beyond the few headers that browsers show them anyway. */
const EXPOSED_HEADERS = [
  ...['Content-Length', 'Content-Range', 'Accept-Ranges', 'Content-Disposition', 'ETag', 'Link', 'Location'],
  ...['Retry-After', 'X-Request-Id', 'X-Supabase-Api-Version', 'X-Total-Count'],
].join(', ');
/** Chromium asks again after two hours whatever is said. */
const MAX_AGE_SECONDS = 7_200;

/** As a browser writes it: no slash behind it, the host in small letters, no port where it is the usual one. */
function normalizeOrigin(address: string): string {
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : address.replace(/\/+$/, '').toLowerCase();
}

const parseOrigins = ({ CORS_ORIGINS = '' }: Deps['env']) =>
  new Set(
    CORS_ORIGINS.split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map(normalizeOrigin),
  );

/**
 * Lets scripts of other sites call accounts, storage and the API, if the operator has listed the site. Who asks shows that by
 * a bearer token, never by a cookie: so no answer allows credentials.
 * `hono/cors` writes headers before the answer exists, which costs every request another response object.
 */
export function crossOrigin({ env }: Deps) {
  const allowed = parseOrigins(env);
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (allowed.size === 0 || !CORS_PREFIXES.some((prefix) => c.req.path.startsWith(prefix))) return next();
    const origin = c.req.header('Origin');
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (isAllowed && isPreflight(c)) return c.body(null, 204, preflight(origin));
    await next();
    // Also where nobody from elsewhere asked: a cache must not hand this answer to somebody who does.
    c.res.headers.append('Vary', 'Origin');
    if (!isAllowed) return;
    c.res.headers.set('Access-Control-Allow-Origin', origin);
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  });
}

const isPreflight = (c: Context) =>
  c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined;

const preflight = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': ALLOWED_METHODS,
  'Access-Control-Allow-Headers': ALLOWED_HEADERS,
  'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
  Vary: 'Origin',
});
