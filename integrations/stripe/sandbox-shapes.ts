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
export const TEST_MODE = { livemode: false as const };

/** A list as the vendor wraps it. */
export const toList = <T>(data: T[], url: string, has_more = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});

/**
 * What the vendor publishes for the pinned version, made by tools/stripe-shapes.ts from the types of its package. Read at
 * the first use: a server with real keys never does.
 */
let loadedShapes: { shapes: Shapes; calls: z.ZodObject; objects: z.ZodObject } | undefined;

function loadShapes() {
  if (loadedShapes) return loadedShapes;
  const shapes: Shapes = JSON.parse(readFileSync(new URL('./stripe.published.json', import.meta.url), 'utf8'));
  const all = (properties: Record<string, Schema>) =>
    z.fromJSONSchema({ type: 'object', properties, $defs: shapes.$defs } as never) as z.ZodObject;
  loadedShapes = { shapes, calls: all(shapes.calls), objects: all(shapes.objects) };
  return loadedShapes;
}

/** The version of the vendor's interface that the shapes are of. */
export const getApiVersion = (): string => loadShapes().shapes.version;

const NAME_IN_DEFS = '#/$defs/';

function resolveSchema(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const name = schema.$ref.slice(NAME_IN_DEFS.length).replaceAll('~1', '/');
  return resolveSchema(loadShapes().shapes.$defs[name]!);
}

const listBranches = (schema: Schema): Schema[] =>
  resolveSchema(schema).anyOf?.map(resolveSchema) ?? [resolveSchema(schema)];

/** Optional properties of a zod object are wrapped; the shape itself is inside. */
const unwrapOptional = (type: unknown) => (type instanceof z.ZodOptional ? type.unwrap() : type) as z.ZodType;

type Path = (string | number)[];

/** As the vendor writes it: `line_items[0][price]`. */
const formatPath = ([first, ...rest]: readonly PropertyKey[]) =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

/**
 * What a request asks, with the types that its form encoding has lost.
 * @throws SandboxError as the vendor refuses what it does not know
 */
export function readParams<T>(call: string, form: Form): T {
  const { shapes, calls } = loadShapes();
  const schema = shapes.calls[call];
  if (!schema) throw new Error(`no shape of ${call}: add it to tools/stripe-shapes.ts`);
  const params = toTypedValue(schema, form, []);
  const { error } = unwrapOptional(calls.shape[call]).safeParse(params);
  if (error) throw toSandboxError(error.issues[0]!, params);
  return params as T;
}

function toTypedValue(schema: Schema, value: string | Form, path: Path): unknown {
  const branches = listBranches(schema);
  if (typeof value === 'string') return toTypedLeaf(branches, value, path);
  const list = branches.find((branch) => branch.type === 'array');
  const keys = Object.keys(value);
  if (list?.items && keys.every((key) => /^\d+$/.test(key))) {
    return keys.map((key, index) => toTypedValue(list.items!, value[key]!, [...path, index]));
  }
  const group = branches.find((branch) => branch.type === 'object');
  const others = typeof group?.additionalProperties === 'object' ? group.additionalProperties : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      toTypedValue(group?.properties?.[key] ?? others, inner, [...path, key]),
    ]),
  );
}

function toTypedLeaf(branches: Schema[], value: string, path: Path): unknown {
  if (branches.some((branch) => branch.enum?.includes(value))) return value;
  const takes = (type: string) => branches.some((branch) => branch.type === type);
  if (value === '' && path.at(-2) !== 'metadata' && branches.some((branch) => branch.type)) {
    throw new SandboxError(400, 'parameter_invalid_empty', `You passed an empty string for '${formatPath(path)}'.`, {
      param: formatPath(path),
    });
  }
  if (takes('string')) return value;
  if (takes('number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (takes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

type Issue = z.core.$ZodIssue;

function toSandboxError(issue: Issue, params: unknown): SandboxError {
  const deep = findDeepestIssue(issue, []);
  const param = formatPath(deep.path);
  const given = deep.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], params);
  if (deep.issue.code === 'unrecognized_keys') {
    const unknown = formatPath([...deep.path, deep.issue.keys[0]!]);
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
function findDeepestIssue(issue: Issue, before: PropertyKey[]): { issue: Issue; path: PropertyKey[] } {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return { issue, path };
  const branches = issue.errors.flatMap((errors) => errors.slice(0, 1).map((one) => findDeepestIssue(one, path)));
  return branches.sort((a, b) => b.path.length - a.path.length)[0] ?? { issue, path };
}

/** What an object of the vendor's lacks, has too much of or has wrong against its published shape; none: []. */
export function findDifferences(object: string, value: unknown): string[] {
  const type = loadShapes().objects.shape[object];
  if (!type) return [`${object}: nobody published such an object`];
  const { error } = unwrapOptional(type).safeParse(value);
  return (error?.issues ?? []).map((issue) => {
    const deep = findDeepestIssue(issue, []);
    return `${object}.${deep.path.join('.')}: ${deep.issue.message}`;
  });
}

/** What has to be said of an object; the rest of what is required may be null, and is where nothing is said of it. */
export type RequiredFields<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: T[K];
};

/** The object whole: required fields of which nothing is said are null, on every level. */
export function completeObject<T>(object: string, stated: RequiredFields<T>): T {
  const schema = loadShapes().shapes.objects[object];
  if (!schema) throw new Error(`no shape of ${object}: add it to tools/stripe-shapes.ts`);
  return fillMissing(schema, stated) as T;
}

function fillMissing(schema: Schema, value: unknown): unknown {
  const branches = listBranches(schema);
  if (Array.isArray(value)) {
    const list = branches.find((branch) => branch.type === 'array');
    return list?.items ? value.map((one) => fillMissing(list.items!, one)) : value;
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
        return [key, about ? fillMissing(about, inner) : inner];
      }),
    ),
  };
}

const isNullable = (schema: Schema) =>
  listBranches(schema).some((branch) => branch.type === 'null' || branch.enum?.includes(null));
