import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { paths } from '../../content/paths.ts';
import { type ApiEnv, asRouter, type FeatureApi } from '../../server/http.ts';

/** GET requests that consume a link, start a sign-in or send a code. */
export const SIDE_EFFECT_GETS = [
  '/auth/v1/verify',
  '/auth/v1/callback',
  '/auth/v1/authorize',
  '/auth/v1/user/identities/authorize',
  '/auth/v1/oauth/authorize',
  '/auth/v1/reauthenticate',
];

/** Headers that mark a request as a prefetch, prerender or link preview. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const PREFETCH_PURPOSE = /prefetch|prerender|preview/i;

/**
 * Rejects prefetch requests for URLs with side effects. Otherwise, an email scanner could use up a link before the user
 * opens it. Browsers discard the error and request the URL again when the user opens the link.
 */
const rejectPrefetch: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
  c.header('Cache-Control', 'no-store');
  if (c.req.method === 'HEAD') return c.body(null, 200);
  if (PURPOSES.some((name) => PREFETCH_PURPOSE.test(c.req.header(name) ?? ''))) return c.body(null, 503);
  return next();
};

/** URLs a browser is redirected to, or that a user opens from an email. */
const BROWSER_PATHS = ['/auth/v1/verify', '/auth/v1/callback', '/auth/v1/authorize', '/auth/v1/oauth/authorize'];

const TYPES = ['application/json', 'text/html'];

const acceptsHtml = (c: Context<ApiEnv>) =>
  accepts(c, { header: 'Accept', supports: TYPES, default: 'application/json' }) === 'text/html';

/**
 * Returns whether a client explicitly accepts JSON. A wildcard isn't enough, because clients of the protocol follow the
 * redirect.
 */
export const isJsonRequest = (c: Context<ApiEnv>): boolean =>
  accepts(c, { header: 'Accept', supports: TYPES, default: 'text/html' }) === 'application/json';

/**
 * Returns errors as JSON to API clients and redirects browsers to a page that explains them. Register this before the
 * middleware that checks every request, so that it also handles the errors of those checks.
 */
export const redirectErrorsToPage: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (c.req.method !== 'GET' || !BROWSER_PATHS.includes(c.req.path)) return;
  c.header('Vary', 'Accept', { append: true });
  const { status } = c.res;
  if (status < 400 || !acceptsHtml(c) || !c.res.headers.get('Content-Type')?.startsWith('application/json')) return;
  const { code, error } = (await c.res.json()) as { code?: string; error?: { code?: string } };
  const query = new URLSearchParams({
    error: status < 500 ? 'access_denied' : 'server_error',
    error_code: code ?? error?.code ?? 'unexpected_failure',
  });
  const headers = { Location: `${paths.callback}?${query}`, 'Cache-Control': 'no-store', Vary: 'Accept' };
  // Reset first, or the old response's headers would be carried over.
  c.res = undefined;
  c.res = new Response(null, { status: 303, headers });
};

/** Rejects prefetches of all protocol URLs that have side effects. */
export function guardFollowedLinks(api: FeatureApi): void {
  for (const path of SIDE_EFFECT_GETS) asRouter(api).use(path, rejectPrefetch);
}
