import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { endpoints } from '../../content/endpoints.ts';
import { API_VERSION, toAuthErrorBody } from '../../features/accounts/auth-protocol.api.ts';
import { toStorageError } from '../../features/assets/storage-protocol.commands.ts';
import { type Translatable, translate } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { ApiEnv } from '../http.ts';

type RefusalBody = {
  status: ContentfulStatusCode;
  code: string;
  message: Translatable | string;
  field?: string | undefined;
};

/** Responds with a refusal from outside an operation, in the format that clients of that path expect. */
export function respondWithRefusal(c: Context<ApiEnv>, refusal: RefusalBody): Response {
  const { status, code, field } = refusal;
  const message = typeof refusal.message === 'string' ? refusal.message : translate(readerTranslator, refusal.message);
  if (c.req.path.startsWith(endpoints.storage)) {
    const storageError = toStorageError(refusal, message);
    return c.json(storageError.body, storageError.status);
  }
  if (c.req.path.startsWith(`${endpoints.auth}/`)) {
    c.header('X-Supabase-Api-Version', API_VERSION);
    return c.json(toAuthErrorBody({ code, message }), status);
  }
  return c.json({ error: { code, message, ...(field ? { field } : {}) } }, status);
}
