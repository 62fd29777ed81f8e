import type { CompiledPool } from '../../matcher/compile.ts';
import { computeGroupValue } from '../../matcher/group-score.ts';
import { findEligiblePlayers } from '../../matcher/plan.ts';
import { canPlayTogether } from '../../matcher/player-compatibility.ts';
import { WEEK_WORDS } from '../../matcher/week.ts';

/** Returns every valid squad of a small pool with its value, or null if there are more than `limit`. */
export function enumerateSquads(
  compiledPool: CompiledPool,
  limit: number,
): { members: number[]; value: number }[] | null {
  const { columns: c } = compiledPool;
  const seats = c.terms.seats;
  const eligibleFlags = findEligiblePlayers(compiledPool);
  const laterPlayers: number[][] = Array.from({ length: c.size }, (_, i) => {
    const list: number[] = [];
    for (let j = i + 1; j < c.size; j++)
      if (eligibleFlags[i] && eligibleFlags[j] && canPlayTogether(c, i, j)) list.push(j);
    return list;
  });
  const laterNeighbors = laterPlayers.map((list) => new Set(list));
  const squads: { members: number[]; value: number }[] = [];
  const group = new Int32Array(5);
  const requiredBins = Math.min(...c.minBins);
  let isFull = false;

  const grow = (depth: number, candidates: number[], commonBits: Int32Array): void => {
    if (isFull) return;
    if (depth === seats) {
      const value = computeGroupValue(c, group, seats, false);
      if (value >= 0) squads.push({ members: Array.from(group.subarray(0, seats)), value });
      isFull = squads.length > limit;
      return;
    }
    for (const player of candidates) {
      const weekBits = new Int32Array(WEEK_WORDS);
      let bins = 0;
      for (let w = 0; w < WEEK_WORDS; w++) {
        const word = commonBits[w]! & c.schedule[player * WEEK_WORDS + w]!;
        weekBits[w] = word;
        for (let bits = word; bits !== 0; bits &= bits - 1) bins++;
      }
      if (bins < requiredBins) continue;
      group[depth] = player;
      grow(
        depth + 1,
        candidates.filter((other) => laterNeighbors[player]!.has(other)),
        weekBits,
      );
    }
  };
  const eligiblePlayers = Array.from({ length: c.size }, (_, i) => i).filter((i) => eligibleFlags[i]);
  grow(0, eligiblePlayers, new Int32Array(WEEK_WORDS).fill(-1));
  return isFull ? null : squads.filter(({ members }) => keepsParties(compiledPool, members));
}

function keepsParties(compiledPool: CompiledPool, members: number[]): boolean {
  const { party } = compiledPool.columns;
  return members.every(
    (player) => party[player]! < 0 || compiledPool.parties[party[player]!]!.every((mate) => members.includes(mate)),
  );
}
