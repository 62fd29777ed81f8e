import { createRoute, OpenAPIHono, type RouteConfig, type RouteHandler, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import type { Surface } from '../features/moderation/access-policy.schema.ts';
import type { Actor, Capability, Deps, PageContent } from './deps.ts';
import { Refusal } from './refusal.ts';
import type { ResponseStream } from './streams.ts';
import { formatValidationMessage } from './validation-messages.ts';

/** What an operation requires of its caller: capability and surface. */
type OperationAccess = {
  /** `GET /api/…` with `{placeholders}`. */
  operation: string;
  who: Capability;
  surface: Surface | 'own';
  beforeSecondFactor: boolean;
  whileLeaving: boolean;
};

/** Passed along with the API requests of a page render, to collect which content the page shows. */
export type PageRendering = { shows: Set<PageContent> | undefined };

/**
 * Lets a request through if the user's capability and account status allow it. Operations for visitors are open to
 * everyone. There, a user who may not act right now counts as a visitor.
 * @throws Refusal with a message otherwise
 */
export type Authorizer = (c: Context<ApiEnv>, access: OperationAccess) => Promise<void>;

export type ApiEnv = {
  /** Passed with the request because `authorize` depends on features, and features depend on this file. */
  Variables: {
    deps: Deps;
    actor: Actor | undefined;
    requestId: string;
    authorize: Authorizer;
    /** The stream that follows the head of the response, if there is one. It doesn't end on its own. */
    stream?: ResponseStream;
  };
};

type NodeBindings = { incoming?: { socket?: { destroyed?: boolean } } };

/** Returns whether the client of a read request has disconnected. No one is waiting for the response then. */
export const isClientGone = (c: Context): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  (c.env as NodeBindings | undefined)?.incoming?.socket?.destroyed === true;

/** Creates a response for a client that has disconnected. */
export const createClientGoneResponse = () => new Response(null, { status: 499 });

/** The error body of our own API. */
const ErrorBody = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string().openapi({ description: 'A sentence for people: what is wrong and the way out.' }),
      field: z.string().optional().openapi({ description: 'The field of the request that it is about.' }),
    }),
  })
  .openapi('Error');

/** Creates a router; input that doesn't match its schema is refused with the first problem as a sentence. */
export function createRouter() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const field = issue?.path.join('.') || undefined;
      throw new Refusal('invalid', formatValidationMessage(issue), field);
    },
  });
}

/**
 * A router as the compiler sees it. Its type lists only the operations by path and method. The router's own type merges
 * every schema again at each step, which is slow to check.
 */
export interface FeatureApi<out Operations = unknown> {
  openapi<R extends RouteConfig>(
    route: R,
    handler: RouteHandler<R, ApiEnv>,
  ): FeatureApi<Operations & Record<R['path'], Record<R['method'], R>>>;
  route<Mounted>(path: '/', api: FeatureApi<Mounted>): FeatureApi<Operations & Mounted>;
  /** Only used for type checking. */
  readonly '~operations'?: Operations;
}

/** The operations of an API by path and method. */
export type OperationsOf<A> = A extends FeatureApi<infer Operations> ? Operations : never;

/** Casts a router to a type that lists its operations. */
export const asFeatureApi = (router: OpenAPIHono<ApiEnv>) => router as unknown as FeatureApi;

/** Casts back to the router, to mount it or to add middleware. */
export const asRouter = (api: FeatureApi) => api as unknown as OpenAPIHono<ApiEnv>;

/** Creates a sub-app for one feature. */
export const createApi = () => asFeatureApi(createRouter());

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: ErrorBody } },
});

type OperationDescription = Omit<RouteConfig, 'path' | 'responses' | 'method'> & {
  path: string;
  responses: RouteConfig['responses'];
  /**
   * Whether the operation is part of sign-in, so it's available before this session has completed two-factor
   * authentication.
   */
  beforeSecondFactor?: true;
  /** Whether a user whose account is scheduled for deletion may still use it. */
  whileLeaving?: true;
  /** The changing content in its response, for pages that use it; if omitted, anything may change. */
  shows?: readonly PageContent[];
};

/** Who may call the operation. The command checks finer rules (owner, member …). */
type OperationCaller =
  | { method: 'get'; who: Capability; surface?: never }
  | { method: RouteConfig['method']; who: 'visitor' | 'admin' | 'service'; surface?: never }
  | {
      method: RouteConfig['method'];
      who: Exclude<Capability, 'visitor' | 'admin' | 'service'>;
      /**
       * The surface that the operation belongs to, so that a ban can block it. Operations marked `own` can't be
       * blocked, because people must always be able to manage their own data and end what they've started.
       */
      surface: Surface | 'own';
    };

type Operation = OperationDescription & OperationCaller;

type ErrorContent = ReturnType<typeof errorResponse>;

/** An operation with the error responses that follow from who may call it. */
export type OperationRoute<O extends Operation> = {
  method: O['method'];
  path: O['path'];
  request: O extends { request: infer Request } ? Request : undefined;
  responses: O['responses'] &
    (O['who'] extends 'visitor' ? { 422: ErrorContent } : { 401: ErrorContent; 403: ErrorContent; 422: ErrorContent });
  middleware: MiddlewareHandler<ApiEnv>[];
};

/**
 * Describes one operation: its contract, and who may call it. The same object is used to validate, authorize, document
 * (OpenAPI) and generate the permission tests.
 */
export function operation<const O extends Operation>(route: O): OperationRoute<O> {
  const { who, surface = 'own', beforeSecondFactor = false, whileLeaving = false, shows, ...config } = route;
  return createRoute({
    ...(config as OperationDescription & Pick<RouteConfig, 'method'>),
    ...(who === 'visitor' ? {} : { security: [{ bearer: [] }] }),
    'x-who': who,
    'x-surface': surface,
    'x-before-second-factor': beforeSecondFactor,
    'x-while-leaving': whileLeaving,
    middleware: [
      createAccessMiddleware(
        { operation: `${config.method.toUpperCase()} ${config.path}`, who, surface, beforeSecondFactor, whileLeaving },
        shows,
      ),
    ],
    responses: {
      ...config.responses,
      ...(who === 'visitor' ? {} : { 401: errorResponse('Not signed in'), 403: errorResponse('Not allowed') }),
      422: errorResponse("The request isn't valid"),
    },
  }) as unknown as OperationRoute<O>;
}

const createAccessMiddleware =
  (access: OperationAccess, shows: readonly PageContent[] | undefined): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await c.var.authorize(c, access);
    if (isClientGone(c)) return createClientGoneResponse();
    const { making: rendering } = (c.env ?? {}) as { making?: PageRendering };
    if (rendering && !shows) rendering.shows = undefined;
    for (const shownPart of shows ?? []) rendering?.shows?.add(shownPart);
    await next();
    return undefined;
  };

/** Declares a JSON response of an operation. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** The response of operations that return no data. */
export const DONE_RESPONSE = json(z.object({ done: z.literal(true) }), 'Done');

/** Responds with `DONE_RESPONSE` once the work is finished. */
export async function respondDone(c: Context<ApiEnv>, work: Promise<unknown>) {
  await work;
  return c.json({ done: true as const }, 200);
}

/**
 * Responds 200 with JSON that is already serialized.
 * @example respondWithText<DirectoryPage>(c, text)
 */
export const respondWithText = <Of>(c: Context<ApiEnv>, text: string) =>
  c.body(text, 200, { 'Content-Type': 'application/json' }) as unknown as Response &
    TypedResponse<JSONParsed<Of>, 200, 'json'>;

/**
 * Checks whether an `If-None-Match` header contains a tag: alone, in a list or as a weak tag. Complete responses are
 * compared weakly (RFC 9110 13.1.2).
 */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  const toOpaqueTag = (tag: string) => tag.replace(/^W\//, '');
  return (
    header.trim() === '*' ||
    (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => toOpaqueTag(tag) === toOpaqueTag(etag))
  );
}

/** Declares a required JSON request body. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/**
 * The query parameter with which pages ask for the reason instead of an error status, because browsers report every
 * refusal as a page error.
 */
export const ExplainDenied = z.object({
  explain: z.literal('denied', { error: 'Set explain to denied, or leave it out.' }).optional(),
  // Open pages of version 0.2 still use this parameter.
  shut: z.literal('told', { error: 'Set explain to denied, or leave it out.' }).optional(),
});

/** The reason why the caller is denied access, if they asked for it. */
export const DeniedResponse = z.object({ denied: z.string(), shut: z.string().optional() });

/** Returns the result, or the reason for the denial if the caller asked for it; otherwise rethrows the refusal. */
export async function orDenied<T>(
  query: z.infer<typeof ExplainDenied>,
  result: Promise<T>,
): Promise<T | z.infer<typeof DeniedResponse>> {
  try {
    return await result;
  } catch (error) {
    const wantsExplanation = query.explain !== undefined || query.shut !== undefined;
    if (!wantsExplanation || !(error instanceof Refusal) || error.code !== 'not_found') throw error;
    return { denied: error.message, ...(query.shut ? { shut: error.message } : {}) };
  }
}
