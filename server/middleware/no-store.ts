import { createMiddleware } from 'hono/factory';
import { endpoints } from '../../content/endpoints.ts';
import type { ApiEnv } from '../http.ts';

/** Keeps personal responses out of every cache unless the operation sets its own `Cache-Control`. */
export const noStore = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (c.res.headers.has('Cache-Control')) return;
  const isPersonal = c.req.header('Authorization') !== undefined || c.req.path.startsWith(`${endpoints.auth}/`);
  if (isPersonal || c.req.method !== 'GET') c.res.headers.set('Cache-Control', 'no-store');
});
