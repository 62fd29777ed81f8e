import { defaultRules } from '../../../matcher/default-rules.ts';
import { type MatchingRules, rulesSchema } from '../../../matcher/matcher-schema.ts';
import { mapParts } from '../../../matcher/score-parts.ts';

/**
 * Defaults for keys that older stored rules don't have. They preserve what the engine did before it had these keys, so
 * that a match keeps its points and only limits that an admin published apply. When the engine's rules get a new key,
 * this doesn't compile until the key is listed here.
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
  weights: mapParts(() => 0),
  scales: defaultRules.scales,
  waiting: { points: [0], priorityPoints: 0, reliabilityPoints: 0 },
  queue: defaultRules.queue,
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Adds keys that the stored rules don't have. Sections that have always existed must be present. */
function withDefaults(rules: unknown): unknown {
  if (!isObject(rules)) return rules;
  const sections = Object.entries(LEGACY_DEFAULTS).map(([name, before]) => {
    const section = rules[name];
    return [name, isObject(section) ? { ...before, ...section } : section];
  });
  return { ...rules, ...Object.fromEntries(sections) };
}

/**
 * Reads stored rules for the engine. Keys that are newer than the stored rules get values that preserve the engine's
 * earlier behavior, and keys that the engine no longer knows are dropped.
 * @throws Error with a message when the value isn't a rule set
 */
export function readStoredRules(rules: unknown): MatchingRules {
  const read = rulesSchema.safeParse(withDefaults(rules));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`Can't read these stored rules: ${issue?.path.join('.') || 'they'}: ${issue?.message}.`);
}
