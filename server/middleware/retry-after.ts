import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';

const DEFAULT_SECONDS = 60;

/** Clients that retry automatically need to know when: every 429 has `Retry-After`, whatever the shape of its body. */
export const retryAfter = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const known = c.error instanceof Refusal ? c.error.retryAfterSeconds : undefined;
  const seconds = known ?? (c.res.status === 429 ? DEFAULT_SECONDS : undefined);
  if (seconds === undefined || c.res.headers.has('Retry-After')) return;
  c.res.headers.set('Retry-After', String(Math.max(1, Math.ceil(seconds))));
});
