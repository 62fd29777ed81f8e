import type { ClientRequestOptions, ClientResponse } from 'hono/client';
import type { z } from 'zod';

type Schema = z.ZodType;

/** Arguments of a call, derived from the operation's request. */
type CallArguments<Request> = (Request extends { params: infer S extends Schema } ? { param: z.input<S> } : unknown) &
  (Request extends { query: infer S extends Schema } ? { query: z.input<S> } : unknown) &
  (Request extends { body: { content: infer Content } } ? BodyArgument<Content> : unknown);

type BodyArgument<Content> = Content extends { 'application/json': { schema: infer S extends Schema } }
  ? { json: z.input<S> }
  : Content extends Record<string, { schema: infer S extends Schema }>
    ? { form: z.input<S> }
    : unknown;

type CallResponse<Responses> = {
  [Status in keyof Responses & number]: Responses[Status] extends { content: infer Content }
    ? ResponseWith<Content, Status>
    : ClientResponse<unknown, Status, string>;
}[keyof Responses & number];

type ResponseWith<Content, Status extends number> = Content extends {
  'application/json': { schema: infer S extends Schema };
}
  ? ClientResponse<z.output<S>, Status, 'json'>
  : ClientResponse<unknown, Status, string>;

type Operation = { request: unknown; responses: object };

/** A call; its arguments are optional if the operation takes none. */
type Call<O extends Operation> =
  unknown extends CallArguments<O['request']>
    ? (args?: Record<string, never>, options?: ClientRequestOptions) => Promise<CallResponse<O['responses']>>
    : (args: CallArguments<O['request']>, options?: ClientRequestOptions) => Promise<CallResponse<O['responses']>>;

type Methods<Of> = { [M in keyof Of & string as `$${M}`]: Of[M] extends Operation ? Call<Of[M]> : never };

/** Builds a URL without requesting it. */
type Address = { $url(args?: { param?: Record<string, string>; query?: Record<string, string> }): URL };

/** The path segments after a prefix. `{id}` in a contract becomes `':id'` in the client. */
type SegmentBelow<Path, Prefix extends string> = Path extends `${Prefix}/${infer Rest}`
  ? Rest extends `${infer Head}/${string}`
    ? Head
    : Rest
  : never;

type PropertyOf<Segment extends string> = Segment extends `{${infer Name}}${infer End}` ? `:${Name}${End}` : Segment;

/**
 * The client that `hc` builds at run time, by path and method: one property per path segment, then `$get` and the other
 * methods. Segments are resolved only where they're used.
 */
export type ApiClient<Operations, Prefix extends string = ''> = {
  [Segment in SegmentBelow<keyof Operations, Prefix> as PropertyOf<Segment>]: ApiClient<
    Operations,
    `${Prefix}/${Segment}`
  >;
} & (Prefix extends keyof Operations ? Methods<Operations[Prefix]> & Address : unknown);
