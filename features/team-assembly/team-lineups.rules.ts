import { rankAlternatives } from '../../matcher/alternatives.ts';
import type { MatchingRules, Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { type Explanation, explain, rescue, runMatcher, type Scored, scoreSquad } from '../../matcher/run.ts';
import { findCommonIntervals } from '../matches/match-calendar.rules.ts';
import { getPosition } from './team-assembly.rules.ts';

/** A seat of the request with its player's role. */
export type Seat = { seat: number; role: string };
/** A full lineup: which player takes which open seat, how well they fit, and why. */
export type Lineup = { taking: { seat: number; role: string; playerId: string }[]; score: number; facts: Explanation };

export type LineupRequest = {
  /** All seats of the request. */
  seats: readonly Seat[];
  /** Players who accepted or have an open invitation, by seat. */
  stayingSeats: readonly { seat: number; player: PoolPlayer }[];
  /** Players for the open seats, each with the positions they could take here. */
  candidates: readonly PoolPlayer[];
  /** The buyer's availability; empty means any time. */
  wish: Pick<PoolPlayer, 'windows' | 'timezone'>;
  weekOf: string;
  rules: MatchingRules;
  seed: number;
};

/** Maximum number of players considered per position. Those with the most shared availability come first. */
const PLAYERS_PER_POSITION = 25;
/** Number of the best candidates to try for each further seat. */
const SEARCH_BREADTH = 12;

const sumMinutes = (slots: readonly (readonly [number, number])[]) =>
  slots.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * Returns the rules for a paid team: its own seats, and a lower minimum of shared time for buyers with less
 * availability than the matcher requires.
 */
function createRules({ seats, wish, weekOf, rules }: LineupRequest, isRelaxed: boolean): MatchingRules {
  const requestedMinutes = sumMinutes(findCommonIntervals(weekOf, [wish]));
  const minScore =
    wish.windows.length > 0 ? Math.min(rules.limits.minCommonMinutes, requestedMinutes) : rules.limits.minCommonMinutes;
  return {
    ...rules,
    seats: seats.map(({ role }) => getPosition(role)),
    limits: {
      ...rules.limits,
      minCommonMinutes: isRelaxed ? Math.min(60, minScore) : minScore,
      ...(isRelaxed ? { commonMode: false, maxRatingSpread: null } : {}),
    },
  };
}

/** Limits a player's availability to the hours when the buyer is free too. */
function limitToWish(player: PoolPlayer, { wish, weekOf }: LineupRequest): PoolPlayer {
  const freePlayer = { ...player, party: null, wants: ['squad' as const] };
  if (wish.windows.length === 0) return freePlayer;
  return { ...freePlayer, windows: [], slots: findCommonIntervals(weekOf, [wish, player]) };
}

/**
 * Returns the engine's best full lineup around the players who stay, or undefined if there's none. Tries the current
 * rules first, then relaxed rules.
 */
export function findBestLineup(request: LineupRequest): Lineup | undefined {
  return (
    findLineupByRules(request, createRules(request, false)) ?? findLineupByRules(request, createRules(request, true))
  );
}

function findLineupByRules(request: LineupRequest, rules: MatchingRules): Lineup | undefined {
  const stayingPlayers = request.stayingSeats.map(({ player }) => limitToWish(player, request));
  const alternativePlayers = pickLikeliest(request, rules);
  const pool: Pool = {
    weekOf: request.weekOf,
    players: [...stayingPlayers, ...alternativePlayers],
    forbiddenGroups: [],
  };
  const ids =
    stayingPlayers.length === 0
      ? findBestOfRun(pool, rules, request.seed)
      : completeLineup(
          stayingPlayers.map(({ id }) => id),
          pool,
          rules,
          request,
        );
  if (!ids) return undefined;
  const members = ids.map((id) => pool.players.find((player) => player.id === id)!);
  const squad = scoreSquad(members, rules, request.weekOf);
  if (!squad.valid) return undefined;
  const assignments = assignSeats(request, squad);
  return (
    assignments && { taking: assignments, score: squad.score, facts: explain(squad, members, rules, request.weekOf) }
  );
}

/**
 * Returns the best players per position: those who share the most time with the buyer and everyone who stays. If no one
 * entered availability, keeps the given order. Leaves out players without a shared language, so they don't displace
 * players who fit.
 */
function pickLikeliest(request: LineupRequest, { limits }: MatchingRules): PoolPlayer[] {
  const stayingPlayers = request.stayingSeats.map(({ player }) => player);
  const playersWithHours = [request.wish, ...stayingPlayers].filter(({ windows }) => windows.length > 0);
  const isSpeakingSharedLanguage = (player: PoolPlayer) =>
    !limits.commonLanguage ||
    stayingPlayers.length === 0 ||
    player.languages.some((language) => stayingPlayers.every(({ languages }) => languages.includes(language)));
  const playersWithMinutes = request.candidates
    .filter(isSpeakingSharedLanguage)
    .map((player) => ({
      player: limitToWish(player, request),
      minutes:
        playersWithHours.length > 0
          ? sumMinutes(findCommonIntervals(request.weekOf, [...playersWithHours, player]))
          : 0,
    }))
    .filter(({ minutes }) => playersWithHours.length === 0 || minutes >= limits.minCommonMinutes)
    .sort((a, b) => b.minutes - a.minutes);
  const candidates = new Set<PoolPlayer>();
  for (const position of new Set(request.seats.map(({ role }) => getPosition(role)))) {
    const matching = playersWithMinutes.filter(({ player }) => player.positions.includes(position));
    for (const { player } of matching.slice(0, PLAYERS_PER_POSITION)) candidates.add(player);
  }
  return [...candidates];
}

function findBestOfRun(pool: Pool, rules: MatchingRules, seed: number): string[] | undefined {
  const { squads } = runMatcher(pool, rules, { seed, effort: 'quick' });
  return squads.sort((a, b) => b.score - a.score)[0]?.members;
}

/** Adds players one by one, best first, and backtracks when the last seat can't be filled. */
function completeLineup(
  members: string[],
  pool: Pool,
  rules: MatchingRules,
  request: LineupRequest,
): string[] | undefined {
  const missingCount = rules.seats.length - members.length;
  if (missingCount === 0) return members;
  if (missingCount === 1) {
    const openSeats = request.seats.filter(({ seat }) => !request.stayingSeats.some((one) => one.seat === seat));
    const names = openSeats.length === 1 ? [getPosition(openSeats[0]!.role)] : rules.seats;
    const alternatives = names.flatMap((seat) => rescue({ remaining: members, seat }, pool, rules, { limit: 1 }));
    const best = alternatives.sort((a, b) => b.value - a.value)[0];
    return best && [...members, best.id];
  }
  for (const { id } of rankAlternatives(members, pool, rules, { limit: SEARCH_BREADTH })) {
    const lineup = completeLineup([...members, id], pool, rules, request);
    if (lineup) return lineup;
  }
  return undefined;
}

/**
 * Assigns the open seats of a lineup. Each player gets the seat of their position, and the remaining players get
 * another seat they could play.
 */
function assignSeats(
  { seats, stayingSeats, candidates }: LineupRequest,
  squad: Scored<{ members: string[]; positions: Record<string, string> }>,
): Lineup['taking'] | undefined {
  const openSeats = seats.filter(({ seat }) => !stayingSeats.some((one) => one.seat === seat));
  const newIds = squad.members.filter((id) => !stayingSeats.some(({ player }) => player.id === id));
  if (newIds.length !== openSeats.length) return undefined;
  const getPositions = (id: string) => candidates.find((one) => one.id === id)!.positions;
  const rankSeat = (id: string, { role }: Seat) => (squad.positions[id] === getPosition(role) ? 0 : 1);
  const assignRoles = (openRoles: string[], freeSeats: Seat[]): Lineup['taking'] | undefined => {
    const [id, ...openRole] = openRoles;
    if (!id) return [];
    const playableSeats = freeSeats
      .filter(({ role }) => getPositions(id).includes(getPosition(role)))
      .sort((a, b) => rankSeat(id, a) - rankSeat(id, b));
    for (const seat of playableSeats) {
      const others = assignRoles(
        openRole,
        freeSeats.filter((one) => one !== seat),
      );
      if (others) return [{ ...seat, playerId: id }, ...others];
    }
    return undefined;
  };
  return assignRoles(newIds, openSeats);
}
