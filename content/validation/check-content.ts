import type { z } from 'zod';
import { href, plainText, richLine } from '../schema/base-schema.ts';

function formatFieldName(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name.replace(/^\./, '') || '(whole file)';
}

/** Validates a value against its schema. Returns one sentence per problem: `content/file.ts, field: what is wrong`. */
export function checkShape(file: string, schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => `content/${file}, ${formatFieldName(issue.path)}: ${issue.message}`);
}

const addressFields = new Set(['href', 'link', 'url', 'website']);
/** Fields that pages render with `RichText`, so they may contain links. */
const richFields = new Set(['text', 'note', 'tokenNote']);
const NON_TEXT_FIELDS = new Set(['file', 'src', 'value', 'channel']);

/**
 * Checks every string in a value, at any depth, against the text rules. Also checks addresses against the address
 * rules.
 */
export function findTextProblems(file: string, value: unknown, path: PropertyKey[] = []): string[] {
  if (typeof value === 'string') {
    const key = path.at(-1);
    if (NON_TEXT_FIELDS.has(String(key))) return [];
    const schema = addressFields.has(String(key)) ? href : richFields.has(String(key)) ? richLine : plainText;
    return checkShape(file, schema, value).map((problem) => problem.replace('(whole file)', formatFieldName(path)));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => findTextProblems(file, item, [...path, index]));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => findTextProblems(file, item, [...path, key]));
}

/** Returns every internal address in inline links and address fields of a value, with the field that contains it. */
export function listInternalAddresses(value: unknown, path: PropertyKey[] = []): { field: string; address: string }[] {
  if (typeof value === 'string') {
    const field = formatFieldName(path);
    const inline = [...value.matchAll(/\]\(([/#][^)]*)\)/g)].map((match) => ({ field, address: match[1]! }));
    const addressLinks =
      addressFields.has(String(path.at(-1))) && /^[/#]/.test(value) ? [{ field, address: value }] : [];
    return [...inline, ...addressLinks];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => listInternalAddresses(item, [...path, index]));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => listInternalAddresses(item, [...path, key]));
}
