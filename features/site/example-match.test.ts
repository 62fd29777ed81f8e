import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import { PARTS } from '../../matcher/score-parts.ts';
import { EXAMPLE_POINTS, EXAMPLE_SCORE, EXAMPLE_WEIGHTS } from './example-match.rules.ts';

describe('the example match on the home page', () => {
  it('has points that a match can have under the built-in rules', () => {
    expect(EXAMPLE_WEIGHTS).toEqual(defaultRules.weights);
    for (const part of PARTS) expect(EXAMPLE_POINTS[part], part).toBeLessThanOrEqual(EXAMPLE_WEIGHTS[part]);
    expect(EXAMPLE_SCORE).toBe(94);
  });
});
