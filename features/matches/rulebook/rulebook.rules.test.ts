import { describe, expect, it } from 'vitest';
import type { Pool, Result } from '../../../matcher/matcher-schema.ts';
import { builtIn, findProblems, listDifferences, listRuleEntries, parseRules, toTexts } from './rulebook.rules.ts';
import { formatEntry, formatWithUnit, parseEntry } from './rulebook-entries.rules.ts';
import { compareTrialSides, toTrialSide } from './rulebook-trials.rules.ts';

const changeRule = (path: string, text: string) => parseRules(builtIn, { ...toTexts(builtIn), [path]: text });
const sentenceAt = (path: string, text: string) =>
  findProblems(changeRule(path, text)).find((problem) => problem.path === path)?.sentence;

describe('a rule set', () => {
  it('has an explained entry for every weight, limit, scale, wait and relaxation', () => {
    const paths = new Set(listRuleEntries(builtIn).map((entry) => entry.path));
    const listLeaves = (value: object, prefix: string) => Object.keys(value).map((key) => `${prefix}.${key}`);
    for (const group of ['limits', 'weights', 'scales', 'waiting'] as const) {
      for (const path of listLeaves(builtIn[group], group)) expect(paths, path).toContain(path);
    }
    for (const [index, step] of builtIn.relaxation.entries()) {
      for (const path of listLeaves(step, `relaxation.${index}`)) expect(paths, path).toContain(path);
    }
    for (const entry of listRuleEntries(builtIn)) expect(entry.about.length, entry.path).toBeGreaterThan(10);
  });

  it('uses the singular for one unit, and no unit for a share', () => {
    expect(['1', '2', '0.5'].map((text) => formatWithUnit(text, 'rating points'))).toEqual([
      '1 rating point',
      '2 rating points',
      '0.5 rating points',
    ]);
    expect(formatWithUnit('1', 'minutes a week')).toBe('1 minute a week');
    expect([formatWithUnit('1', '0 to 1'), formatWithUnit('none', 'runs'), formatWithUnit('PC, PS5')]).toEqual([
      '1',
      'none',
      'PC, PS5',
    ]);
  });

  it('survives a round trip through the form', () => {
    expect(parseRules(builtIn, toTexts(builtIn))).toEqual(builtIn);
    expect(findProblems(parseRules(builtIn, toTexts(builtIn)))).toEqual([]);
    const spread = { ...builtIn, relaxation: [{ afterRuns: 3, maxRatingSpread: null, minCommonMinutes: 60 }] };
    expect(parseRules(spread, toTexts(spread))).toEqual(spread);
    expect(formatEntry('step-number', null)).toBe('none');
    expect(parseEntry('step-number', '')).toBeUndefined();
  });

  it.each([
    [
      'weights.positionFit',
      '30',
      'The weights must add up to 100, because scores are out of 100. They now add up to 105.',
    ],
    ['weights.skill', 'much', 'Skill must be a number.'],
    ['weights.skill', '', 'Skill must be a number.'],
    ['weights.skill', '-1', 'Skill must be at least 0.'],
    ['limits.minCommonMinutes', '10', 'Shared time must be between 15 and 10080 minutes.'],
    ['limits.minCommonMinutes', '60.5', 'Shared time must be a whole number.'],
    ['limits.regions', 'NA-East, Mars', 'Region "Mars" doesn\'t exist.'],
    ['limits.regions', 'EU, EU', 'A region appears twice in one line: EU, EU.'],
    ['limits.maxRatingSpread', 'x', 'Largest rating spread must be a number.'],
    ['scales.ratingZeroAt', '4', 'The gap that earns nothing must be larger than the gap without a loss.'],
    ['scales.ratingShare', '1.5', "Rating's share of Skill must be at most 1."],
    ['scales.positionFit', '', 'Position fit needs a first value.'],
    ['scales.positionFit', '0.5, 0.8', "A later position can't fit better than an earlier one."],
    ['scales.positionFit', '1, x', 'Every value of Position fit must be a number.'],
    ['scales.commonModes', '1, 0.5', "More shared modes can't earn less."],
    [
      'scales.levels',
      'casual, pro',
      'Enter the competitive levels casual, competitive, elite, each once, in your order.',
    ],
    ['scales.regionCloseness', 'EU: 0.3', 'Region closeness: write each line like "NA-East, EU: 0.3"'],
    ['scales.regionCloseness', 'EU, Mars: 0.3', 'Region "Mars" doesn\'t exist.'],
    ['waiting.points', '0, 9, 3', "A longer wait can't earn fewer points."],
    ['relaxation.0.afterRuns', '0', 'After this many rounds must be at least 1.'],
    ['relaxation.0.minCommonMinutes', '600', 'Use between 15 and 120 minutes, which is the limit without waiting.'],
    ['relaxation.0.maxRatingSpread', '5', "A relaxation can't be stricter than the limit without waiting."],
  ])('refuses %s = "%s" with a message at that field', (path, text, sentence) => {
    expect(sentenceAt(path, text)).toContain(sentence);
  });

  it.each([
    ['number', undefined, ''],
    ['number', 5, '5'],
    ['optional-number', null, ''],
    ['switch', false, 'false'],
    ['step-number', undefined, ''],
    ['numbers', [1, 0.5], '1, 0.5'],
    ['words', ['a', 'b'], 'a, b'],
    ['region-sets', null, ''],
    ['region-sets', [['EU', 'UK'], ['Asia']], 'EU, UK\nAsia'],
    ['step-regions', [['EU', 'UK'], ['Asia']], 'EU, UK\nAsia'],
    [
      'jobs',
      [
        { name: 'scoring', words: ['scor', 'slash'] },
        { name: 'big', words: [] },
      ],
      'scoring: scor, slash\nbig: ',
    ],
    [
      'closeness',
      [
        { regions: ['EU', 'UK'], closeness: 0.3 },
        { regions: ['SA', 'EU'], closeness: 0 },
      ],
      'EU, UK: 0.3\nSA, EU: 0',
    ],
  ] as const)('formats %s %j as %j', (kind, value, text) => {
    expect(formatEntry(kind, value)).toBe(text);
  });

  it.each([
    ['switch', 'true', true],
    ['switch', 'false', false],
    ['number', ' 5 ', 5],
    ['number', ' ', ' '],
    ['number', 'x', 'x'],
    ['optional-number', ' ', null],
    ['optional-number', '5', 5],
    ['step-number', ' ', undefined],
    ['step-number', ' None ', null],
    ['step-number', '0', 0],
    ['step-regions', ' ', undefined],
    ['step-regions', 'EU, UK\n \n Asia ', [['EU', 'UK'], ['Asia']]],
    ['region-sets', ' ', null],
    ['region-sets', 'EU,UK\n\nAsia', [['EU', 'UK'], ['Asia']]],
    ['numbers', '1, ,x, 0.5', [1, 'x', 0.5]],
    ['words', ' a ,, b', ['a', 'b']],
    [
      'jobs',
      'scoring : scor, slash\n\nplain\n:x',
      [
        { name: 'scoring', words: ['scor', 'slash'] },
        { name: 'plain', words: [] },
        { name: '', words: ['x'] },
      ],
    ],
    [
      'closeness',
      'EU, UK : 0.3\nEU',
      [
        { regions: ['EU', 'UK'], closeness: 0.3 },
        { regions: ['EU'], closeness: '' },
      ],
    ],
  ] as const)('parses %s %j', (kind, text, value) => {
    expect(parseEntry(kind, text)).toEqual(value);
  });

  it("keeps fields the form doesn't send, and drops fields it clears", () => {
    expect(parseRules(builtIn, {})).toEqual(builtIn);
    const [step] = parseRules(builtIn, { 'relaxation.0.regions': ' ' }).relaxation as object[];
    expect(step).toEqual({ afterRuns: 2 });
    expect(builtIn.relaxation[0]).toHaveProperty('regions');
  });

  const createSet = (count: number) => Array.from({ length: count }, () => ['EU']);
  const createSteps = (count: number) => Array.from({ length: count }, (_, index) => ({ afterRuns: index + 1 }));
  const limit = (change: object) => ({ ...builtIn, limits: { ...builtIn.limits, ...change } });
  const changeScale = (change: object) => ({ ...builtIn, scales: { ...builtIn.scales, ...change } });
  const relax = (...relaxation: object[]) => ({ ...builtIn, relaxation });

  it.each([
    [limit({ minCommonMinutes: 15 }), 'the minimum common time'],
    [limit({ minCommonMinutes: 10_080 }), 'a whole week'],
    [changeScale({ positionFit: [1, 1, 0.5] }), 'equally good positions'],
    [changeScale({ commonModes: [0.5, 0.5] }), 'equal points for modes'],
    [changeScale({ regionCloseness: [] }), 'no region closeness'],
    [{ ...builtIn, waiting: { ...builtIn.waiting, points: [0, 3, 3] } }, 'equal points for waits'],
    [{ ...builtIn, weights: { ...builtIn.weights, skill: 20 + 5e-7 } }, 'a sum within rounding'],
    [relax(...createSteps(10)), 'ten relaxation steps'],
    [
      { ...limit({ regions: createSet(15) }), relaxation: [{ afterRuns: 1, regions: [['EU']] }] },
      'sixteen region sets',
    ],
    [relax({ afterRuns: 1, minCommonMinutes: 15 }, { afterRuns: 2, minCommonMinutes: 120 }), 'steps at the limits'],
    [
      { ...limit({ maxRatingSpread: 10 }), relaxation: [{ afterRuns: 1, maxRatingSpread: 10 }] },
      'the same rating spread in a step',
    ],
    [
      { ...limit({ maxRatingSpread: 10 }), relaxation: [{ afterRuns: 1, maxRatingSpread: null }] },
      'no rating spread in a step',
    ],
  ])('can be published with a value at its limit: $1', (rules) => {
    expect(findProblems(rules)).toEqual([]);
  });

  it.each([
    [limit({ minCommonMinutes: 14 }), 'limits.minCommonMinutes'],
    [limit({ minCommonMinutes: 10_081 }), 'limits.minCommonMinutes'],
    [limit({ platform: 'yes' }), 'limits.platform'],
    [limit({ regions: createSet(17) }), 'limits.regions'],
    [{ ...limit({ regions: createSet(16) }), relaxation: [{ afterRuns: 1, regions: [['EU']] }] }, 'limits.regions'],
    [changeScale({ levels: ['casual', 'casual', 'competitive', 'elite'] }), 'scales.levels'],
    [changeScale({ jobs: [{ name: 'scoring' }] }), 'scales.jobs'],
    [relax(...createSteps(11)), 'relaxation'],
    [relax({ afterRuns: 2 }, { afterRuns: 2 }), 'relaxation.1.afterRuns'],
    [relax({ afterRuns: 1, minCommonMinutes: 14 }), 'relaxation.0.minCommonMinutes'],
    [relax({ afterRuns: 1, minCommonMinutes: 121 }), 'relaxation.0.minCommonMinutes'],
    [relax({ afterRuns: 1, maxRatingSpread: 30 }), 'relaxation.0.maxRatingSpread'],
    [
      { ...limit({ maxRatingSpread: 10 }), relaxation: [{ afterRuns: 1, maxRatingSpread: 9 }] },
      'relaxation.0.maxRatingSpread',
    ],
    [relax({ afterRuns: 1, regions: [['Mars']] }), 'relaxation.0.regions'],
    [{ ...builtIn, squadType: 'other' }, 'seats'],
    [{ ...builtIn, pairType: 'other' }, 'seats'],
    [{ ...builtIn, seats: [...builtIn.seats].reverse() }, 'seats'],
    [{ ...builtIn, weights: undefined }, 'weights'],
  ])('reports exactly one problem for an invalid value, case %#: $1', (rules, path) => {
    expect(findProblems(rules).map((problem) => problem.path)).toEqual([path]);
  });

  it('reports to API clients which entry is wrong and why', () => {
    const findSentence = (rules: unknown) => findProblems(rules)[0]!.sentence;
    expect(findSentence(limit({ platform: 'yes' }))).toMatch(/^Same platform: /);
    expect(findSentence({ ...builtIn, weights: undefined })).toMatch(/^The rules: /);
    expect(findSentence(changeScale({ jobs: 7 }))).toContain(
      ': write each line like "scoring: scor, slash", with at most 30 lines.',
    );
    expect(findSentence(changeScale({ positionFit: [1, -1] }))).toBe('Every value of Position fit must be at least 0.');
    expect(findSentence(changeScale({ positionFit: [2] }))).toBe('Every value of Position fit must be at most 1.');
    expect(findSentence(limit({ minCommonMinutes: 'x' }))).toBe('Shared time must be a number.');
    expect(findSentence(changeScale({ ratingShare: -0.1 }))).toBe("Rating's share of Skill must be at least 0.");
    expect(findProblems(changeScale({ positionFit: ['a', 'b'] }))).toHaveLength(1);
  });

  it("refuses to change the game's seats", () => {
    const [problem] = findProblems({ ...builtIn, seats: ['PG', 'SG'] });
    expect(problem).toEqual({ path: 'seats', sentence: expect.stringContaining('come from the game') });
  });

  it("reports problems with values that aren't rules, without throwing", () => {
    for (const value of [null, 7, 'rules', [], {}, { limits: 3 }, { relaxation: [null] }]) {
      expect(findProblems(value).length).toBeGreaterThan(0);
    }
  });

  it("lists its differences from another rule set with the form's labels", () => {
    const after = parseRules(builtIn, { ...toTexts(builtIn), 'weights.skill': '25', 'weights.region': '0' });
    expect(listDifferences(builtIn, after)).toEqual([
      { path: 'weights.skill', label: 'Skill', before: '20', after: '25' },
      { path: 'weights.region', label: 'Region', before: '5', after: '0' },
    ]);
    const limitedRules = { ...builtIn, limits: { ...builtIn.limits, maxRatingSpread: 6, regions: null } };
    expect(listDifferences(builtIn, limitedRules)).toMatchObject([
      { path: 'limits.regions', after: 'All play together' },
      { path: 'limits.maxRatingSpread', before: 'No limit', after: '6' },
    ]);
    const fewer = { ...builtIn, relaxation: [] };
    expect(listDifferences(builtIn, fewer).map((each) => each.label)).toEqual([
      'Relaxation, step 1: After this many rounds',
      'Relaxation, step 1: More regions',
    ]);
    expect(listDifferences(builtIn, builtIn)).toEqual([]);
  });
});

describe('a trial of draft rules', () => {
  const group = (...members: string[]) => ({ members });
  const createResult = (squads: object[], pairs: object[]) =>
    ({
      squads,
      pairs,
      certificate: {
        squads: squads.length,
        pairs: pairs.length,
        leftOver: 3,
        scores: { mean: 71 },
        wait: { all: { p50: 1 } },
        leftOverByReason: { 'too-little-time': 3 },
        seconds: 2,
      },
    }) as unknown as Result;

  it('summarizes the results under one version of the rules', () => {
    expect(toTrialSide(createResult([group('a')], []))).toEqual({
      squads: 1,
      pairs: 0,
      left_over: 3,
      mean_score: 71,
      wait: { p50: 1 },
      left_over_by_reason: { 'too-little-time': 3 },
      seconds: 2,
    });
  });

  it('counts players who gain or lose a match, and unchanged groups in any member order', () => {
    const pool = { players: [1, 2, 3, 4, 5, 6, 7] } as unknown as Pool;
    const currentSide = createResult([group('a', 'b', 'c')], [group('d', 'e')]);
    const draftSide = createResult([group('a', 'b', 'f')], [group('e', 'd')]);
    expect(compareTrialSides(pool, currentSide, draftSide)).toEqual({ pool: 7, gained: 1, lost: 1, same_groups: 1 });
    const fewer = createResult([], [group('a', 'b')]);
    expect(compareTrialSides(pool, currentSide, fewer)).toEqual({ pool: 7, gained: 0, lost: 3, same_groups: 0 });
  });
});
