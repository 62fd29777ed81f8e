import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, type Statement } from 'oxc-parser';
import { z } from 'zod';
import { addDescriptions, type JsonSchema, readComments } from './matcher-formats.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** An inferred type: `export type Pool = z.output<typeof poolSchema>;` */
const INFERRED = /^export type (\w+) = z\.(infer|output|input)<typeof (\w+)>;$/;

/**
 * Returns the declarations for users of the package. Writes out types inferred from a schema, so users don't have to
 * install the schema library just for its types.
 * @param path the source's path from the root
 * @param text the compiler's declarations of that source
 */
export async function expandTypes(path: string, text: string): Promise<string> {
  const rewrittenText = text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
  if (!/from 'zod'/.test(rewrittenText)) return rewrittenText;
  const { body } = parseSync('declarations.d.ts', rewrittenText).program;
  const getSource = (one: Statement) => rewrittenText.slice(one.start, one.end);
  const inferredTypes = body.flatMap((one) => {
    const [, name, io, schema] = INFERRED.exec(getSource(one)) ?? [];
    return name === undefined ? [] : [{ name, io: io!, schema: schema!, statement: one }];
  });
  const values = (await import(pathToFileURL(resolve(ROOT, path)).href)) as Record<string, z.ZodType>;
  const names = z.registry<{ id: string }>();
  for (const { name, io, schema } of inferredTypes) {
    if (io !== 'input' && !names.has(values[schema]!)) names.add(values[schema]!, { id: name });
  }
  const comments = readComments(resolve(ROOT, path));
  const typesByName = new Map(
    inferredTypes.map(({ name, io, schema, statement }) => {
      const options = io === 'input' ? { io: 'input' as const } : { io: 'output' as const, metadata: names };
      const json = addDescriptions(z.toJSONSchema(values[schema]!, options) as JsonSchema, comments);
      const definition = json.$ref ? (json.$defs as Record<string, JsonSchema>)[name]! : json;
      return [statement as Statement, `export type ${name} = ${printType(definition, 0)};`];
    }),
  );
  const keptStatements = body.filter((one) => typesByName.has(one) || !/\bz\./.test(getSource(one)));
  const pieces = keptStatements.filter((one) => !/^import .* from 'zod'/.test(getSource(one)));
  const findComment = (one: Statement) => {
    const schema = inferredTypes.find(({ statement }) => statement === one)?.schema;
    const schemaConst = schema && body.find((other) => getSource(other).startsWith(`export declare const ${schema}:`));
    return (
      findCommentAbove(rewrittenText, one.start) ||
      (schemaConst ? findCommentAbove(rewrittenText, schemaConst.start) : '')
    );
  };
  return pieces.map((one) => `${findComment(one)}${typesByName.get(one) ?? getSource(one)}\n`).join('');
}

/** Returns the JSDoc comment directly above a statement, with its line break. */
function findCommentAbove(text: string, at: number): string {
  return /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(text.slice(0, at))?.[0] ?? '';
}

function printType(schema: JsonSchema, depth: number): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((one) => printType(one, depth)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => printType({ type }, depth)).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((one) => printType(one, depth)).join(', ')}]`;
  if (schema.type === 'array') return schema.items ? `Array<${printType(schema.items, depth)}>` : 'unknown[]';
  if (schema.type === 'object') return printObjectType(schema, depth);
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

function printObjectType({ properties, required = [], additionalProperties }: JsonSchema, depth: number): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? printType(additionalProperties, depth) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, one]) => {
    const comment = one.description ? `${indent}/** ${one.description} */\n` : '';
    return `${comment}${indent}${name}${required.includes(name) ? '' : '?'}: ${printType(one, depth + 1)};\n`;
  });
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}
