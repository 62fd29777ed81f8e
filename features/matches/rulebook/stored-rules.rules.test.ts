import { describe, expect, it } from 'vitest';
import { rulesSchema } from '../../../matcher/matcher-schema.ts';
import { builtIn, findProblems } from './rulebook.rules.ts';
import { readStoredRules } from './stored-rules.rules.ts';

const SECTIONS = ['limits', 'weights', 'scales', 'waiting'] as const;

/** Each key in the sections of the built-in rules, with a rule set from before that key existed. */
const olderRules = SECTIONS.flatMap((section) =>
  Object.keys(builtIn[section]).map((key) => {
    const { [key]: _, ...rest } = builtIn[section] as Record<string, unknown>;
    return [`${section}.${key}`, { ...builtIn, [section]: rest }] as const;
  }),
);

describe('readStoredRules', () => {
  it('keeps complete rules unchanged', () => {
    expect(readStoredRules(JSON.parse(JSON.stringify(builtIn)))).toEqual(builtIn);
  });

  it.each(olderRules)('reads rules from before %s existed', (path, rules) => {
    expect(rulesSchema.safeParse(rules).success).toBe(false);
    const read = readStoredRules(rules);
    expect(rulesSchema.parse(read)).toEqual(read);
    const [section, key] = path.split('.') as [(typeof SECTIONS)[number], string];
    expect({ ...read, [section]: { ...read[section], [key]: null } }).toEqual({
      ...builtIn,
      [section]: { ...builtIn[section], [key]: null },
    });
  });

  it("gives a missing score part no points and doesn't apply a missing limit", () => {
    const { skill: _, ...weights } = builtIn.weights;
    const { commonLanguage: __, ...limits } = builtIn.limits;
    const read = readStoredRules({ ...builtIn, weights, limits });
    expect(read.weights).toEqual({ ...builtIn.weights, skill: 0 });
    expect(read.limits).toEqual({ ...builtIn.limits, commonLanguage: false });
  });

  it('drops keys that the engine no longer knows', () => {
    const rules = { ...builtIn, weights: { ...builtIn.weights, luck: 3 }, moon: 'full' };
    expect(readStoredRules(rules)).toEqual(builtIn);
    expect(findProblems(readStoredRules(rules))).toEqual([]);
  });

  it.each([null, 7, 'rules', [], {}, { ...builtIn, seats: undefined }, { ...builtIn, weights: undefined }])(
    "refuses a value that isn't a rule set, with a message (%j)",
    (rules) => {
      expect(() => readStoredRules(rules)).toThrow(/Can't read these stored rules:/);
    },
  );
});
