import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Form } from './sandbox-form.ts';
import { SandboxError } from './sandbox-state.ts';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};
type Shapes = {
  version: string;
  calls: Record<string, Schema>;
  objects: Record<string, Schema>;
  $defs: Record<string, Schema>;
};

/** Whatever the stand-in answers is of the test mode. */
export const TEST = { livemode: false as const };

/** A list as the vendor wraps it. */
export const listOf = <T>(data: T[], url: string, has_more = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});

/**
 * What the vendor publishes for the pinned version, made by tools/stripe-shapes.ts from the types of its package. Read at
 * the first use: a server with real keys never does.
 */
let known: { shapes: Shapes; calls: z.ZodObject; objects: z.ZodObject } | undefined;

function published() {
  if (known) return known;
  const shapes: Shapes = JSON.parse(readFileSync(new URL('./stripe.published.json', import.meta.url), 'utf8'));
  const all = (properties: Record<string, Schema>) =>
    z.fromJSONSchema({ type: 'object', properties, $defs: shapes.$defs } as never) as z.ZodObject;
  known = { shapes, calls: all(shapes.calls), objects: all(shapes.objects) };
  return known;
}

/** The version of the vendor's interface that the shapes are of. */
export const publishedVersion = (): string => published().shapes.version;

const NAME_IN_DEFS = '#/$defs/';

function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const name = schema.$ref.slice(NAME_IN_DEFS.length).replaceAll('~1', '/');
  return resolved(published().shapes.$defs[name]!);
}

const branchesOf = (schema: Schema): Schema[] => resolved(schema).anyOf?.map(resolved) ?? [resolved(schema)];

/** Optional properties of a zod object are wrapped; the shape itself is inside. */
const plain = (type: unknown) => (type instanceof z.ZodOptional ? type.unwrap() : type) as z.ZodType;

type Path = (string | number)[];

/** As the vendor writes it: `line_items[0][price]`. */
const spelled = ([first, ...rest]: readonly PropertyKey[]) =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

/**
 * What a request asks, with the types that its form encoding has lost.
 * @throws SandboxError as the vendor refuses what it does not know
 */
export function readParams<T>(call: string, form: Form): T {
  const { shapes, calls } = published();
  const schema = shapes.calls[call];
  if (!schema) throw new Error(`no shape of ${call}: add it to tools/stripe-shapes.ts`);
  const params = typed(schema, form, []);
  const { error } = plain(calls.shape[call]).safeParse(params);
  if (error) throw refusal(error.issues[0]!, params);
  return params as T;
}

function typed(schema: Schema, value: string | Form, path: Path): unknown {
  const branches = branchesOf(schema);
  if (typeof value === 'string') return typedLeaf(branches, value, path);
  const list = branches.find((branch) => branch.type === 'array');
  const keys = Object.keys(value);
  if (list?.items && keys.every((key) => /^\d+$/.test(key))) {
    return keys.map((key, index) => typed(list.items!, value[key]!, [...path, index]));
  }
  const group = branches.find((branch) => branch.type === 'object');
  const others = typeof group?.additionalProperties === 'object' ? group.additionalProperties : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typed(group?.properties?.[key] ?? others, inner, [...path, key]),
    ]),
  );
}

function typedLeaf(branches: Schema[], value: string, path: Path): unknown {
  if (branches.some((branch) => branch.enum?.includes(value))) return value;
  const takes = (type: string) => branches.some((branch) => branch.type === type);
  if (value === '' && path.at(-2) !== 'metadata' && branches.some((branch) => branch.type)) {
    throw new SandboxError(400, 'parameter_invalid_empty', `You passed an empty string for '${spelled(path)}'.`, {
      param: spelled(path),
    });
  }
  if (takes('string')) return value;
  if (takes('number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (takes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

type Issue = z.core.$ZodIssue;

function refusal(issue: Issue, params: unknown): SandboxError {
  const deep = deepest(issue, []);
  const param = spelled(deep.path);
  const given = deep.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], params);
  if (deep.issue.code === 'unrecognized_keys') {
    const unknown = spelled([...deep.path, deep.issue.keys[0]!]);
    return new SandboxError(400, 'parameter_unknown', `Received unknown parameter: ${unknown}`, { param: unknown });
  }
  if (given === undefined) {
    return new SandboxError(400, 'parameter_missing', `Missing required param: ${param}.`, { param });
  }
  if (deep.issue.code === 'invalid_type' && deep.issue.expected === 'number') {
    return new SandboxError(400, 'parameter_invalid_integer', `Invalid integer: ${String(given)}`, { param });
  }
  if (deep.issue.code === 'invalid_value') {
    const choices = deep.issue.values.join(', ');
    return new SandboxError(400, undefined, `Invalid ${param}: must be one of ${choices}`, { param });
  }
  return new SandboxError(400, undefined, `Invalid ${param}: ${deep.issue.message}`, { param });
}

/** Of the branches of a union the one that got furthest says what is wrong. */
function deepest(issue: Issue, before: PropertyKey[]): { issue: Issue; path: PropertyKey[] } {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return { issue, path };
  const branches = issue.errors.flatMap((errors) => errors.slice(0, 1).map((one) => deepest(one, path)));
  return branches.sort((a, b) => b.path.length - a.path.length)[0] ?? { issue, path };
}

/** What an object of the vendor's lacks, has too much of or has wrong against its published shape; none: []. */
export function differencesOf(object: string, value: unknown): string[] {
  const type = published().objects.shape[object];
  if (!type) return [`${object}: nobody published such an object`];
  const { error } = plain(type).safeParse(value);
  return (error?.issues ?? []).map((issue) => {
    const deep = deepest(issue, []);
    return `${object}.${deep.path.join('.')}: ${deep.issue.message}`;
  });
}

/** What has to be said of an object; the rest of what is required may be null, and is where nothing is said of it. */
export type Stated<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: T[K];
};

/** The object whole: required fields of which nothing is said are null, on every level. */
export function complete<T>(object: string, stated: Stated<T>): T {
  const schema = published().shapes.objects[object];
  if (!schema) throw new Error(`no shape of ${object}: add it to tools/stripe-shapes.ts`);
  return filled(schema, stated) as T;
}

function filled(schema: Schema, value: unknown): unknown {
  const branches = branchesOf(schema);
  if (Array.isArray(value)) {
    const list = branches.find((branch) => branch.type === 'array');
    return list?.items ? value.map((one) => filled(list.items!, one)) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const kind = (value as { object?: unknown }).object;
  const group =
    branches.find((branch) => kind && branch.properties?.object?.enum?.includes(kind)) ??
    branches.find((branch) => branch.type === 'object');
  if (!group?.properties) return value;
  const given = value as Record<string, unknown>;
  const absent = (group.required ?? []).filter((key) => !(key in given) && isNullable(group.properties![key]!));
  return {
    ...Object.fromEntries(absent.map((key) => [key, null])),
    ...Object.fromEntries(
      Object.entries(given).map(([key, inner]) => {
        const about = group.properties![key];
        return [key, about ? filled(about, inner) : inner];
      }),
    ),
  };
}

const isNullable = (schema: Schema) =>
  branchesOf(schema).some((branch) => branch.type === 'null' || branch.enum?.includes(null));
