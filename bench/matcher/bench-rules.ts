import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import { eachPart } from '../../matcher/score-parts.ts';

/** The same rules with every weight at zero: the number of squads is the objective. */
export function countRules(rules: MatchingRules): MatchingRules {
  return { ...rules, name: `${rules.name}, count`, weights: eachPart(() => 0) };
}
