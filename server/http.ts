import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import type { Surface } from '../features/moderation/access-policy.schema.ts';
import type { Actor, Capability, Deps, PageContent } from './deps.ts';
import { Refusal } from './refusal.ts';
import type { ResponseStream } from './streams.ts';
import { validationMessage } from './validation-messages.ts';

/** What an operation asks of its caller. */
type OperationAccess = {
  /** `GET /api/…` with `{placeholders}`. */
  operation: string;
  who: Capability;
  surface: Surface | 'own';
  beforeSecondFactor: boolean;
  whileLeaving: boolean;
};

/** What a page that is being made hands along with its requests: what it will show is written down there. */
export type PageRendering = { shows: Set<PageContent> | undefined };

/**
 * Lets a request through when its person has the capability and the standing. What is open to visitors is open to
 * everybody, but whoever may not act as themselves now is a visitor there.
 * @throws Refusal with a sentence otherwise
 */
export type Authorizer = (c: Context<ApiEnv>, asked: OperationAccess) => Promise<void>;

export type ApiEnv = {
  /** `authorise` knows features, and features know this file: so it comes with the request. */
  Variables: {
    deps: Deps;
    actor: Actor | undefined;
    requestId: string;
    authorise: Authorizer;
    /** What an answer goes on with that does not end by itself. */
    stream?: ResponseStream;
  };
};

type NodeBindings = { incoming?: { socket?: { destroyed?: boolean } } };

/** Whether the client of a read has closed its connection, so that nobody waits for the answer. */
export const isClientGone = (c: Context): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  (c.env as NodeBindings | undefined)?.incoming?.socket?.destroyed === true;

/** What nobody reads. */
export const createClientGoneResponse = () => new Response(null, { status: 499 });

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
      throw new Refusal('invalid', validationMessage(issue), field);
    },
  });
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: ErrorBody } },
});

type OperationDescription = Omit<RouteConfig, 'path' | 'responses' | 'method'> & {
  path: string;
  responses: RouteConfig['responses'];
  /** Part of signing in: there for somebody who has a second factor and has not used it in this session yet. */
  beforeSecondFactor?: true;
  /** Still there for somebody whose account is about to be deleted. */
  whileLeaving?: true;
  /** What of its answer changes with news, for the pages made of it; left out: whatever may change. */
  shows?: readonly PageContent[];
};

/** Who may call it at all; finer rules (owner, member …) are the command's. */
type OperationCaller =
  | { method: 'get'; who: Capability; surface?: never }
  | { method: RouteConfig['method']; who: 'visitor' | 'admin' | 'service'; surface?: never }
  | {
      method: RouteConfig['method'];
      who: Exclude<Capability, 'visitor' | 'admin' | 'service'>;
      /** What it belongs to, so that a ban shuts it; `own` for what no ban may shut: one's own affairs, ending things. */
      surface: Surface | 'own';
    };

type Operation = OperationDescription & OperationCaller;

/**
 * Describes one operation: its contract, and who may call it. The same object validates, authorises, documents
 * (OpenAPI) and feeds the generated permission tests.
 */
export function operation<const O extends Operation>(route: O) {
  const { who, surface = 'own', beforeSecondFactor = false, whileLeaving = false, shows, ...config } = route;
  return createRoute({
    ...(config as unknown as Omit<O, 'who' | 'surface' | 'beforeSecondFactor' | 'whileLeaving' | 'shows'>),
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
      ...(config.responses as O['responses']),
      ...(who === 'visitor' ? {} : { 401: errorResponse('Not signed in'), 403: errorResponse('Not allowed') }),
      422: errorResponse('The request is not valid'),
    },
  });
}

const createAccessMiddleware =
  (asked: OperationAccess, shows: readonly PageContent[] | undefined): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await c.var.authorise(c, asked);
    if (isClientGone(c)) return createClientGoneResponse();
    const { making: rendering } = (c.env ?? {}) as { making?: PageRendering };
    if (rendering && !shows) rendering.shows = undefined;
    for (const one of shows ?? []) rendering?.shows?.add(one);
    await next();
    return undefined;
  };

/** A JSON response of an operation. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/**
 * Answers 200 with JSON that is written already.
 * @example written<DirectoryPage>(c, text)
 */
export const respondWithText = <Of>(c: Context<ApiEnv>, text: string) =>
  c.body(text, 200, { 'Content-Type': 'application/json' }) as unknown as Response & TypedResponse<Of, 200, 'json'>;

/** Whether an `If-None-Match` names a tag: alone, in a list or as a weak one, since whole answers are compared weakly (RFC 9110 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  return header.trim() === '*' || (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag));
}

/** A JSON request body that must be there. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** What pages ask with: to be told why something is closed to them. A browser reports each refusal as an error of the page. */
export const ExplainDenied = z.object({
  shut: z.literal('told', { error: 'shut is told, or left out.' }).optional(),
});

/** Why something is closed to who asks, where they asked to be told. */
export const Denied = z.object({ shut: z.string() });

/** What is read, or why it is closed to who asks; everybody else is refused as ever. */
export async function orDenied<T>(
  asked: z.infer<typeof ExplainDenied>,
  reading: Promise<T>,
): Promise<T | z.infer<typeof Denied>> {
  try {
    return await reading;
  } catch (error) {
    if (!asked.shut || !(error instanceof Refusal) || error.code !== 'not_found') throw error;
    return { shut: error.message };
  }
}
