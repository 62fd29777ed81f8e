import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../http.ts';
import { respondWithRefusal } from './refusal-response.ts';

const MESSAGE = 'The address contains a character we can’t store (NUL). Remove it.';

/** Refuses URLs with NUL, which PostgreSQL can't store, so that queries don't have to check for it. */
export const rejectNulInUrl = createMiddleware<ApiEnv>(async (c, next) => {
  if (/%00/.test(c.req.url)) return respondWithRefusal(c, { status: 400, code: 'invalid', message: MESSAGE });
  return next();
});
