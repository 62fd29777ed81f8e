import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../http.ts';
import { respondWithRefusal } from './refusal-response.ts';

const MESSAGE = 'The address contains a character we can’t store (NUL). Remove it.';

/** PostgreSQL can't store NUL, so none of our names contain it. Checking URLs here saves a check in every query. */
export const rejectNulInUrl = createMiddleware<ApiEnv>(async (c, next) => {
  if (/%00/.test(c.req.url)) return respondWithRefusal(c, { status: 400, code: 'invalid', message: MESSAGE });
  return next();
});
