import { describe, expect, it } from 'vitest';
import { computeMinNoticed, formatVerdict, listAllFeatures, listDueFeatures } from './mutant-sample.ts';

const mutants = (kind: 'rules' | 'commands', noticed: number, missed: number) =>
  Array.from({ length: noticed + missed }, (_, at) => ({
    kind,
    place: `features/x/${kind}.ts:${at}`,
    change: 'a → b',
    noticed: at < noticed,
  }));

describe('the mutant sample', () => {
  it('passes when both kinds reach their targets across all features', () => {
    expect(formatVerdict([...mutants('rules', 17, 3), ...mutants('commands', 15, 5)])).toEqual({
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
      ...mutants('rules', rules, 20 - rules),
      ...mutants('commands', commands, 20 - commands),
    ]);
    expect(counts).toMatchObject({ passed: rules + commands, failed: 1 });
    expect(counts.broken![0]).toContain(`${low}: `);
    expect(counts.broken![0]).toContain(`features/x/${low}.ts:19 a → b`);
  });

  it.each([
    ['passes within the bad luck a suite at its bar may have', 11, 9, 0],
    ['fails below that', 10, 8, 2],
  ])('applies a lenient target to a sample of features: %s', (_what, rules, commands, failed) => {
    const judged = [...mutants('rules', rules, 20 - rules), ...mutants('commands', commands, 20 - commands)];
    expect(formatVerdict(judged, [], computeMinNoticed)).toMatchObject({ passed: rules + commands, failed });
  });

  it.each([
    [100, 85, 73],
    [100, 75, 61],
    [16, 85, 8],
    [16, 75, 6],
    [1, 75, 0],
  ])('requires for %i mutants and a target of %i %% that at least %i are noticed', (all, bar, least) => {
    expect(computeMinNoticed(all, bar)).toBe(least);
  });

  it('covers two features at a time and all eight in a rotation', () => {
    expect(listAllFeatures()).toHaveLength(8);
    expect(listDueFeatures()).toHaveLength(2);
    expect(listAllFeatures()).toEqual(expect.arrayContaining(listDueFeatures()));
  });

  it("fails when a feature can't be judged", () => {
    const judged = [...mutants('rules', 1, 0), ...mutants('commands', 1, 0)];
    expect(formatVerdict(judged, ['lfg: its mutants could not be tested'])).toMatchObject({ passed: 2, failed: 1 });
  });

  it('fails when nothing was judged', () => {
    expect(formatVerdict([]).failed).toBe(2);
  });
});
