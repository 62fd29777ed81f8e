import { describe, expect, it } from 'vitest';
import { rulesSchema } from '../../../matcher/matcher-schema.ts';
import { builtIn, findProblems } from './rulebook.rules.ts';
import { readStoredRules } from './stored-rules.rules.ts';

const SECTIONS = ['limits', 'weights', 'scales', 'waiting'] as const;

/** Every key of the built-in rules that lies in a section, and the rules as they were stored before there was one. */
const older = SECTIONS.flatMap((section) =>
  Object.keys(builtIn[section]).map((key) => {
    const { [key]: _, ...rest } = builtIn[section] as Record<string, unknown>;
    return [`${section}.${key}`, { ...builtIn, [section]: rest }] as const;
  }),
);

describe('stored rules', () => {
  it('are read as they are', () => {
    expect(readStoredRules(JSON.parse(JSON.stringify(builtIn)))).toEqual(builtIn);
  });

  it.each(older)('of a time before %s are read', (path, stored) => {
    expect(rulesSchema.safeParse(stored).success).toBe(false);
    const read = readStoredRules(stored);
    expect(rulesSchema.parse(read)).toEqual(read);
    const [section, key] = path.split('.') as [(typeof SECTIONS)[number], string];
    expect({ ...read, [section]: { ...read[section], [key]: null } }).toEqual({
      ...builtIn,
      [section]: { ...builtIn[section], [key]: null },
    });
  });

  it('give a part of the score that they do not know no points, and do not hold anybody to a limit', () => {
    const { skill: _, ...weights } = builtIn.weights;
    const { commonLanguage: __, ...limits } = builtIn.limits;
    const read = readStoredRules({ ...builtIn, weights, limits });
    expect(read.weights).toEqual({ ...builtIn.weights, skill: 0 });
    expect(read.limits).toEqual({ ...builtIn.limits, commonLanguage: false });
  });

  it('lose what the engine does not know any more', () => {
    const stored = { ...builtIn, weights: { ...builtIn.weights, luck: 3 }, moon: 'full' };
    expect(readStoredRules(stored)).toEqual(builtIn);
    expect(findProblems(readStoredRules(stored))).toEqual([]);
  });

  it.each([null, 7, 'rules', [], {}, { ...builtIn, seats: undefined }, { ...builtIn, weights: undefined }])(
    'that are none are refused with a sentence (%j)',
    (stored) => {
      expect(() => readStoredRules(stored)).toThrow(/^These stored rules cannot be read: /);
    },
  );
});
