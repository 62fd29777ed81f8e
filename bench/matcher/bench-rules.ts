import { type MatchingRules, PARTS } from '../../matcher/matcher-schema.ts';

/** The same rules with every weight at zero: the number of squads is the objective. */
export function countRules(rules: MatchingRules): MatchingRules {
  const weights = { ...rules.weights };
  for (const part of PARTS) weights[part] = 0;
  return { ...rules, name: `${rules.name}, count`, weights };
}
