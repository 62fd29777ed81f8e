import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { Actor, Capability, Deps } from './deps.ts';
import { Refusal } from './refusal.ts';

/** Lets a request through when its person has the capability. @throws Refusal with a sentence otherwise */
export type Door = (c: Context<ApiEnv>, who: Capability) => Promise<void>;

export type ApiEnv = {
  /** `authorise` knows features, and features know this file: so it comes with the request. */
  Variables: { deps: Deps; actor: Actor | undefined; requestId: string; authorise: Door };
};

/** The one shape of a refusal on our own API. */
const ErrorBody = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string().openapi({ description: 'A sentence for people: what is wrong and the way out.' }),
      field: z.string().optional().openapi({ description: 'The field of the request that it is about.' }),
    }),
  })
  .openapi('Error');

/** A sub-app of one feature; what does not fit its schema is refused with the first problem as a sentence. */
export function createApi() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const field = issue?.path.join('.') || undefined;
      throw new Refusal('invalid', sentence(field, issue?.message ?? 'The request is not valid.'), field);
    },
  });
}

/** Messages of our schemas are whole sentences; those of the library are prefixed with the field they are about. */
function sentence(field: string | undefined, message: string): string {
  if (!field || message.endsWith('.') || message.endsWith('?')) return message;
  // The message names the field itself.
  if (message.startsWith(`Invalid ${field}:`)) return message;
  return /^(Invalid|Too|Expected|Unrecognized|Required)/.test(message) ? `${field}: ${message}.` : message;
}

const refused = (description: string) => ({ description, content: { 'application/json': { schema: ErrorBody } } });

type Operation = Omit<RouteConfig, 'path' | 'responses'> & {
  path: string;
  responses: RouteConfig['responses'];
  /** Who may call it at all; finer rules (owner, member …) are the command's. */
  who: Capability;
};

/**
 * Describes one operation: its contract, and who may call it. The same object validates, authorises, documents
 * (OpenAPI) and feeds the generated permission tests.
 */
export function operation<const O extends Operation>(route: O) {
  const { who, ...config } = route;
  return createRoute({
    ...(config as Omit<O, 'who'>),
    ...(who === 'visitor' ? {} : { security: [{ bearer: [] }] }),
    'x-who': who,
    middleware: [behind(who)],
    responses: {
      ...(config.responses as O['responses']),
      ...(who === 'visitor' ? {} : { 401: refused('Not signed in'), 403: refused('Not allowed') }),
      422: refused('The request is not valid'),
    },
  });
}

const behind = (who: Capability): MiddlewareHandler<ApiEnv> => {
  if (who === 'visitor') return (_c, next) => next();
  return async (c, next) => {
    await c.var.authorise(c, who);
    await next();
  };
};

/** A JSON response of an operation. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON request body that must be there. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}
