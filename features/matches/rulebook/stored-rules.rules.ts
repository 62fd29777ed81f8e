import { defaultRules } from '../../../matcher/default-rules.ts';
import { type MatchingRules, rulesSchema } from '../../../matcher/matcher-schema.ts';
import { eachPart } from '../../../matcher/score-parts.ts';

/**
 * What a key means to rules that were stored before there was such a key: what the engine did without it. So a match
 * keeps the points that it was scored by, and nobody is held to a limit that was not published. A new key of the
 * engine's rules does not compile until it stands here.
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

/** Rules with the keys that they do not know; sections that every rulebook has had must be there. */
function withDefaults(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const sections = Object.entries(LEGACY_DEFAULTS).map(([name, before]) => {
    const section = stored[name];
    return [name, isObject(section) ? { ...before, ...section } : section];
  });
  return { ...stored, ...Object.fromEntries(sections) };
}

/**
 * A stored rulebook as the engine takes it: keys that are newer than it mean what the engine did before, keys that the
 * engine does not know any more are left out.
 * @throws Error with a sentence when it is no rulebook
 */
export function readStoredRules(stored: unknown): MatchingRules {
  const read = rulesSchema.safeParse(withDefaults(stored));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`These stored rules cannot be read: ${issue?.path.join('.') || 'they'}: ${issue?.message}.`);
}
