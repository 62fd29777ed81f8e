import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import { assignSeats } from './assign.ts';
import { type AuctionOffers, assignByAuction } from './auction.ts';
import type { Board } from './board.ts';
import { layOutBoard } from './board.ts';
import { compilePool } from './compile.ts';
import { constructSquads } from './construct.ts';
import { defaultRules } from './default-rules.ts';
import { computeGroupValue } from './group-score.ts';
import { computeSeatPrices } from './seat-prices.ts';
import { createWorkspace } from './task.ts';

/** Generates what six shared items are worth to each bidder, and one more item that no one else wants. */
const offersArbitrary = fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 7, maxLength: 7 }), {
  minLength: 1,
  maxLength: 6,
});

function createOffers(rows: number[][]): { offers: AuctionOffers; items: number } {
  const from = [0];
  const item: number[] = [];
  const worth: number[] = [];
  rows.forEach((row, bidder) => {
    row.forEach((value, index) => {
      // Skip a fifth of the offers. The last offer is for the bidder's own item.
      if (index < 6 && value < 20) return;
      item.push(index < 6 ? index : 6 + bidder);
      worth.push(value);
    });
    from.push(item.length);
  });
  const offers = { from: Int32Array.from(from), item: Int32Array.from(item), worth: Float64Array.from(worth) };
  return { offers, items: 6 + rows.length };
}

/** Returns the optimal sum by brute force. */
function findBest({ from, item, worth }: AuctionOffers, bidder = 0, takenItems = new Set<number>()): number {
  if (bidder === from.length - 1) return 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let entry = from[bidder]!; entry < from[bidder + 1]!; entry++) {
    if (takenItems.has(item[entry]!)) continue;
    most = Math.max(
      most,
      worth[entry]! + findBest({ from, item, worth }, bidder + 1, new Set([...takenItems, item[entry]!])),
    );
  }
  return most;
}

describe('the auction', () => {
  test('assigns distinct items with a sum within epsilon per bidder of the optimum', () => {
    fc.assert(
      fc.property(offersArbitrary, fc.constantFrom(0.05, 0.5, 3), (rows, epsilon) => {
        const { offers, items } = createOffers(rows);
        const assignment = assignByAuction(offers, items, epsilon);
        // With small steps the auction may exceed its bid limit, and then it returns null.
        if (assignment === null) return epsilon < 3;
        const entries = [...assignment];
        expect(new Set(entries.map((entry) => offers.item[entry])).size).toBe(rows.length);
        entries.forEach((entry, bidder) => {
          expect(entry).toBeGreaterThanOrEqual(offers.from[bidder]!);
          expect(entry).toBeLessThan(offers.from[bidder + 1]!);
        });
        const sum = entries.reduce((total, entry) => total + offers.worth[entry]!, 0);
        expect(sum).toBeGreaterThanOrEqual(findBest(offers) - epsilon * rows.length - 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  test('assigns nothing to bidders without offers', () => {
    const offers = { from: Int32Array.of(0, 0, 1), item: Int32Array.of(0), worth: Float64Array.of(5) };
    expect(assignByAuction(offers, 1, 0.1)).toEqual(Int32Array.of(-1, 0));
  });
});

/** Returns a board with only the squads found by construction. */
function createConstructed(size: number, seed: number) {
  const { columns, forbidden } = compilePool(makePool('community', size, seed), defaultRules);
  const players = Array.from({ length: size }, (_, i) => i);
  const bench = createWorkspace(columns, forbidden, size);
  layOutBoard(bench.board, players, [], computeSeatPrices(columns, players));
  constructSquads(bench.board, bench.grower, { scan: 64, beam: 2, tries: 6 });
  return bench;
}

function listSquads({ squads, squadCount, c }: Board): Int32Array[] {
  return Array.from({ length: squadCount }, (_, squad) =>
    squads.slice(squad * c.terms.seats, (squad + 1) * c.terms.seats),
  );
}

const sumValues = ({ value, squadCount }: Board) => value.subarray(0, squadCount).reduce((sum, one) => sum + one, 0);

describe('seat reassignment on a board', () => {
  test('raises the total value, keeps every squad and never seats a player twice', () => {
    for (const seed of [1, 2, 3]) {
      const { board, openings } = createConstructed(600, seed);
      const [before, squads] = [sumValues(board), board.squadCount];
      assignSeats(board, openings, 32);
      expect(board.squadCount).toBe(squads);
      expect(sumValues(board)).toBeGreaterThan(before * 1.01);
      const groups = listSquads(board);
      const seatedPlayers = groups.flatMap((group) => [...group]);
      expect(new Set(seatedPlayers).size).toBe(seatedPlayers.length);
      groups.forEach((group, squad) => {
        expect(computeGroupValue(board.c, group, 5, false)).toBeCloseTo(board.value[squad]!, 9);
        for (const player of group) expect(board.squadOf[player]).toBe(squad);
      });
      for (let i = 0; i < board.c.size; i++) expect(board.squadOf[i]! >= 0).toBe(seatedPlayers.includes(i));
    }
  });
});
