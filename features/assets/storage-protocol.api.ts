import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, ErrorHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { translateIssue } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { type ApiEnv, asFeatureApi, asRouter, type FeatureApi, type operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { UPLOAD_MAX_BYTES } from './assets.schema.ts';
import { StorageRefusal, toStorageError } from './storage-protocol.commands.ts';

export const StorageErrorBody = z
  .object({ statusCode: z.string(), error: z.string(), code: z.string(), message: z.string() })
  .openapi('StorageError');

const onError: ErrorHandler<ApiEnv> = (error, c) => {
  const isUnread = error instanceof HTTPException;
  const refusal = isUnread ? new StorageRefusal('badRequest', 'The request body is not valid JSON.') : error;
  // The central error handler turns unexpected errors into the same shape.
  if (!(refusal instanceof Refusal)) throw error;
  const { status, body } = toStorageError(refusal, refusal.message);
  return c.json(body, status);
};

/** Extra bytes allowed for the multipart framing. */
const FORM_BYTES = 64 * 1024;

/** Body limit for uploads, higher than the general one. */
export const uploadLimit = bodyLimit({
  maxSize: UPLOAD_MAX_BYTES + FORM_BYTES,
  onError: () => {
    throw new StorageRefusal('tooLarge', 'The object exceeded the maximum allowed size');
  },
});

/** Creates a sub-app for the Storage protocol. Its errors have the protocol's shape. */
export function createStorageApi() {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const message = issue ? translateIssue(readerTranslator, issue.message) : "The request isn't valid.";
      throw new StorageRefusal('badRequest', message);
    },
  });
  api.onError(onError);
  return asFeatureApi(api);
}

type Operation = ReturnType<typeof operation>;
type Handler = (c: Context<ApiEnv>, location: { bucket: string; path: string }) => Response | Promise<Response>;

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StorageRefusal('badKey', 'Invalid key');
  }
}

/**
 * Adds an operation whose last segment is a path with slashes. OpenAPI can't describe that, so the description has a
 * `{path}` parameter. The router matches everything below it.
 */
export function addPathOperation(api: FeatureApi, route: Operation, handler: Handler): void {
  const router = asRouter(api);
  router.openAPIRegistry.registerPath(route);
  const before = route.path.slice(0, route.path.indexOf('{bucket}'));
  router.on([route.method.toUpperCase()], [`${before}:bucket/:path{.+}`], ...route.middleware, (c) => {
    const [bucket = '', ...parts] = new URL(c.req.url).pathname.slice(before.length).split('/');
    return handler(c, { bucket: decodePath(bucket), path: parts.map(decodePath).join('/') });
  });
}
