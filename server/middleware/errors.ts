import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isForeignKeyViolation } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import { toShortageRefusal } from '../../features/health/shortages.commands.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';
import { respondWithRefusal } from './refusal-response.ts';

/** Message for a row that is deleted between a command's check and its write. */
const REMOVED_MESSAGE = 'Something this belongs to no longer exists. Reload the page to see what’s left.';

/** Matches Node's error for a request whose client disconnected while the body was being read. */
const isClientDisconnect = (error: Error) =>
  error.message === 'aborted' && (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** The response while the database is unavailable: when to retry, and whether the submitted data was saved. */
const RETRY_SECONDS = 3;
const UNAVAILABLE_REFUSAL = {
  read: 'We can’t load this right now because our database isn’t responding. Try again in a few seconds.',
  write:
    'Our database isn’t responding, so this may not have been saved. Keep what you have here and try again in a few seconds.',
};
/** Minimum time between log lines, because every request fails while the database is unavailable. */
const LOG_INTERVAL_MS = 5_000;
const lastLoggedAt = new WeakMap<Deps, number>();

function logDatabaseUnavailable(deps: Deps | undefined, fields: object): void {
  const now = performance.now();
  if (!deps || now - (lastLoggedAt.get(deps) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
  lastLoggedAt.set(deps, now);
  deps.log.error(fields, 'the database is away: requests are answered with 503');
}

/** Maps refusals to their status and message. Unexpected errors become a 500 that reveals no internals. */
export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof Refusal) return respondWithRefusal(c, error);
  if (error instanceof HTTPException) {
    const message = error.status === 400 ? 'The request body is not valid JSON.' : error.message || 'Refused.';
    return respondWithRefusal(c, { status: error.status, code: 'invalid', message });
  }
  const { deps, requestId } = c.var;
  if (isForeignKeyViolation(error)) {
    deps?.log.warn({ requestId, path: c.req.path, err: error }, 'what was referred to is gone');
    return respondWithRefusal(c, { status: 404, code: 'not_found', message: REMOVED_MESSAGE });
  }
  if (isClientDisconnect(error)) {
    deps?.log.info({ requestId, path: c.req.path }, 'hung up before the request was whole');
    const message = 'The request was cut off. Send it again.';
    return respondWithRefusal(c, { status: 400, code: 'invalid', message });
  }
  if (isDatabaseUnavailable(error)) {
    logDatabaseUnavailable(deps, { requestId, path: c.req.path, err: error });
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    c.header('Retry-After', String(RETRY_SECONDS));
    return respondWithRefusal(c, {
      status: 503,
      code: 'unavailable',
      message: UNAVAILABLE_REFUSAL[isRead ? 'read' : 'write'],
    });
  }
  const short = deps && toShortageRefusal(deps, error);
  if (short) {
    c.header('Retry-After', String(short.retryAfterSeconds));
    return respondWithRefusal(c, short);
  }
  deps?.log.error({ requestId, path: c.req.path, err: error }, 'request failed');
  const message = `Something went wrong on our side. Try again. If it keeps happening, give support this number: ${requestId}.`;
  return respondWithRefusal(c, { status: 500, code: 'internal', message });
};

export const onNotFound: NotFoundHandler<ApiEnv> = (c) =>
  respondWithRefusal(c, { status: 404, code: 'not_found', message: `There’s nothing at ${c.req.path}.` });
