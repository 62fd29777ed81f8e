import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';

const DEFAULT_SECONDS = 60;

/**
 * Adds `Retry-After` to every 429, whatever the format of its body, because clients that retry automatically need it.
 */
export const retryAfter = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const retryAfter = c.error instanceof Refusal ? c.error.retryAfterSeconds : undefined;
  const seconds = retryAfter ?? (c.res.status === 429 ? DEFAULT_SECONDS : undefined);
  if (seconds === undefined || c.res.headers.has('Retry-After')) return;
  c.res.headers.set('Retry-After', String(Math.max(1, Math.ceil(seconds))));
});
