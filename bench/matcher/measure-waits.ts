import type { Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { eligiblePlayers } from '../../matcher/plan.ts';
import { buildKeys } from '../../matcher/proof-keys.ts';
import { compilePool, defaultRules, runMatcher } from '../../matcher/run.ts';
import type { Row } from './bars.ts';
import { makePool, type PoolKind } from './pools.ts';
import { findLeastWait } from './unavoidable-waits.ts';

/** A group of players to compare: its members, and the players who can share a squad with them. */
type Group = { name: string; belongs: (player: PoolPlayer) => boolean; canJoin: (player: PoolPlayer) => boolean };
/**
 * How long a player waited. `missed`: runs that left the player out although some squad was possible; `blockedRuns`:
 * runs in which no squad was possible.
 */
type PlayerHistory = { player: PoolPlayer; from: number; until: number; missed: number; blockedRuns: number };

/**
 * Measures the longest waits over `runs` runs with `arrivals` new players each, by position, region and language, next
 * to their lower bounds. Only squads are requested. Runs in which no squad was possible for a player, according to the
 * tight proof, are reported separately and don't count as waiting.
 */
export function measureWaits(runs: number, arrivals: number): Row[] {
  return (['community', 'famine'] as const).flatMap((kind) => {
    const lives = live(kind, runs, arrivals);
    return expandIpv6(lives).map((group) => rowOf(kind, group, lives, runs));
  });
}

function live(kind: PoolKind, runs: number, arrivals: number): PlayerHistory[] {
  const lives: PlayerHistory[] = [];
  let open: PlayerHistory[] = [];
  for (let run = 0; run < runs; run++) {
    for (const player of makePool(kind, arrivals, run + 1).players) {
      const id = `r${run}${player.id}`;
      const own: PoolPlayer = { ...player, id, waiting: 0, blocks: [], avoids: [], wants: ['squad'] };
      open.push({ player: own, from: run, until: runs, missed: 0, blockedRuns: 0 });
      lives.push(open.at(-1)!);
    }
    const pool: Pool = { weekOf: '2026-03-02', players: open.map(({ player }) => player), forbiddenGroups: [] };
    const { leftOver } = runMatcher(pool, defaultRules, { seed: run + 1, effort: 0.2 });
    const left = new Map(leftOver.map((one) => [one.id, one]));
    const possible = listPossible(pool);
    for (const life of open) {
      const one = left.get(life.player.id);
      if (one) life.player = { ...life.player, waiting: one.waiting };
      if (!one) life.until = run;
      else if (possible.has(life.player.id)) life.missed++;
      else life.blockedRuns++;
    }
    open = open.filter((life) => left.has(life.player.id));
  }
  return lives;
}

/**
 * Returns the players who could be in at least one squad of this pool, according to the lists of possible squad
 * members.
 */
function listPossible(pool: Pool): Set<string> {
  const compiled = compilePool(pool, defaultRules);
  const eligible = eligiblePlayers(compiled);
  const players = pool.players.map((_, i) => i).filter((i) => eligible[i] === 1);
  const { members, start, count } = buildKeys(compiled.columns, players, true);
  return new Set(Array.from(members.subarray(0, start[count]), (i) => compiled.ids[i]!));
}

function expandIpv6(lives: readonly PlayerHistory[]): Group[] {
  const values = (of: (player: PoolPlayer) => string) => [...new Set(lives.map(({ player }) => of(player)))].sort();
  const regionSets = [
    ...defaultRules.limits.regions!,
    ...defaultRules.relaxation.flatMap((step) => step.regions ?? []),
  ];
  const meet = (a: string, b: string) => a === b || regionSets.some((set) => set.includes(a) && set.includes(b));
  return [
    ...values((player) => player.positions[0]!).map(
      (position): Group => ({
        name: position,
        belongs: (player) => player.positions.length === 1 && player.positions[0] === position,
        canJoin: () => true,
      }),
    ),
    ...values((player) => player.region).map(
      (region): Group => ({
        name: region,
        belongs: (player) => player.region === region,
        canJoin: (player) => meet(region, player.region),
      }),
    ),
    ...values((player) => player.languages[0]!).map(
      (language): Group => ({
        name: language,
        belongs: (player) => player.languages.length === 1 && player.languages[0] === language,
        canJoin: (player) => player.languages.includes(language),
      }),
    ),
  ];
}

function rowOf(kind: PoolKind, group: Group, lives: readonly PlayerHistory[], runs: number): Row {
  const own = lives.filter(({ player }) => group.belongs(player));
  const missed = own.map((life) => life.missed).sort((x, y) => x - y);
  const comers = lives
    .filter(({ player }) => group.canJoin(player))
    .map(({ from, player }) => ({ from, positions: player.positions, belongs: group.belongs(player) }));
  return {
    pool: kind,
    who: group.name,
    players: own.length,
    'longest wait': Math.max(0, ...own.map(({ from, until }) => until - from)),
    'lower bound': findLeastWait(comers, defaultRules.seats, runs),
    'most runs left out of': missed.at(-1) ?? 0,
    p95: missed[Math.ceil(0.95 * missed.length) - 1] ?? 0,
    'left at the end': own.filter(({ until }) => until === runs).length,
    'longest standby': Math.max(0, ...own.map(({ blockedRuns: stood }) => stood)),
    'never possible': own.filter((life) => life.until === runs && life.missed === 0).length,
  };
}
