import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SquadSearch } from './proof-search.ts';
import { Simplex } from './proof-simplex.ts';
import { listViolatedTriples } from './proof-triples.ts';

const WORK = 1e9;

/** Generates squads of up to five from few players, so most of them overlap. */
const squadsArbitrary: fc.Arbitrary<number[][]> = fc
  .record({ players: fc.integer({ min: 5, max: 18 }), seats: fc.constantFrom(2, 3, 5) })
  .chain(({ players, seats }) =>
    fc.uniqueArray(
      fc
        .uniqueArray(fc.integer({ min: 0, max: players - 1 }), { minLength: seats, maxLength: seats })
        .map((members) => members.sort((a, b) => a - b)),
      { minLength: 1, maxLength: 40, selector: (members) => members.join(' ') },
    ),
  );

/** Returns the maximum number of disjoint squads by brute force. */
function findMost(squads: readonly (readonly number[])[]): number {
  const masks = squads.map((members) => members.reduce((mask, i) => mask | (1 << i), 0));
  const findBest = (from: number, usedMask: number): number =>
    masks
      .slice(from)
      .reduce(
        (top, mask, index) =>
          (mask & usedMask) === 0 ? Math.max(top, 1 + findBest(from + index + 1, usedMask | mask)) : top,
        0,
      );
  return findBest(0, 0);
}

const createProgram = (squads: readonly (readonly number[])[], rows: number, room = rows) => {
  const program = new Simplex(squads, { rows, room, work: WORK });
  program.optimize();
  return program;
};
const getReached = (program: Simplex) => program.columns.reduce((sum, _, index) => sum + program.getShare(index), 0);

describe('the search for disjoint squads', () => {
  test('finds the maximum number and proves that there are no more', () => {
    fc.assert(
      fc.property(squadsArbitrary, (squads) => {
        const number = findMost(squads);
        const found = new SquadSearch(squads, number, WORK).run();
        expect(found).toHaveLength(number);
        const members = (found as number[]).flatMap((at) => squads[at]!);
        expect(new Set(members).size).toBe(members.length);
        expect(new SquadSearch(squads, number + 1, WORK).run()).toBe('none');
      }),
      { numRuns: 300 },
    );
  });

  test("returns 'open' when the work budget runs out", () => {
    // Any two of the seven lines of the Fano plane meet, but their shares add up to 7/3.
    const lines = [0, 1, 2, 3, 4, 5, 6].map((i) => [i, (i + 1) % 7, (i + 3) % 7]);
    expect(new SquadSearch(lines, 2, 10).run()).toBe('open');
    expect(new SquadSearch(lines, 2, WORK).run()).toBe('none');
  });
});

describe('the linear program', () => {
  test('reaches its ceiling with feasible shares', () => {
    fc.assert(
      fc.property(squadsArbitrary, (squads) => {
        expect(new Simplex(squads, { rows: 18, room: 18, work: WORK }).computeUpperBound()).toBe(squads.length);
        const program = createProgram(squads, 18);
        expect(program.isLost).toBe(false);
        expect(getReached(program)).toBeCloseTo(program.computeUpperBound(), 2);
        for (let i = 0; i < 18; i++) {
          const load = squads.reduce(
            (sum, members, index) => sum + (members.includes(i) ? program.getShare(index) : 0),
            0,
          );
          expect(load).toBeLessThan(1 + 1e-4);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('gets the same ceiling after excluding columns as from scratch', () => {
    fc.assert(
      fc.property(squadsArbitrary, fc.array(fc.nat(39), { maxLength: 20 }), (squads, removedAt) => {
        const removedSquads = new Set(removedAt.filter((at) => at < squads.length));
        const program = createProgram(squads, 18);
        const [before, state] = [program.computeUpperBound(), program.save()];
        for (const at of removedSquads) program.isExcluded[at] = 1;
        program.restoreFeasibility(0);
        const reducedProgram = createProgram(
          squads.filter((_, index) => !removedSquads.has(index)),
          18,
        );
        expect(program.computeUpperBound()).toBeCloseTo(reducedProgram.computeUpperBound(), 2);
        for (const at of removedSquads) expect(program.getShare(at)).toBeLessThan(1e-4);
        program.isExcluded.fill(0);
        program.restore(state);
        expect(program.computeUpperBound()).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  test('lowers the ceiling to the limit for whole squads when a triple is cut off', () => {
    const triangle = [
      [0, 1, 3],
      [1, 2, 4],
      [0, 2, 5],
    ];
    const program = createProgram(triangle, 6, 7);
    expect(program.computeUpperBound()).toBeCloseTo(1.5, 3);
    const shares = triangle.map((members, index) => ({ members, share: program.getShare(index) }));
    expect(listViolatedTriples(shares, 9)).toEqual([[0, 1, 2]]);
    program.addRow([0, 1, 2]);
    program.restoreFeasibility(0);
    expect(program.computeUpperBound()).toBeCloseTo(1, 3);
  });
});
