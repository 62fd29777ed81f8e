import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adviseBuild, heightIn, readDescription } from './advice.rules.ts';
import { Advice } from './advice.schema.ts';
import { ARCHETYPES, POSITIONS } from './advice-archetypes.rules.ts';

describe('the build assistant', () => {
  test('reads position, height, way of playing and what the squad lacks', () => {
    const read = readDescription('6 ft 4 point guard, slasher, our squad has no shooting.');
    expect(read.position?.id).toBe('PG');
    expect(read.archetype?.name).toBe('Slashing Playmaker');
    expect(read.height).toBe(76);
    expect(read.gaps.map(({ name }) => name)).toEqual(['shooting']);
  });

  test('answers with a build whose reasons name what was said', () => {
    const advice = adviseBuild('6 ft 4 point guard, slasher, our squad has no shooting.');
    expect(advice.title).toBe('Slashing Playmaker Point Guard');
    expect(advice.size).toBe(`6'4" fits: the usual range is 6'0" to 6'5".`);
    const shot = advice.attributes.find(({ name }) => name === 'Three-point shot');
    expect(shot).toEqual({ name: 'Three-point shot', target: 80, why: 'Your squad lacks shooting.' });
    expect(advice.reasons.join(' ')).toContain('Your squad lacks shooting');
    expect(advice.missing).toEqual([]);
  });

  test('takes what a squad lacks for a gap and not for the way somebody plays', () => {
    const advice = adviseBuild('Center. We need a shooter and we lack rebounding.');
    expect(advice.position).toBe('C');
    expect(advice.archetype).not.toBe('Sharpshooter');
    expect(advice.reasons.some((reason) => reason.includes('lacks shooting'))).toBe(true);
    expect(advice.reasons.some((reason) => reason.includes('lacks rebounding'))).toBe(true);
  });

  test('asks for what it was not told', () => {
    expect(adviseBuild('help me please').missing).toEqual([
      'Which position you want to play.',
      'How tall the build should be.',
      'What your squad lacks, for example shooting or rim protection.',
    ]);
  });

  test.each([
    ["6'4", 76],
    ['6 ft 4', 76],
    ['6-11', 83],
    ['7 feet', 84],
    ['193 cm', 76],
    ['no height here 42', undefined],
  ])('reads the height in "%s"', (text, inches) => {
    expect(heightIn(text)).toBe(inches);
  });

  test('says so when a height does not fit the position', () => {
    expect(adviseBuild('5 ft 9 center').size).toContain('is short for this');
    expect(adviseBuild('7 ft 1 point guard').size).toContain('is tall for this');
  });

  test('answers anything, always the same way, within the ratings there are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const advice = adviseBuild(text);
        expect(Advice.safeParse(advice).success).toBe(true);
        expect(advice).toEqual(adviseBuild(text));
        for (const { target } of advice.attributes) expect(target >= 25 && target <= 99).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('has a build for every position', () => {
    for (const { id } of POSITIONS) expect(ARCHETYPES.some(({ positions }) => positions.includes(id))).toBe(true);
  });
});
