import { defaultRules } from '../../../matcher/default-rules.ts';
import { type MatchingRules, rulesSchema } from '../../../matcher/matcher-schema.ts';
import { eachPart } from '../../../matcher/score-parts.ts';

/**
 * What a key means for rules stored before the key existed: what the engine did without it. That way a match keeps the
 * points that it was scored with, and no one is held to a limit that wasn't published. A new key of the engine's rules
 * doesn't compile until it's listed here.
 */
const LEGACY_DEFAULTS: Pick<MatchingRules, 'limits' | 'weights' | 'scales' | 'waiting' | 'queue'> = {
  limits: {
    minCommonMinutes: 0,
    platform: false,
    commonMode: false,
    commonLanguage: false,
    regions: null,
    maxRatingSpread: null,
  },
  weights: eachPart(() => 0),
  scales: defaultRules.scales,
  waiting: { points: [0], priorityPoints: 0, reliabilityPoints: 0 },
  queue: defaultRules.queue,
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Adds keys that the stored rules lack. Sections that every rulebook has had must be present. */
function withDefaults(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const sections = Object.entries(LEGACY_DEFAULTS).map(([name, before]) => {
    const section = stored[name];
    return [name, isObject(section) ? { ...before, ...section } : section];
  });
  return { ...stored, ...Object.fromEntries(sections) };
}

/**
 * Reads a stored rulebook for the engine. Keys newer than the rulebook mean what the engine did before them, and keys
 * that the engine no longer knows are dropped.
 * @throws Error with a message when it isn't a rulebook
 */
export function readStoredRules(stored: unknown): MatchingRules {
  const read = rulesSchema.safeParse(withDefaults(stored));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`Can't read these stored rules: ${issue?.path.join('.') || 'they'}: ${issue?.message}.`);
}
