import { z } from 'zod';
import { defaultRules } from './default-rules.ts';
import { type MatchingRules, type Pool, poolSchema, type Result, resultSchema, rulesSchema } from './matcher-schema.ts';

/**
 * The newest version of each format. Increase it with each change that an earlier release can't read. A file without a
 * version may have any version up to this one. All versions can be read (`earlier-formats/` has one file of each).
 */
export const FORMAT_VERSIONS = { pool: 3, rules: 4, result: 2 } as const;

const createVersion = (newestVersion: number) => ({
  version: z.number().int().min(1).max(newestVersion).default(newestVersion),
});

/** The formats as stored in files: with a version, and with defaults for fields that earlier versions didn't have. */
export const poolFile = poolSchema.extend(createVersion(FORMAT_VERSIONS.pool));
export const rulesFile = rulesSchema.extend({
  ...createVersion(FORMAT_VERSIONS.rules),
  waiting: rulesSchema.shape.waiting.extend({ reliabilityPoints: z.number().min(0).default(0) }),
  queue: rulesSchema.shape.queue.default(defaultRules.queue),
});
export const resultFile = resultSchema.extend(createVersion(FORMAT_VERSIONS.result));

/**
 * Reads a pool from JSON and fills in defaults for optional fields.
 * @throws Error with the first problems, one per line
 */
export const readPool = (json: unknown): Pool => readFile('pool', poolFile, json);
/** Reads rules in the same way. `defaultRules` is a good starting point. */
export const readRules = (json: unknown): MatchingRules => readFile('rules', rulesFile, upgradeRules(json));
/** Reads a stored result in the same way, to verify it or to start the next run from it. */
export const readResult = (json: unknown): Result => readFile('result', resultFile, upgradeResult(json));

const MAX_FAULTS = 5;

function readFile<File extends { version: number }>(
  name: keyof typeof FORMAT_VERSIONS,
  schema: z.ZodType<File>,
  json: unknown,
): Omit<File, 'version'> {
  const newestVersion = FORMAT_VERSIONS[name];
  const ownVersion = isRecord(json) ? json.version : undefined;
  if (ownVersion !== undefined && !(Number.isInteger(ownVersion) && Number(ownVersion) >= 1)) {
    throw new Error(`  version: must be a whole number from 1 on`);
  }
  if (Number(ownVersion ?? 1) > newestVersion) {
    throw new Error(
      `  version: ${ownVersion} was written by a newer release; this one reads ${name} files up to version ${newestVersion}`,
    );
  }
  const result = schema.safeParse(json);
  if (result.success) {
    const { version: _, ...format } = result.data;
    return format;
  }
  const faults = result.error.issues.slice(0, MAX_FAULTS);
  throw new Error(faults.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n'));
}

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/**
 * Upgrades rules of version 1. They only had the number of common modes that earn full points, and each mode earned an
 * equal share.
 */
function upgradeRules(json: unknown): unknown {
  if (!isRecord(json) || !isRecord(json.scales)) return json;
  const { fullModes, ...scales } = json.scales;
  if (!Number.isInteger(fullModes) || Number(fullModes) < 1 || 'commonModes' in scales) return json;
  const fullModeBits = Number(fullModes);
  const commonModes = Array.from({ length: fullModeBits }, (_, index) => (index + 1) / fullModeBits);
  return { ...json, scales: { ...scales, commonModes } };
}

/** Upgrades a result of version 1, which had only one kind of proof and didn't name it. */
function upgradeResult(json: unknown): unknown {
  if (!isRecord(json) || !isRecord(json.certificate) || 'proof' in json.certificate) return json;
  return { ...json, certificate: { ...json.certificate, proof: 'quick' } };
}
