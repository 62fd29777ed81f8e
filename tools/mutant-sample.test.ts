import { describe, expect, it } from 'vitest';
import { computeMinNoticed, formatVerdict, listAllFeatures, listDueFeatures } from './mutant-sample.ts';

const createMutants = (kind: 'rules' | 'commands', noticedCount: number, missedCount: number) =>
  Array.from({ length: noticedCount + missedCount }, (_, index) => ({
    kind,
    place: `features/x/${kind}.ts:${index}`,
    change: 'a → b',
    noticed: index < noticedCount,
  }));

describe('the mutant sample', () => {
  it('passes when both kinds reach their targets across all features', () => {
    expect(formatVerdict([...createMutants('rules', 17, 3), ...createMutants('commands', 15, 5)])).toEqual({
      passed: 32,
      failed: 0,
      skipped: 0,
      broken: [],
    });
  });

  it.each([
    ['rules', 16, 15],
    ['commands', 17, 14],
  ])('fails once for %s below their target and lists the missed mutants', (low, rules, commands) => {
    const counts = formatVerdict([
      ...createMutants('rules', rules, 20 - rules),
      ...createMutants('commands', commands, 20 - commands),
    ]);
    expect(counts).toMatchObject({ passed: rules + commands, failed: 1 });
    expect(counts.broken![0]).toContain(`${low}: `);
    expect(counts.broken![0]).toContain(`features/x/${low}.ts:19 a → b`);
  });

  it.each([
    ['passes a result slightly below it', 11, 9, 0],
    ['fails a result far below it', 10, 8, 2],
  ])('applies a lenient target to a sample of features: %s', (_what, rules, commands, expectedFailures) => {
    const judgedMutants = [
      ...createMutants('rules', rules, 20 - rules),
      ...createMutants('commands', commands, 20 - commands),
    ];
    expect(formatVerdict(judgedMutants, [], computeMinNoticed)).toMatchObject({
      passed: rules + commands,
      failed: expectedFailures,
    });
  });

  it.each([
    [100, 85, 73],
    [100, 75, 61],
    [16, 85, 8],
    [16, 75, 6],
    [1, 75, 0],
  ])('requires for %i mutants and a target of %i %% that at least %i are detected', (all, bar, least) => {
    expect(computeMinNoticed(all, bar)).toBe(least);
  });

  it('covers two features at a time and all eight in a rotation', () => {
    expect(listAllFeatures()).toHaveLength(8);
    expect(listDueFeatures()).toHaveLength(2);
    expect(listAllFeatures()).toEqual(expect.arrayContaining(listDueFeatures()));
  });

  it("fails when a feature can't be judged", () => {
    const judgedMutants = [...createMutants('rules', 1, 0), ...createMutants('commands', 1, 0)];
    expect(formatVerdict(judgedMutants, ['lfg: its mutants could not be tested'])).toMatchObject({
      passed: 2,
      failed: 1,
    });
  });

  it('fails when nothing was judged', () => {
    expect(formatVerdict([]).failed).toBe(2);
  });
});
