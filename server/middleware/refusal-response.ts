import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { endpoints } from '../../content/endpoints.ts';
import { API_VERSION, toAuthErrorBody } from '../../features/accounts/auth-protocol.api.ts';
import { toStorageError } from '../../features/assets/storage-protocol.commands.ts';
import type { ApiEnv } from '../http.ts';

type RefusalBody = { status: ContentfulStatusCode; code: string; message: string; field?: string | undefined };

/** Responds with a refusal from outside an operation, in the format that clients of that path expect. */
export function respondWithRefusal(c: Context<ApiEnv>, no: RefusalBody): Response {
  const { status, code, message, field } = no;
  if (c.req.path.startsWith(endpoints.storage)) {
    const { status, body } = toStorageError(no);
    return c.json(body, status);
  }
  if (c.req.path.startsWith(`${endpoints.auth}/`)) {
    c.header('X-Supabase-Api-Version', API_VERSION);
    return c.json(toAuthErrorBody(no), status);
  }
  return c.json({ error: { code, message, ...(field ? { field } : {}) } }, status);
}
