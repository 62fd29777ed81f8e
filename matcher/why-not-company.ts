import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { canBeInPair } from './plan.ts';
import { hasEnoughSharedTime } from './player-compatibility.ts';
import { PAIRWISE, type PairwiseConstraint } from './why-not-facts.ts';
import type { Placement } from './why-not-trial.ts';
import { areCompatible } from './wishes.ts';

/** The players whom a player could have been matched with, and the constraints that rule out everyone else. */
export type CompatiblePlayers = {
  others: number;
  /** Pool indexes of the players who are compatible with the player. */
  fits: number[];
  /** Number of others who fail only this test. */
  onlyCounts: Record<PairwiseConstraint, number>;
  /** Number of others who pass this test. */
  passing: Record<PairwiseConstraint, number>;
};

/** Finds players in the whole pool who want the same kind of group and can be placed. */
export const findCompany = (c: Columns, { eligible }: Placement, index: number): CompatiblePlayers =>
  findCompanyAmong(c, index, (i) => isLookingForSame(c, eligible, index, i));

/**
 * Returns which candidates are pairwise compatible with a player, and the tests that rule out the others. Candidates
 * are the players that `isCandidate` accepts.
 */
export function findCompanyAmong(c: Columns, index: number, isCandidate: (i: number) => boolean): CompatiblePlayers {
  const onlyCounts = createZeros();
  const passingCounts = createZeros();
  const fittingPlayers: number[] = [];
  const blockedPlayers = listBlocked(c, index);
  let otherCount = 0;
  for (let i = 0; i < c.size; i++) {
    if (i === index || !isCandidate(i)) continue;
    otherCount++;
    let failedTest: PairwiseConstraint | null = null;
    let failedTests = 0;
    for (const test of PAIRWISE) {
      if (test === 'block' ? !blockedPlayers.has(i) : PASSES[test](c, index, i)) {
        passingCounts[test]++;
        continue;
      }
      failedTests++;
      failedTest = test;
    }
    if (failedTests === 0) fittingPlayers.push(i);
    if (failedTests === 1) onlyCounts[failedTest!]++;
  }
  return { others: otherCount, fits: fittingPlayers, onlyCounts, passing: passingCounts };
}

/** Returns the test that the fewest players pass. */
export function findStrictestTest({ passing }: CompatiblePlayers): PairwiseConstraint {
  return PAIRWISE.reduce((least, test) => (passing[test] < passing[least] ? test : least));
}

/**
 * Returns whether two players want the same kind of group: a squad if both can be in one, or a pair if neither has a
 * party.
 */
function isLookingForSame(c: Columns, eligible: Uint8Array, a: number, b: number): boolean {
  const sharedWants = c.wants[a]! & c.wants[b]!;
  if ((sharedWants & 1) !== 0 && eligible[b]) return true;
  return (sharedWants & 2) !== 0 && c.party[b]! < 0 && canBeInPair(c, b);
}

function listBlocked(c: Columns, index: number): Set<number> {
  const blockedPlayers = new Set<number>();
  for (let r = c.relationStart[index]!; r < c.relationStart[index + 1]!; r++) {
    if (c.relationKind[r] === 1) blockedPlayers.add(c.relationOther[r]!);
  }
  return blockedPlayers;
}

type Test = (c: Columns, a: number, b: number) => boolean;

const PASSES: Record<Exclude<PairwiseConstraint, 'block'>, Test> = {
  spread: (c, a, b) => {
    const difference = Math.abs(c.rating[a]! - c.rating[b]!);
    return !(difference > c.maxSpread[a]! || difference > c.maxSpread[b]!);
  },
  wish: (c, a, b) => areCompatible(c.wishes[a]! & c.wishes[b]!, c.terms.wishes),
  language: (c, a, b) =>
    !c.terms.needLanguage ||
    ((c.languages[2 * a]! & c.languages[2 * b]!) | (c.languages[2 * a + 1]! & c.languages[2 * b + 1]!)) !== 0,
  mode: (c, a, b) => !c.terms.needMode || (c.modes[a]! & c.modes[b]!) !== 0,
  platform: (c, a, b) => (c.gate[a]! & c.gate[b]! & PLATFORM_BITS) !== 0,
  region: (c, a, b) => (c.gate[a]! & c.gate[b]! & REGION_BITS) !== 0,
  time: hasEnoughSharedTime,
};

function createZeros(): Record<PairwiseConstraint, number> {
  return { block: 0, spread: 0, wish: 0, language: 0, mode: 0, platform: 0, region: 0, time: 0 };
}
