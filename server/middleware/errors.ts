import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isForeignKeyViolation } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import { shortageRefusal } from '../../features/health/shortages.commands.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';

const refusalBody = (code: string, message: string, field?: string) => ({
  error: { code, message, ...(field ? { field } : {}) },
});

/** Commands look first; this is for what goes away between the look and the write. */
const WAS_REMOVED = 'Something that this belongs to is not here any more. Load the page again and see what is left.';

/** What Node says of a request whose sender went away while it was read. */
const isHungUp = (error: Error) =>
  error.message === 'aborted' && (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** What whoever asks is told while the database is away: when to try again, and what became of what they sent. */
const AGAIN_SECONDS = 3;
const AWAY = {
  read: 'This cannot be loaded at the moment: our database does not answer. Please try again in some seconds.',
  write:
    'Our database does not answer at the moment, so this may not have been saved. Keep what you have here and try again in some seconds.',
};
/** While a database is away, everything fails: it is written down once in so long. */
const SAME_LINE_MS = 5_000;
const lastLine = new WeakMap<Deps, number>();

function writeDownAway(deps: Deps | undefined, fields: object): void {
  const now = performance.now();
  if (!deps || now - (lastLine.get(deps) ?? Number.NEGATIVE_INFINITY) < SAME_LINE_MS) return;
  lastLine.set(deps, now);
  deps.log.error(fields, 'the database is away: requests are answered with 503');
}

/** Refusals become their status and sentence; what nobody foresaw becomes a 500 that says nothing of its inside. */
export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof Refusal) return c.json(refusalBody(error.code, error.message, error.field), error.status);
  if (error instanceof HTTPException) {
    const message = error.status === 400 ? 'The request body is not valid JSON.' : error.message || 'Refused.';
    return c.json(refusalBody('invalid', message), error.status);
  }
  const { deps, requestId } = c.var;
  if (isForeignKeyViolation(error)) {
    deps?.log.warn({ requestId, path: c.req.path, err: error }, 'what was referred to is gone');
    return c.json(refusalBody('not_found', WAS_REMOVED), 404);
  }
  if (isHungUp(error)) {
    deps?.log.info({ requestId, path: c.req.path }, 'hung up before the request was whole');
    return c.json(refusalBody('invalid', 'The request ended before it was whole. Please send it again.'), 400);
  }
  if (isDatabaseAway(error)) {
    writeDownAway(deps, { requestId, path: c.req.path, err: error });
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    c.header('Retry-After', String(AGAIN_SECONDS));
    return c.json(refusalBody('unavailable', AWAY[isRead ? 'read' : 'write']), 503);
  }
  const short = deps && shortageRefusal(deps, error);
  if (short) return c.json(refusalBody(short.code, short.message), short.status);
  deps?.log.error({ requestId, path: c.req.path, err: error }, 'request failed');
  return c.json(
    refusalBody(
      'internal',
      `Something went wrong on our side. Please try again; if it stays, tell support the number ${requestId}.`,
    ),
    500,
  );
};

export const onNotFound: NotFoundHandler<ApiEnv> = (c) =>
  c.json(refusalBody('not_found', `There is nothing at ${c.req.path}.`), 404);
