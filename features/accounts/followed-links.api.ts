import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { paths } from '../../content/paths.ts';
import type { ApiEnv } from '../../server/http.ts';

/** Reads that spend a link, begin a sign-in or send a code. */
export const SIDE_EFFECT_GETS = [
  '/auth/v1/verify',
  '/auth/v1/callback',
  '/auth/v1/authorize',
  '/auth/v1/user/identities/authorize',
  '/auth/v1/oauth/authorize',
  '/auth/v1/reauthenticate',
];

/** How browsers and proxies say that nobody sees the answer yet: prefetch, prerender and link previews. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const PREFETCH_PURPOSE = /prefetch|prerender|preview/i;

/**
 * Keeps requests that nobody follows away from addresses that act when they are opened: a link from an email is spent
 * by the person, not by what looks at it beforehand. Browsers throw an error away and ask again when the person comes.
 */
const rejectPrefetch: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
  c.header('Cache-Control', 'no-store');
  if (c.req.method === 'HEAD') return c.body(null, 200);
  if (PURPOSES.some((name) => PREFETCH_PURPOSE.test(c.req.header(name) ?? ''))) return c.body(null, 503);
  return next();
};

/** Addresses that a browser is sent to, or a person opens from an email. */
const BROWSER_PATHS = ['/auth/v1/verify', '/auth/v1/callback', '/auth/v1/authorize', '/auth/v1/oauth/authorize'];

const TYPES = ['application/json', 'text/html'];

const acceptsHtml = (c: Context<ApiEnv>) =>
  accepts(c, { header: 'Accept', supports: TYPES, default: 'application/json' }) === 'text/html';

/** Whether a program says that it reads JSON. A wildcard isn't enough: clients of the protocol follow the redirect. */
export const asksForJson = (c: Context<ApiEnv>): boolean =>
  accepts(c, { header: 'Accept', supports: TYPES, default: 'text/html' }) === 'application/json';

/**
 * A refusal is JSON for programs; a person gets the page that says the same in a sentence, with a way on. It precedes
 * the checks that every request passes, whose refusals people see as well.
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
  // The headers of an answer that is replaced would be taken over.
  c.res = undefined;
  c.res = new Response(null, { status: 303, headers });
};

/** What holds for all addresses of the protocol that are opened rather than called. */
export function guardFollowedLinks(api: OpenAPIHono<ApiEnv>): void {
  for (const path of SIDE_EFFECT_GETS) api.use(path, rejectPrefetch);
}
