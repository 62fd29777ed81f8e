import { createMiddleware } from 'hono/factory';
import { withTimeBudget } from '../../db/time-budget.ts';
import { getVisit } from '../../features/accounts/auth-protocol.api.ts';
import { runWithVisit } from '../../features/accounts/sessions/visits.commands.ts';
import type { Deps } from '../deps.ts';
import { type ApiEnv, createClientGoneResponse, isClientGone } from '../http.ts';
import { respondWithStream } from '../streams.ts';
import { authorise } from './authorise.ts';

const SECOND_MS = 1_000;
const DEFAULT_SECONDS = 8;

/** Ms that one request, or the making of one page, waits for the database altogether. */
export const requestTimeoutMs = ({ DATABASE_REQUEST_TIMEOUT = DEFAULT_SECONDS }: Deps['env']) =>
  DATABASE_REQUEST_TIMEOUT * SECOND_MS;

/** Gives every request its id, the context and a deadline for its statements, and writes one line when it is done. */
export function createRequestContext(deps: Deps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (isClientGone(c)) return createClientGoneResponse();
    const requestId = crypto.randomUUID();
    c.set('deps', deps);
    c.set('requestId', requestId);
    c.set('authorise', authorise);
    const began = performance.now();
    await withTimeBudget(requestTimeoutMs(deps.env), () => runWithVisit(getVisit(c), next));
    // Not `c.header`, which would make another answer of this one, with its text as a stream.
    c.res.headers.set('X-Request-Id', requestId);
    if (c.var.stream) respondWithStream(c, c.var.stream);
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
    return undefined;
  });
}
