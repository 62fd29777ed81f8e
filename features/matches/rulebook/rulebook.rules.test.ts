import { describe, expect, it } from 'vitest';
import { builtIn, differencesOf, entriesOf, problemsOf, rulesOf, textsOf } from './rulebook.rules.ts';
import { readText, textOf } from './rulebook-entries.rules.ts';

const changed = (path: string, text: string) => rulesOf(builtIn, { ...textsOf(builtIn), [path]: text });
const sentenceAt = (path: string, text: string) =>
  problemsOf(changed(path, text)).find((problem) => problem.path === path)?.sentence;

describe('rules as data', () => {
  it('have an entry with an explanation for every weight, limit, scale, wait and relaxation', () => {
    const paths = new Set(entriesOf(builtIn).map((entry) => entry.path));
    const leaves = (value: object, prefix: string) => Object.keys(value).map((key) => `${prefix}.${key}`);
    for (const group of ['limits', 'weights', 'scales', 'waiting'] as const) {
      for (const path of leaves(builtIn[group], group)) expect(paths, path).toContain(path);
    }
    for (const [at, step] of builtIn.relaxation.entries()) {
      for (const path of leaves(step, `relaxation.${at}`)) expect(paths, path).toContain(path);
    }
    for (const entry of entriesOf(builtIn)) expect(entry.about.length, entry.path).toBeGreaterThan(10);
  });

  it('survive being written into a form and read back', () => {
    expect(rulesOf(builtIn, textsOf(builtIn))).toEqual(builtIn);
    expect(problemsOf(rulesOf(builtIn, textsOf(builtIn)))).toEqual([]);
    const spread = { ...builtIn, relaxation: [{ afterRuns: 3, maxRatingSpread: null, minCommonMinutes: 60 }] };
    expect(rulesOf(spread, textsOf(spread))).toEqual(spread);
    expect(textOf('step-number', null)).toBe('none');
    expect(readText('step-number', '')).toBeUndefined();
  });

  it.each([
    ['weights.positionFit', '30', 'The weights must sum to 100, because scores are out of 100. They sum to 105 now.'],
    ['weights.skill', 'much', 'Skill must be a number.'],
    ['weights.skill', '', 'Skill must be a number.'],
    ['weights.skill', '-1', 'Skill must be at least 0.'],
    ['limits.minCommonMinutes', '10', 'Common time must be between 15 and 10080 minutes.'],
    ['limits.minCommonMinutes', '60.5', 'Common time must be a whole number.'],
    ['limits.regions', 'NA-East, Mars', 'There is no region "Mars".'],
    ['limits.regions', 'EU, EU', 'A region stands twice in one line: EU, EU.'],
    ['limits.maxRatingSpread', 'x', 'Largest rating spread must be a number.'],
    ['scales.ratingZeroAt', '4', 'The distance that earns nothing must be larger than the one that is free.'],
    ['scales.ratingShare', '1.5', 'Share of rating in Skill must be at most 1.'],
    ['scales.positionFit', '', 'Fit of positions needs a first value.'],
    ['scales.positionFit', '0.5, 0.8', 'A later position must not fit better than an earlier one.'],
    ['scales.positionFit', '1, x', 'Every value of Fit of positions must be a number.'],
    ['scales.commonModes', '1, 0.5', 'More common modes must not earn less.'],
    ['scales.levels', 'casual, pro', 'Competitive levels are casual, competitive, elite, each once, in your order.'],
    ['scales.regionCloseness', 'EU: 0.3', 'Closeness of regions: write a line as "NA-East, EU: 0.3"'],
    ['scales.regionCloseness', 'EU, Mars: 0.3', 'There is no region "Mars".'],
    ['waiting.points', '0, 9, 3', 'A longer wait must not bring fewer points.'],
    ['relaxation.0.afterRuns', '0', 'After so many runs must be at least 1.'],
    ['relaxation.0.minCommonMinutes', '600', 'Between 15 and 120 minutes, which is the limit without waiting.'],
    ['relaxation.0.maxRatingSpread', '5', 'A relaxation must not be stricter than the limit without waiting.'],
  ])('refuse %s = "%s" with a sentence at that field', (path, text, sentence) => {
    expect(sentenceAt(path, text)).toContain(sentence);
  });

  it('keep the seats and types of the game', () => {
    const [problem] = problemsOf({ ...builtIn, seats: ['PG', 'SG'] });
    expect(problem).toEqual({ path: 'seats', sentence: expect.stringContaining('stay as they are') });
  });

  it('refuse what is no set of rules at all, without failing themselves', () => {
    for (const value of [null, 7, 'rules', [], {}, { limits: 3 }, { relaxation: [null] }]) {
      expect(problemsOf(value).length).toBeGreaterThan(0);
    }
  });

  it('say where two sets differ, in the words of the form', () => {
    const after = rulesOf(builtIn, { ...textsOf(builtIn), 'weights.skill': '25', 'weights.region': '0' });
    expect(differencesOf(builtIn, after)).toEqual([
      { path: 'weights.skill', label: 'Skill', before: '20', after: '25' },
      { path: 'weights.region', label: 'Region', before: '5', after: '0' },
    ]);
    const fewer = { ...builtIn, relaxation: [] };
    expect(differencesOf(builtIn, fewer).map((each) => each.label)).toEqual([
      'Relaxation, step 1: After so many runs',
      'Relaxation, step 1: Further regions',
    ]);
    expect(differencesOf(builtIn, builtIn)).toEqual([]);
  });
});
