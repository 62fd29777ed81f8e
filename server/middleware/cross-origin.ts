import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { endpoints } from '../../content/endpoints.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';

const CORS_PREFIXES = [`${endpoints.auth}/`, endpoints.storage, endpoints.api, endpoints.functions];
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Headers that the official account and storage clients send, and those that caches and tracing add. */
const ALLOWED_HEADERS = [
  ...['Authorization', 'apikey', 'Content-Type', 'Accept', 'Accept-Language', 'Cache-Control', 'Prefer'],
  ...['X-Client-Info', 'X-Supabase-Api-Version', 'X-Upsert', 'X-Metadata', 'X-Region', 'X-Retry-Count'],
  ...['Range', 'If-Range', 'If-None-Match', 'If-Modified-Since', 'traceparent', 'tracestate', 'baggage'],
].join(', ');
/** Headers that scripts may read in addition to the few that browsers always expose. */
const EXPOSED_HEADERS = [
  ...['Content-Length', 'Content-Range', 'Accept-Ranges', 'Content-Disposition', 'ETag', 'Link', 'Location'],
  ...['Retry-After', 'X-Request-Id', 'X-Supabase-Api-Version', 'X-Total-Count'],
].join(', ');
/** How long browsers may cache a preflight. Chromium caps it at two hours. */
const MAX_AGE_SECONDS = 7_200;

/** Normalizes an origin the way browsers write it: no trailing slash, lowercase host, no default port. */
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
 * Lets scripts on sites that the operator listed call accounts, storage and the API. Callers authenticate with a bearer
 * token, never a cookie, so no response allows credentials. We don't use `hono/cors`, because it sets headers before
 * the response exists, which costs another response object per request.
 */
export function crossOrigin({ env }: Deps) {
  const origins = parseOrigins(env);
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (origins.size === 0 || !CORS_PREFIXES.some((prefix) => c.req.path.startsWith(prefix))) return next();
    const origin = c.req.header('Origin');
    const isAllowed = origin !== undefined && origins.has(origin);
    if (isAllowed && isPreflight(c)) return c.body(null, 204, createPreflightHeaders(origin));
    await next();
    // Needed on same-origin responses too, because a cache must not serve this response to a cross-origin request.
    c.res.headers.append('Vary', 'Origin');
    if (!isAllowed) return;
    c.res.headers.set('Access-Control-Allow-Origin', origin);
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  });
}

const isPreflight = (c: Context) =>
  c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined;

const createPreflightHeaders = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': ALLOWED_METHODS,
  'Access-Control-Allow-Headers': ALLOWED_HEADERS,
  'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
  Vary: 'Origin',
});
