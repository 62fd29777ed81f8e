import { createMiddleware } from 'hono/factory';
import { visitOf } from '../../features/accounts/auth-protocol.api.ts';
import { duringVisit } from '../../features/accounts/sessions/visits.commands.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { goOn } from '../streams.ts';
import { authorise } from './authorise.ts';

/** Gives every request its id and the context, and writes one line when it is done. */
export function request(deps: Deps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set('deps', deps);
    c.set('requestId', requestId);
    c.set('authorise', authorise);
    const began = performance.now();
    await duringVisit(visitOf(c), next);
    c.header('X-Request-Id', requestId);
    if (c.var.stream) goOn(c, c.var.stream);
    deps.log.debug(
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - began),
      },
      'request',
    );
  });
}
