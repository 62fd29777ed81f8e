import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Properties = { properties?: Record<string, { type?: unknown }> };

/** A vendor's published schemas for the calls we make, imported by `tools/published-shapes.ts`. */
export type ContractSchemas = {
  source: string;
  /** Keyed by method and path, e.g. `POST /channels/{channel_id}/messages`. */
  calls: Record<string, unknown>;
  $defs: Record<string, unknown>;
};
type Call = { query: Properties; body?: Properties; answers: Record<string, Schema> };

export type ContractShapes = {
  /** Returns the published call for a method and path, if there is one. */
  findCall: (method: string, path: string) => string | undefined;
  /** Returns the request's problems as sentences. */
  findRequestFaults: (call: string, request: Request) => Promise<string[]>;
  /** Returns the response's problems. Responses with a status that has no published schema aren't checked. */
  findResponseFaults: (call: string, answer: Response) => Promise<string[]>;
};

/**
 * Creates a validator for requests and responses against a vendor's published schemas. The schemas are strict: unknown
 * fields are faults.
 */
export function openContractSchemas(contractSchemas: ContractSchemas): ContractShapes {
  const calls = contractSchemas.calls as Record<string, Call>;
  const patterns = Object.keys(calls).map((call) => {
    const [method, path] = call.split(' ') as [string, string];
    return { call, method, path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
  });
  const typesBySchema = new Map<Schema, z.ZodType>();
  const listFaults = (what: string, schema: Schema, value: unknown): string[] => {
    let check = typesBySchema.get(schema);
    if (!check) {
      check = z.fromJSONSchema({ ...(schema as object), $defs: contractSchemas.$defs } as Schema);
      typesBySchema.set(schema, check);
    }
    const { error } = check.safeParse(value);
    return (error?.issues ?? []).map(({ path, message }) => `${[what, ...path].join('.')}: ${message}`);
  };
  const resolveSchema = (schema: Properties): Properties => {
    const { $ref } = schema as { $ref?: string };
    return $ref ? (contractSchemas.$defs[$ref.split('/').at(-1)!] as Properties) : schema;
  };
  return {
    findCall: (method, path) => patterns.find((one) => one.method === method && one.path.test(path))?.call,
    findRequestFaults: async (name, request) => {
      const call = calls[name]!;
      const { searchParams } = new URL(request.url);
      const query = listFaults('query', call.query as Schema, toTypedValues(searchParams, call.query));
      if (!call.body) return query;
      const body = await readBody(request, resolveSchema(call.body));
      return body === undefined
        ? [...query, 'body: is neither JSON nor a form']
        : [...query, ...listFaults('body', call.body as Schema, body)];
    },
    findResponseFaults: async (name, response) => {
      const { answers } = calls[name]!;
      const schema = answers[response.status] ?? answers[`${Math.floor(response.status / 100)}XX`];
      return schema === undefined ? [] : listFaults(`answer ${response.status}`, schema, await response.clone().json());
    },
  };
}

async function readBody(request: Request, schema: Properties): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  const text = await request.clone().text();
  if (type.startsWith('application/x-www-form-urlencoded')) return toTypedValues(new URLSearchParams(text), schema);
  return type.startsWith('application/json') ? parseJson(text) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts the string values of a query or form to their published types. */
function toTypedValues(form: URLSearchParams, { properties = {} }: Properties): Record<string, unknown> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const allValues = form.getAll(name);
      const type = properties[name]?.type;
      if (type === 'array') return [name, allValues];
      if (allValues.length > 1) return [name, allValues];
      if (type === 'integer' || type === 'number') return [name, Number(allValues[0])];
      return [name, type === 'boolean' ? ({ true: true, false: false }[allValues[0]!] ?? allValues[0]) : allValues[0]];
    }),
  );
}

/**
 * Validates a sandbox's traffic against its vendor's published schemas. An invalid request is refused as the vendor
 * would; an invalid response is our own bug and throws.
 * @param base path prefix of the published paths within the sandbox
 */
export function validateContract(
  shapes: ContractShapes,
  base: string,
  refuse: (c: Context, faults: string[]) => Response,
): MiddlewareHandler {
  return async (c, next) => {
    const { pathname } = new URL(c.req.url);
    const call = shapes.findCall(c.req.method, pathname.slice(pathname.indexOf(base) + base.length));
    if (!call) return next();
    const faults = await shapes.findRequestFaults(call, c.req.raw.clone());
    if (faults.length > 0) return refuse(c, faults);
    await next();
    const responseFaults = await shapes.findResponseFaults(call, c.res);
    if (responseFaults.length > 0)
      throw new Error(`The sandbox response to ${call} differs from the published shape: ${responseFaults.join('; ')}`);
  };
}
