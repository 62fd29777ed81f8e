import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';
import { BuildCard, Wishes } from './advice.schema.ts';
import { formatAdvice, listMilestoneTitles, toBuildCard } from './advice.wording.ts';
import {
  ARCHETYPE_IDS,
  ATTRIBUTE_IDS,
  BASE,
  BUDGET,
  getArchetype,
  getRatingCap,
  getRatingCost,
  getUsualWeight,
  getWeightRange,
  listCoreRatings,
} from './build-facts.rules.ts';
import { applyBuildToWishes, planBuild } from './build-plan.rules.ts';
import { getBuildCaps, sumSpentPoints } from './builds.rules.ts';
import { CHIP_IDS, type ChipId, NUMBER_LIMITS } from './vocabulary.schema.ts';
import { formatContradiction, listContradictions, mergeWishes, NO_WISHES } from './wishes.rules.ts';

const createWishes = (chips: ChipId[], numbers: Partial<Wishes> = {}): Wishes => ({ ...NO_WISHES, ...numbers, chips });
const build = (chips: ChipId[], numbers: Partial<Wishes> = {}) => planBuild(createWishes(chips, numbers), null).build;
const createNumber = (name: keyof typeof NUMBER_LIMITS) => fc.option(fc.integer(NUMBER_LIMITS[name]));
const anyWishes: fc.Arbitrary<Wishes> = fc
  .record({
    chips: fc.uniqueArray(fc.constantFrom(...CHIP_IDS), { maxLength: 8 }),
    ...{ height_cm: createNumber('height_cm'), weight_lb: createNumber('weight_lb'), budget: createNumber('budget') },
  })
  .map((wishes) => {
    const removedChips = listContradictions(wishes.chips).map(({ chips: [, second] }) => second);
    return { ...wishes, chips: wishes.chips.filter((id) => !removedChips.includes(id)) };
  });
const anySquad = fc.option(fc.record({ name: fc.constant('Comets'), has: fc.subarray([...POSITIONS]) }));

describe('a build', () => {
  it('respects every chip, the body and the budget', () => {
    fc.assert(
      fc.property(anyWishes, anySquad, (wishes, squad) => {
        const plan = planBuild(wishes, squad);
        const { position, archetype, ratings, budget } = plan.build;
        expect(sumSpentPoints(ratings)).toBeLessThanOrEqual(budget);
        const caps = getBuildCaps(plan.build);
        for (const id of ATTRIBUTE_IDS) expect(ratings[id]).toBeLessThanOrEqual(caps[id]);
        for (const id of plan.ruledOut) expect(ratings[id]).toBe(BASE);
        for (const [kind, value] of Object.entries({ position, archetype })) {
          const chip = wishes.chips.find((id) => id.startsWith(`${kind}.`));
          if (chip) expect(chip).toBe(`${kind}.${value}`);
        }
        const card = toBuildCard(english, plan.build);
        expect(BuildCard.safeParse(card).success).toBe(true);
        for (const title of listMilestoneTitles(english, plan.build)) expect(title.length).toBeLessThanOrEqual(80);
        // Building again from the result changes nothing.
        const appliedWishes = applyBuildToWishes(wishes, plan.build);
        expect(Wishes.safeParse(appliedWishes).success).toBe(true);
        expect(planBuild(appliedWishes, squad)).toEqual(plan);
        for (const sentence of formatAdvice(english, wishes, plan, squad))
          expect(sentence).not.toMatch(/undefined|NaN|\s{2}/);
      }),
      { numRuns: 400 },
    );
  });

  it('raises the skills that the player wants and those that the squad lacks', () => {
    const plainRatings = build(['position.C']).ratings;
    expect(build(['position.C', 'want.steals']).ratings.steal).toBeGreaterThan(plainRatings.steal);
    const { archetype, ratings } = build(['position.C', 'lack.shooting']);
    expect([archetype, ratings.three >= 76]).toEqual(['stretch', true]);
  });

  it("picks the position by archetype, height, skill and the squad's open positions when none is chosen", () => {
    expect(build(['archetype.anchor']).position).toBe('C');
    expect(build([], { height_cm: 213 }).position).toBe('C');
    expect(build(['lack.rebounding']).position).toBe('PF');
    const squad = { name: 'Comets', has: ['PG' as const, 'SG' as const] };
    expect(planBuild(createWishes([], { budget: 600 }), squad).build.position).toBe('SF');
  });

  it("adjusts a body that the position doesn't allow, and says so", () => {
    const wishes = createWishes(['position.C'], { height_cm: 178, weight_lb: 300 });
    const plan = planBuild(wishes, null);
    expect([plan.build.height, plan.build.weight]).toEqual([201, getWeightRange(201)[1]]);
    const adviceText = formatAdvice(english, wishes, plan, null).join(' ');
    expect(adviceText).toContain('A center can’t be 5\'10" (178 cm) here, so this build is 6\'7" (201 cm).');
    expect(adviceText).toContain('doesn’t work with this height');
  });

  it('keeps an archetype’s core at the smallest budget and spends the whole budget otherwise', () => {
    const small = build(['position.PG'], { budget: 400 });
    for (const [id] of listCoreRatings(small.archetype)) expect(small.ratings[id]).toBeGreaterThanOrEqual(70);
    expect(sumSpentPoints(build(['position.C']).ratings)).toBe(BUDGET);
  });

  it('depends on level and mode', () => {
    const buildCore = (chips: ChipId[]) => build(['archetype.shooter', ...chips]).ratings.mid;
    expect(buildCore(['level.elite'])).toBeGreaterThan(buildCore(['level.casual']));
    const handle = (chips: ChipId[]) => build(['position.C', ...chips]).ratings.handle;
    expect(handle(['mode.park'])).toBeGreaterThan(handle(['mode.five']));
  });
});

describe('contradiction check', () => {
  it.each([
    [['position.PG', 'position.C'], 'Choose one position: Point guard or Center.'],
    [['level.elite', 'level.casual'], 'Choose one level: Elite or Casual.'],
    [['want.three', 'avoid.shooting'], 'You can’t have both: More three-pointers or No shooting.'],
    [
      ['archetype.shooter', 'avoid.shooting'],
      'This archetype needs what you ruled out. Keep one: Sharpshooter or No shooting.',
    ],
  ] as const)('reports contradictions in %s and resolves them when either chip is removed', (chips, message) => {
    const found = listContradictions(chips);
    expect(found.map((one) => [formatContradiction(english, one), one.chips])).toEqual([[message, chips]]);
    for (const chip of chips) expect(listContradictions(chips.filter((one) => one !== chip))).toEqual([]);
  });

  it('reports none when the squad lacks what the player rules out, or when skills only overlap', () => {
    expect(listContradictions(['lack.shooting', 'avoid.shooting', 'want.shooting'].slice(0, 2) as ChipId[])).toEqual(
      [],
    );
    expect(listContradictions(['want.finishing', 'avoid.dunking'])).toEqual([]);
  });
});

describe('merging wishes', () => {
  it('replaces chips that conflict with the new ones and keeps the rest', () => {
    const before = createWishes(['position.PG', 'archetype.general', 'level.elite', 'avoid.three'], {
      ...{ height_cm: 188, weight_lb: 180, budget: 800 },
    });
    expect(mergeWishes(before, createWishes(['position.C', 'want.three']))).toEqual(
      createWishes(['level.elite', 'position.C', 'want.three'], { weight_lb: 180, budget: 800 }),
    );
    expect(mergeWishes(before, createWishes([], { height_cm: 196 }))).toEqual({ ...before, height_cm: 196 });
    expect(mergeWishes(before, createWishes(['archetype.anchor'])).chips).toEqual([
      'level.elite',
      'avoid.three',
      'archetype.anchor',
    ]);
  });

  it('never adds a contradiction that the new text doesn’t have', () => {
    fc.assert(
      fc.property(anyWishes, anyWishes, (before, newWishes) => {
        const mergedWishes = mergeWishes(before, newWishes);
        expect(listContradictions(mergedWishes.chips)).toEqual([]);
        expect(mergedWishes.chips).toEqual(expect.arrayContaining(newWishes.chips));
        expect(new Set(mergedWishes.chips).size).toBe(mergedWishes.chips.length);
      }),
    );
  });
});

describe('build calculation', () => {
  it('prices ratings in steps, with a free base rating', () => {
    expect([BASE, 60, 80, 90, 99].map(getRatingCost)).toEqual([0, 35, 75, 105, 141]);
  });

  it('gives taller players more blocking, shorter ones more ball handling and heavier ones more strength', () => {
    const getCap = (id: Parameters<typeof getRatingCap>[0], cm: number, more = 0) =>
      getRatingCap(id, cm, getUsualWeight(cm) + more);
    expect(getCap('block', 218)).toBeGreaterThan(getCap('block', 188));
    expect(getCap('handle', 188)).toBeGreaterThan(getCap('handle', 213));
    expect(getCap('strength', 200, 30)).toBeGreaterThan(getCap('strength', 200));
    expect(getCap('speed', 200, 30)).toBeLessThan(getCap('speed', 200));
  });

  it('offers several archetypes for every position', () => {
    for (const position of POSITIONS) {
      expect(ARCHETYPE_IDS.filter((id) => getArchetype(id).positions.includes(position)).length).toBeGreaterThan(1);
    }
  });

  it('lets the weight slider reach every weight that a height allows', () => {
    const { min, max } = NUMBER_LIMITS.height_cm;
    expect([getWeightRange(min)[0], getWeightRange(max)[1]]).toEqual(Object.values(NUMBER_LIMITS.weight_lb));
  });
});
