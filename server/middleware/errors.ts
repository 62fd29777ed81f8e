import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isForeignKeyViolation } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import { toShortageRefusal } from '../../features/health/shortages.commands.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';
import * as messages from '../server.messages.ts';
import { respondWithRefusal } from './refusal-response.ts';

/** Matches Node's error for a request whose client disconnected while the body was being read. */
const isClientDisconnect = (error: Error) =>
  error.message === 'aborted' && (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** When to retry while the database is unavailable. */
const RETRY_SECONDS = 3;
/** While a database is unavailable every request fails, so log it once per interval. */
const LOG_INTERVAL_MS = 5_000;
const lastLoggedAt = new WeakMap<Deps, number>();

function logDatabaseUnavailable(deps: Deps | undefined, fields: object): void {
  const now = performance.now();
  if (!deps || now - (lastLoggedAt.get(deps) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
  lastLoggedAt.set(deps, now);
  deps.log.error(fields, 'database unavailable; answering requests with 503');
}

/** Maps refusals to their status and message. Unexpected errors become a 500 that reveals no internals. */
export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof Refusal) return respondWithRefusal(c, error);
  if (error instanceof HTTPException) {
    const message = error.status === 400 ? messages.invalidJson : error.message || messages.refused;
    return respondWithRefusal(c, { status: error.status, code: 'invalid', message });
  }
  const { deps, requestId } = c.var;
  if (isForeignKeyViolation(error)) {
    // Commands check first; this covers rows that are deleted between the check and the write.
    deps?.log.warn({ requestId, path: c.req.path, err: error }, 'request refers to a deleted row');
    return respondWithRefusal(c, { status: 404, code: 'not_found', message: messages.relatedRowDeleted });
  }
  if (isClientDisconnect(error)) {
    deps?.log.info({ requestId, path: c.req.path }, 'client disconnected before the request was complete');
    return respondWithRefusal(c, { status: 400, code: 'invalid', message: messages.requestCutOff });
  }
  if (isDatabaseUnavailable(error)) {
    logDatabaseUnavailable(deps, { requestId, path: c.req.path, err: error });
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    c.header('Retry-After', String(RETRY_SECONDS));
    const message = isRead ? messages.databaseDownOnRead : messages.databaseDownOnWrite;
    return respondWithRefusal(c, { status: 503, code: 'unavailable', message });
  }
  const shortageRefusal = deps && toShortageRefusal(deps, error);
  if (shortageRefusal) {
    c.header('Retry-After', String(shortageRefusal.retryAfterSeconds));
    return respondWithRefusal(c, shortageRefusal);
  }
  deps?.log.error({ requestId, path: c.req.path, err: error }, 'request failed');
  const message = lazyText(messages.internalError, { requestId });
  return respondWithRefusal(c, { status: 500, code: 'internal', message });
};

export const onNotFound: NotFoundHandler<ApiEnv> = (c) =>
  respondWithRefusal(c, {
    status: 404,
    code: 'not_found',
    message: lazyText(messages.nothingAtPath, { path: c.req.path }),
  });
