import { createMiddleware } from 'hono/factory';
import { withTimeBudget } from '../../db/time-budget.ts';
import { getVisit } from '../../features/accounts/auth-protocol.api.ts';
import { runWithVisit } from '../../features/accounts/sessions/visits.commands.ts';
import { runForReader } from '../../messages/reader-storage.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Deps } from '../deps.ts';
import { type ApiEnv, createClientGoneResponse, isClientGone } from '../http.ts';
import { findRequestLocale } from '../request-language.ts';
import { respondWithStream } from '../streams.ts';
import { authorizeRequest } from './authorize.ts';

const SECOND_MS = 1_000;
const DEFAULT_SECONDS = 8;

/** Total milliseconds that one request, or one page render, may wait for the database. */
export const requestTimeoutMs = ({ DATABASE_REQUEST_TIMEOUT = DEFAULT_SECONDS }: Deps['env']) =>
  DATABASE_REQUEST_TIMEOUT * SECOND_MS;

/** Gives every request an id, the context and a deadline for its statements, and logs one line when it's done. */
export function createRequestContext(deps: Deps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (isClientGone(c)) return createClientGoneResponse();
    const requestId = crypto.randomUUID();
    c.set('deps', deps);
    c.set('requestId', requestId);
    c.set('authorize', authorizeRequest);
    const startedAt = performance.now();
    const hints = { pathname: c.req.path, lang: c.req.query('lang'), acceptLanguage: c.req.header('Accept-Language') };
    const locale = findRequestLocale(hints, deps.env.LANGUAGES);
    await withTimeBudget(requestTimeoutMs(deps.env), () =>
      runWithVisit(getVisit(c), () => runForReader(getTranslator(locale), next)),
    );
    // Don't use `c.header`: it would build a second response and turn the body into a stream.
    c.res.headers.set('X-Request-Id', requestId);
    if (c.var.stream) respondWithStream(c, c.var.stream);
    deps.log.debug(
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
    return undefined;
  });
}
