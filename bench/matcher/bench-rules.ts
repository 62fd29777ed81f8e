import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import { mapParts } from '../../matcher/score-parts.ts';

/** Returns the rules with all weights set to zero, so the objective is the number of squads. */
export function countRules(rules: MatchingRules): MatchingRules {
  return { ...rules, name: `${rules.name}, count`, weights: mapParts(() => 0) };
}
