import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../../server/http.ts';

/** Reads that spend a link, begin a sign-in or send a code. */
export const ACTS_WHEN_OPENED = [
  '/auth/v1/verify',
  '/auth/v1/callback',
  '/auth/v1/authorize',
  '/auth/v1/user/identities/authorize',
  '/auth/v1/oauth/authorize',
  '/auth/v1/reauthenticate',
];

/** How browsers and proxies say that nobody sees the answer yet: prefetch, prerender and link previews. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const UNSEEN = /prefetch|prerender|preview/i;

/**
 * Keeps requests that nobody follows away from addresses that act when they are opened: a link from an email is spent
 * by the person, not by what looks at it beforehand. Browsers throw an error away and ask again when the person comes.
 */
export const onlyWhenFollowed: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
  c.header('Cache-Control', 'no-store');
  if (c.req.method === 'HEAD') return c.body(null, 200);
  if (PURPOSES.some((name) => UNSEEN.test(c.req.header(name) ?? ''))) return c.body(null, 503);
  return next();
};
