import { createMiddleware } from 'hono/factory';
import { identifyActor as identifyBearer } from '../../features/accounts/sessions/sessions.commands.ts';
import type { ApiEnv } from '../http.ts';

/**
 * Identifies the actor. With an unknown or expired session the caller is treated as a visitor, and the operation
 * decides what visitors may do.
 */
export const identify = createMiddleware<ApiEnv>(async (c, next) => {
  const bearer = c.req.header('Authorization')?.match(/^Bearer (\S+)$/i)?.[1];
  c.set('actor', bearer ? await identifyBearer(c.var.deps, bearer) : undefined);
  await next();
});
