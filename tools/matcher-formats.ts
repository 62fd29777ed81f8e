import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { poolFile, resultFile, rulesFile } from '../matcher/read-formats.ts';
import { PARTS } from '../matcher/score-parts.ts';

/** The documents that the matcher reads and writes. */
export const FORMATS: Record<string, { schema: z.ZodType; io: 'input' | 'output'; part: number }> = {
  pool: { schema: poolFile, io: 'input', part: 0 },
  rules: { schema: rulesFile, io: 'input', part: 1 },
  result: { schema: resultFile, io: 'output', part: 2 },
};
/** Where each document's part of the source ends, because the same field may have another meaning in the next part. */
const SECTION_END = /^export const (?=rulesSchema|LEFT_OVER_REASONS)/m;

const SOURCE = resolve(import.meta.dirname, '../matcher/matcher-schema.ts');

/** The subset of JSON Schema that our formats use. */
export type JsonSchema = {
  [keyword: string]: unknown;
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  prefixItems?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
};

/** Returns a format as JSON Schema: for input, what's accepted; for output, what's always present. */
export function createFormatSchema(name: string): JsonSchema {
  const format = FORMATS[name];
  if (!format) throw new Error(`--schema must be ${Object.keys(FORMATS).join(', ')}, not ${name}.`);
  const comments = parseComments(readFileSync(SOURCE, 'utf8').split(SECTION_END)[format.part]!);
  return addDescriptions(z.toJSONSchema(format.schema, { io: format.io }) as JsonSchema, comments);
}

/** Returns the comment above each property, by name; leaves out names used by several shapes. */
export const readComments = (file: string): ReadonlyMap<string, string> => parseComments(readFileSync(file, 'utf8'));

function parseComments(source: string): ReadonlyMap<string, string> {
  const code = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const isOne = (name: string) =>
    !(PARTS as string[]).includes(name) && [...code.matchAll(new RegExp(`\\b${name}[:,]`, 'g'))].length === 1;
  return new Map(
    [...source.matchAll(COMMENTED_FIELD)]
      .map(([, comment = '', name = '']) => [name, comment.replace(/\s*\n\s*\*\s?/g, ' ').trim()] as const)
      .filter(([name]) => isOne(name)),
  );
}

const COMMENTED_FIELD = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+):/g;

/** Returns the same schema with the source comments as descriptions. */
export function addDescriptions(schema: JsonSchema, comments: ReadonlyMap<string, string>): JsonSchema {
  const fitWithin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fitWithin);
    return typeof value === 'object' && value !== null ? addDescriptions(value as JsonSchema, comments) : value;
  };
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword !== 'properties') return [keyword, fitWithin(value)];
    const properties = Object.entries(value as Record<string, JsonSchema>).map(([name, one]) => {
      const comment = comments.get(name);
      return [name, { ...(comment && { description: comment }), ...addDescriptions(one, comments) }];
    });
    return [keyword, Object.fromEntries(properties)];
  });
  return Object.fromEntries(entries);
}
