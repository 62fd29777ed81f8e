import type { Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { findEligiblePlayers } from '../../matcher/plan.ts';
import { buildKeys } from '../../matcher/proof-keys.ts';
import { compilePool, defaultRules, runMatcher } from '../../matcher/run.ts';
import type { ResultRow } from './bars.ts';
import { makePool, type PoolKind } from './pools.ts';
import { findLeastWait } from './unavoidable-waits.ts';

/** A group of players to compare: its members, and the players who can share a squad with them. */
type Group = { name: string; belongs: (player: PoolPlayer) => boolean; canJoin: (player: PoolPlayer) => boolean };
/**
 * How long a player waited, from run `from` to run `until`. `missed` counts runs that left the player out although some
 * squad was possible for them. `blockedRuns` counts runs in which none was.
 */
type PlayerHistory = { player: PoolPlayer; from: number; until: number; missed: number; blockedRuns: number };

/**
 * Measures the longest waits over `runs` runs with `arrivals` new players each, next to their lower bounds. Groups
 * players by position, region and language. Players ask for squads only. Runs in which no squad was possible for a
 * player, according to the tight proof, are reported separately and don't count as waiting.
 */
export function measureWaits(runs: number, arrivals: number): ResultRow[] {
  return (['community', 'famine'] as const).flatMap((kind) => {
    const histories = simulateRuns(kind, runs, arrivals);
    return listGroups(histories).map((group) => toRow(kind, group, histories, runs));
  });
}

function simulateRuns(kind: PoolKind, runs: number, arrivals: number): PlayerHistory[] {
  const histories: PlayerHistory[] = [];
  let waitingPlayers: PlayerHistory[] = [];
  for (let run = 0; run < runs; run++) {
    for (const player of makePool(kind, arrivals, run + 1).players) {
      const id = `r${run}${player.id}`;
      const newPlayer: PoolPlayer = { ...player, id, waiting: 0, blocks: [], avoids: [], wants: ['squad'] };
      waitingPlayers.push({ player: newPlayer, from: run, until: runs, missed: 0, blockedRuns: 0 });
      histories.push(waitingPlayers.at(-1)!);
    }
    const pool: Pool = {
      weekOf: '2026-03-02',
      players: waitingPlayers.map(({ player }) => player),
      forbiddenGroups: [],
    };
    const { leftOver } = runMatcher(pool, defaultRules, { seed: run + 1, effort: 0.2 });
    const leftOverById = new Map(leftOver.map((one) => [one.id, one]));
    const matchableIds = listPossible(pool);
    for (const history of waitingPlayers) {
      const leftOver = leftOverById.get(history.player.id);
      if (leftOver) history.player = { ...history.player, waiting: leftOver.waiting };
      if (!leftOver) history.until = run;
      else if (matchableIds.has(history.player.id)) history.missed++;
      else history.blockedRuns++;
    }
    waitingPlayers = waitingPlayers.filter((history) => leftOverById.has(history.player.id));
  }
  return histories;
}

/**
 * Returns the players who could be in at least one squad of this pool, according to the lists of possible squad
 * members.
 */
function listPossible(pool: Pool): Set<string> {
  const compiledPool = compilePool(pool, defaultRules);
  const eligiblePlayers = findEligiblePlayers(compiledPool);
  const players = pool.players.map((_, i) => i).filter((i) => eligiblePlayers[i] === 1);
  const { members, start, count } = buildKeys(compiledPool.columns, players, true);
  return new Set(Array.from(members.subarray(0, start[count]), (i) => compiledPool.ids[i]!));
}

function listGroups(histories: readonly PlayerHistory[]): Group[] {
  const listValues = (getValue: (player: PoolPlayer) => string) =>
    [...new Set(histories.map(({ player }) => getValue(player)))].sort();
  const regionSets = [
    ...defaultRules.limits.regions!,
    ...defaultRules.relaxation.flatMap((step) => step.regions ?? []),
  ];
  const canMeet = (a: string, b: string) => a === b || regionSets.some((set) => set.includes(a) && set.includes(b));
  return [
    ...listValues((player) => player.positions[0]!).map(
      (position): Group => ({
        name: position,
        belongs: (player) => player.positions.length === 1 && player.positions[0] === position,
        canJoin: () => true,
      }),
    ),
    ...listValues((player) => player.region).map(
      (region): Group => ({
        name: region,
        belongs: (player) => player.region === region,
        canJoin: (player) => canMeet(region, player.region),
      }),
    ),
    ...listValues((player) => player.languages[0]!).map(
      (language): Group => ({
        name: language,
        belongs: (player) => player.languages.length === 1 && player.languages[0] === language,
        canJoin: (player) => player.languages.includes(language),
      }),
    ),
  ];
}

function toRow(kind: PoolKind, group: Group, histories: readonly PlayerHistory[], runs: number): ResultRow {
  const groupHistories = histories.filter(({ player }) => group.belongs(player));
  const missedCounts = groupHistories.map((history) => history.missed).sort((x, y) => x - y);
  const arrivals = histories
    .filter(({ player }) => group.canJoin(player))
    .map(({ from, player }) => ({ from, positions: player.positions, belongs: group.belongs(player) }));
  return {
    pool: kind,
    who: group.name,
    players: groupHistories.length,
    'longest wait': Math.max(0, ...groupHistories.map(({ from, until }) => until - from)),
    'lower bound': findLeastWait(arrivals, defaultRules.seats, runs),
    'most runs left out of': missedCounts.at(-1) ?? 0,
    p95: missedCounts[Math.ceil(0.95 * missedCounts.length) - 1] ?? 0,
    'left at the end': groupHistories.filter(({ until }) => until === runs).length,
    'longest standby': Math.max(0, ...groupHistories.map(({ blockedRuns }) => blockedRuns)),
    'never possible': groupHistories.filter((history) => history.until === runs && history.missed === 0).length,
  };
}
