import { createMiddleware } from 'hono/factory';
import { lazyText } from '../../messages/lazy-text.ts';
import type { ApiEnv } from '../http.ts';
import { Refusal } from '../refusal.ts';
import * as messages from '../server.messages.ts';

const TEXT = /^application\/(?:[\w.-]+\+)?json\b|^application\/x-www-form-urlencoded\b/i;
/**
 * Matches escapes that PostgreSQL may not be able to store: NUL and surrogates. This test is cheap and spares nearly
 * all bodies the full check.
 */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])|%00/i;

/** Finds the first text that the database would reject, and returns the path to it. */
function findUnstorableText(value: unknown, place: string[] = []): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? place : undefined;
  if (!value || typeof value !== 'object') return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (findUnstorableText(name)) return place;
    const unstorable = findUnstorableText(inner, [...place, name]);
    if (unstorable) return unstorable;
  }
  return undefined;
}

function parseBody(type: string, text: string): unknown {
  if (!/json/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    // The operation itself reports a body that can't be parsed.
    return undefined;
  }
}

/**
 * Refuses text that the database can't store, in the body of any operation.
 * @throws Refusal that names the field
 */
export const rejectInvalidText = createMiddleware<ApiEnv>(async (c, next) => {
  const type = c.req.header('Content-Type') ?? '';
  if (!c.req.raw.body || !TEXT.test(type)) return next();
  const text = await c.req.text();
  const place = SUSPECT_ESCAPE.test(text) ? findUnstorableText(parseBody(type, text)) : undefined;
  if (!place) return next();
  const field = place.join('.');
  throw new Refusal(
    'invalid',
    field ? lazyText(messages.unstorableCharacterInField, { field }) : messages.unstorableCharacter,
    field || undefined,
  );
});
