import type { z } from 'zod';
import { type MatchingRules, type Pool, poolSchema, type Result, resultSchema, rulesSchema } from './matcher-schema.ts';

/**
 * Reads what came as JSON: what may be left out gets its default.
 * @throws Error with the first faults, a line each
 */
export const readPool = (json: unknown): Pool => read(poolSchema, json);
/** The same for rules; `defaultRules` is a place to start from. */
export const readRules = (json: unknown): MatchingRules => read(rulesSchema, json);
/** The same for a result that was kept, to verify it or to start the next run from it. */
export const readResult = (json: unknown): Result => read(resultSchema, json);

const MOST_FAULTS = 5;

function read<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, MOST_FAULTS);
  throw new Error(faults.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
