import type { JsonSchema, OperationUnderTest } from './test-operations.ts';

const DAY_MS = 86_400_000;

/** Valid values for fields with these names, where the schema only says "string". */
const WORDS: Record<string, string> = {
  timezone: 'America/New_York',
  startsAt: new Date(Date.now() + DAY_MS).toISOString(),
  platform: 'ps5',
  region: 'NA East',
};

/** Number of body variants; together they contain every option of each enum. */
const VARIANT_COUNT = 4;

/**
 * Creates valid requests for an operation with ids that don't exist: with all fields, and with only the required ones.
 * @param places ids of existing rows, used in the path one at a time, so that ids in the body are checked too
 * @returns paths with a query and bodies, with different ids in each
 */
export function createSamples(
  operation: OperationUnderTest,
  places: readonly string[],
): { path: string; body: unknown }[] {
  const inPath = operation.path.includes('{') ? places : [];
  const variants = Array.from({ length: VARIANT_COUNT + inPath.length }, (_, turn) => {
    return { turn, whole: turn % 2 === 0 || turn >= VARIANT_COUNT, place: inPath[turn - VARIANT_COUNT] };
  });
  return variants.map((variant) => {
    const createSampleValue = (name: string) => {
      const parameter = operation.parameters.find((one) => one.name === name);
      return encodeURIComponent(String(createSample(parameter?.schema ?? { type: 'string' }, { ...variant, name })));
    };
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => variant.place ?? createSampleValue(name));
    const query = operation.parameters
      .filter((parameter) => parameter.in === 'query' && (parameter.required || variant.whole))
      .map(({ name }) => `${name}=${createSampleValue(name)}`)
      .join('&');
    return {
      path: query ? `${path}?${query}` : path,
      body: operation.body && createSample(operation.body, { ...variant, name: '' }),
    };
  });
}

type Variant = { turn: number; whole: boolean; name: string };

function createSample(schema: JsonSchema, variant: Variant): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[variant.turn % schema.enum.length];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return createSample(choices[variant.turn % choices.length]!, variant);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => createSample(part, variant)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return createSampleObject(schema, variant);
  if (type === 'array') {
    const length = Math.max(schema.minItems ?? 0, Math.min(1, schema.maxItems ?? 1));
    return Array.from({ length }, (_, turn) =>
      createSample(schema.items ?? {}, { ...variant, turn: variant.turn + turn }),
    );
  }
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return variant.whole;
  if (type === 'null') return null;
  return createSampleText(schema, variant.name);
}

function createSampleObject(schema: JsonSchema, variant: Variant): unknown {
  const names = Object.keys(schema.properties ?? {}).filter((name) => variant.whole || schema.required?.includes(name));
  return Object.fromEntries(names.map((name) => [name, createSample(schema.properties![name]!, { ...variant, name })]));
}

function createSampleText(schema: JsonSchema, name: string): string {
  if (schema.format === 'uuid') return crypto.randomUUID();
  if (schema.format === 'date-time') return new Date(Date.now() + DAY_MS).toISOString();
  if (schema.format === 'date') return new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  if (schema.format === 'email') return 'nobody@example.test';
  if (schema.format === 'uri') return 'https://example.test/x';
  const text = WORDS[name] ?? (/id$/i.test(name) ? crypto.randomUUID() : 'A sane text of some words');
  return text.padEnd(schema.minLength ?? 0, ' and more').slice(0, schema.maxLength);
}
