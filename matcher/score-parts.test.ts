import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { rulesSchema, squadSchema } from './matcher-schema.ts';
import { mapParts, PART_INDEX, PARTS, SCORE_PARTS } from './score-parts.ts';

describe('SCORE_PARTS', () => {
  test('gives each part its own index in the typed arrays, in order', () => {
    expect(PARTS.map((part) => PART_INDEX[part])).toEqual(PARTS.map((_, place) => place));
    expect(Object.keys(PART_INDEX)).toEqual(PARTS);
  });

  test('has the same parts as the weights of the rules and the points of a match', () => {
    expect(Object.keys(rulesSchema.shape.weights.shape)).toEqual(PARTS);
    expect(Object.keys(squadSchema.shape.parts.shape)).toEqual(PARTS);
    expect(Object.keys(defaultRules.weights)).toEqual(PARTS);
  });

  test('has a unique label for each part', () => {
    expect(new Set(PARTS.map((part) => SCORE_PARTS[part].label)).size).toBe(PARTS.length);
    expect(Object.keys(mapParts(() => 0))).toEqual(PARTS);
  });
});
