import { layOutBoard } from './board.ts';
import type { Columns } from './columns.ts';
import type { CompiledPool } from './compile.ts';
import type { Result } from './matcher-schema.ts';
import { computePairValue } from './pairing.ts';
import { canBeInPair } from './plan.ts';
import { canPlayTogether } from './player-compatibility.ts';
import { computeSeatPrices } from './seat-prices.ts';
import { createWorkspace } from './task.ts';

const FREE_ROOM = 200;
const SQUAD_ROOM = 60;

/** Tries to add one changed row to the result; returns null if that fails. */
export type WhyNotTrial = (variant: number) => { placed: 'squad' | 'pair'; score: number } | null;

/** Where a result places each player, by pool index. */
export type Placement = { squads: Int32Array[]; squadOf: Int32Array; paired: Uint8Array; eligible: Uint8Array };

export function findPlacement(
  compiledPool: CompiledPool,
  eligible: Uint8Array,
  result: Pick<Result, 'squads' | 'pairs'>,
): Placement {
  const squadOf = new Int32Array(compiledPool.columns.size).fill(-1);
  // Ignore matches with someone who isn't in this pool.
  const listKnown = (proposals: readonly { members: string[] }[]) =>
    proposals
      .map(({ members }) => Int32Array.from(members, (id) => compiledPool.indexOf(id) ?? -1))
      .filter((players) => !players.includes(-1));
  const squads = listKnown(result.squads);
  squads.forEach((players, number) => {
    for (const player of players) squadOf[player] = number;
  });
  const isPaired = new Uint8Array(compiledPool.columns.size);
  for (const players of listKnown(result.pairs)) for (const player of players) isPaired[player] = 1;
  return { squads, squadOf, paired: isPaired, eligible };
}

/**
 * Creates a function that puts a changed version of player `original` (a row of `c` after the pool's own) on a board
 * with the leftover players and the squads around them. It looks for a squad in the same steps as a run: from the
 * leftover players, or by chains through squads, without losing any squad. `forbiddenGroups` are groups that may not be
 * proposed. Groups with the player must refer to the rows of the versions (see `copyForbiddenGroups`).
 */
export function createTrial(
  placement: Placement,
  c: Columns,
  original: number,
  forbiddenGroups: readonly number[][],
): WhyNotTrial {
  const seats = c.terms.seats;
  const { squads: placedSquads, squadOf, paired, eligible } = placement;
  const firstVariant = squadOf.length;
  const bench = createWorkspace(c, forbiddenGroups, 1 + FREE_ROOM + SQUAD_ROOM * seats);
  const { board, augmenter } = bench;

  return (variant) => {
    const company: number[] = [variant];
    const squads = new Set<number>();
    const partners: number[] = [];
    for (let i = 0; i < firstVariant; i++) {
      if (company.length > FREE_ROOM && squads.size >= SQUAD_ROOM && partners.length >= FREE_ROOM) break;
      if (i === original || !canPlayTogether(c, variant, i)) continue;
      const squad = squadOf[i]!;
      if (squad < 0 && !paired[i] && isPartner(c, i)) partners.push(i);
      if (!eligible[i]) continue;
      if (squad >= 0 && squads.size < SQUAD_ROOM) squads.add(squad);
      if (squad < 0 && c.party[i]! < 0 && company.length <= FREE_ROOM) company.push(i);
    }
    if (isReady(c, variant)) {
      const squadMembers = [...squads].flatMap((squad) => [...placedSquads[squad]!]);
      layOutBoard(
        board,
        [...company, ...squadMembers],
        squadMembers,
        computeSeatPrices(c, [...company, ...squadMembers]),
      );
      const before = board.squadCount;
      augmenter.runFor(0, 3, { scan: 64, beam: 4, tries: 40 });
      const squad = board.squadOf[0]!;
      if (squad >= 0 && board.squadCount > before) {
        let bonus = 0;
        for (let k = 0; k < seats; k++) bonus += board.c.bonus[board.squads[squad * seats + k]!]!;
        return { placed: 'squad', score: c.terms.count ? 0 : board.value[squad]! - bonus };
      }
    }
    return findBestPair(variant, partners);
  };

  function findBestPair(variant: number, partners: number[]): ReturnType<WhyNotTrial> {
    if (!isPartner(c, variant) || partners.length === 0) return null;
    layOutBoard(board, [variant, ...partners.slice(0, FREE_ROOM)], [], { prices: new Float64Array(5) });
    let best = -1;
    for (let b = 1; b < board.c.size; b++) {
      const value = computePairValue(board, 0, b);
      if (value >= 0) best = Math.max(best, c.terms.count ? 0 : value - board.c.bonus[0]! - board.c.bonus[b]!);
    }
    return best < 0 ? null : { placed: 'pair', score: best };
  }
}

/** Returns the forbidden groups, and copies of those with `original` for each changed version's row. */
export function copyForbiddenGroups(
  forbiddenGroups: readonly number[][],
  original: number,
  rows: readonly number[],
): readonly number[][] {
  const ownGroups = forbiddenGroups.filter((group) => group.includes(original));
  if (ownGroups.length === 0) return forbiddenGroups;
  // A version's row comes after all others, so the group's order stays ascending.
  const replaceOriginal = (group: number[], row: number) => [...group.filter((one) => one !== original), row];
  return [...forbiddenGroups, ...rows.flatMap((row) => ownGroups.map((group) => replaceOriginal(group, row)))];
}

/** Returns whether a row can be in a pair with someone outside its party. */
const isPartner = (c: Columns, row: number): boolean => canBeInPair(c, row) && c.party[row]! < 0;

/** Returns whether a row can be in a squad on its own; a row in a party can't. */
function isReady(c: Columns, row: number): boolean {
  return (c.wants[row]! & 1) !== 0 && c.seatMask[row] !== 0 && c.bins[row]! >= c.minBins[row]! && c.party[row]! < 0;
}
