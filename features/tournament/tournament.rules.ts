import { ordinal, type Rating, rate, rating } from 'openskill';
import { tiers } from '../../content/tournament/tiers.ts';
import { warriors } from '../../content/tournament/warriors.ts';
import { toUtcDay } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { SETTLED_VOTERS } from './ranking-threshold.rules.ts';
import type { Duel, Standing } from './tournament.schema.ts';

/** Vote limits per person: enough for an evening of debate, too low for an organized campaign. */
export const VOTE_LIMITS = { perHour: 60, perDay: 200 } as const;

const byId = new Map(warriors.map((warrior) => [warrior.id, warrior]));
const SEPARATOR = '-vs-';

export const isWarrior = (id: string) => byId.has(id);
export const findWarrior = (id: string) => byId.get(id);

/** Returns the UTC date a vote is counted on, e.g. `2025-10-11`. */
export const getVoteDay = (now: Date) => toUtcDay(now);

/** Sorts two ids into the order a pair is stored in. */
const sortPair = (one: string, other: string): [first: string, second: string] =>
  one < other ? [one, other] : [other, one];

export function toDuel(one: string, other: string): Duel {
  const [first, second] = sortPair(one, other);
  return { pair: `${first}${SEPARATOR}${second}`, first, second };
}

/** @returns the pair named in a URL; undefined if it isn't two different warriors in id order */
export function parsePair(pair: string): Duel | undefined {
  const [first = '', second = '', ...rest] = pair.split(SEPARATOR);
  if (rest.length > 0 || !isWarrior(first) || !isWarrior(second) || first >= second) return undefined;
  return { pair, first, second };
}

export type RatingEstimate = { mu: number; sigma: number };

/** Returns the prior for a warrior that hasn't been compared yet. */
export const getStartingStrength = (): RatingEstimate => rating();

/** Uncertainty added back with every vote, so an old ranking can still change. */
const TAU = 25 / 300;

/**
 * Returns the strengths of winner and loser after one comparison (Plackett-Luce, openskill's default model).
 * @param before how often the same person recently voted on either warrior. A second vote has half the weight and a
 * third vote a third, so no single voter can sink a warrior
 */
export function applyVote(
  winner: RatingEstimate,
  loser: RatingEstimate,
  before = 0,
): { winner: RatingEstimate; loser: RatingEstimate } {
  const [[wonRating], [lostRating]] = rate([[winner], [loser]], { tau: TAU, limitSigma: true }) as [[Rating], [Rating]];
  const share = 1 / (1 + before);
  const moveToward = (from: RatingEstimate, to: RatingEstimate): RatingEstimate => ({
    mu: from.mu + share * (to.mu - from.mu),
    sigma: from.sigma + share * (to.sigma - from.sigma),
  });
  return { winner: moveToward(winner, wonRating), loser: moveToward(loser, lostRating) };
}

type RatedWarrior = RatingEstimate & { warriorId: string; votes: number; wins: number; voters: number };

/**
 * Returns the community ranking. A warrior with fewer than {@link SETTLED_VOTERS} voters keeps its editorial rank. All
 * other warriors share the remaining ranks, ordered by a conservative strength estimate: three standard deviations
 * below the mean. Excludes warriors that were removed from the list.
 */
export function rankByCommunity(ratedWarriors: readonly RatedWarrior[]): Standing[] {
  const rowById = new Map(ratedWarriors.map((row) => [row.warriorId, row]));
  const rankedWarriors = warriors.map((warrior, index) => {
    const row = rowById.get(warrior.id);
    const { mu, sigma } = row ?? getStartingStrength();
    const counts = { votes: row?.votes ?? 0, wins: row?.wins ?? 0, voters: row?.voters ?? 0 };
    const score = ordinal({ mu, sigma });
    return { id: warrior.id, place: index + 1, score, low: mu - sigma, high: mu + sigma, ...counts };
  });
  const settledWarriors = rankedWarriors.filter(({ voters }) => voters >= SETTLED_VOTERS);
  const places = settledWarriors.map(({ place }) => place);
  const rankedPlayers = [...settledWarriors].sort((a, b) => b.score - a.score || a.place - b.place);
  const toOpenRank = (one: (typeof rankedWarriors)[number], index: number) => {
    const certainlyAbove = settledWarriors.filter((other) => other.low > one.high).length;
    const surelyBelow = settledWarriors.filter((other) => other.high < one.low).length;
    return {
      best: places[Math.min(certainlyAbove, index)]!,
      worst: places[Math.max(places.length - 1 - surelyBelow, index)]!,
    };
  };
  return rankedWarriors
    .map(({ id, place, votes, wins, voters }): Standing => {
      const index = rankedPlayers.findIndex((one) => one.id === id);
      const rank = index < 0 ? place : places[index]!;
      const range = index < 0 ? { best: rank, worst: rank } : toOpenRank(rankedPlayers[index]!, index);
      return { id, votes, wins, voters, settled: index >= 0, rank, ...range };
    })
    .sort((a, b) => a.rank - b.rank);
}

/** Number of list positions by which the day's first warrior advances daily. Its opponent is a close neighbor. */
const STRIDE = 7;

/** Returns the pair visitors see: the same for everyone, and a new one each day. */
export function pickDuelOfTheDay(now: Date): Duel {
  const day = Math.floor(now.getTime() / DAY_MS);
  const firstWarrior = warriors[(day * STRIDE) % warriors.length]!;
  const gap = 1 + (day % 5);
  const secondWarrior = warriors[(warriors.indexOf(firstWarrior) + gap) % warriors.length]!;
  return toDuel(firstWarrior.id, secondWarrior.id);
}

/**
 * Returns a person's next pair, among those they haven't decided today. Prefers warriors close in strength with the
 * least certain ranks, because that's where a vote is most informative. `seed` gives each person a different order.
 * @param pairs names of the pairs this person decided today
 */
export function pickNextDuel(
  ratedWarriors: readonly RatedWarrior[],
  pairs: ReadonlySet<string>,
  seed: string,
): Duel | undefined {
  const strengthById = new Map<string, RatingEstimate>(ratedWarriors.map((row) => [row.warriorId, row]));
  const getStrength = (id: string) => strengthById.get(id) ?? getStartingStrength();
  let best: { duel: Duel; worth: number } | undefined;
  for (const [index, one] of warriors.entries()) {
    for (const other of warriors.slice(index + 1)) {
      const duel = toDuel(one.id, other.id);
      if (pairs.has(duel.pair)) continue;
      const [a, b] = [getStrength(one.id), getStrength(other.id)];
      const close = Math.abs(a.mu - b.mu) + Math.abs(one.rank - other.rank) / 4;
      const categoryBonus = one.category === other.category ? 3 : 0;
      const worth = a.sigma + b.sigma + categoryBonus - close + hashToUnitInterval(`${seed}/${duel.pair}`) * 6;
      if (!best || worth > best.worth) best = { duel, worth };
    }
  }
  return best?.duel;
}

/** Hashes text to a number in [0, 1). */
function hashToUnitInterval(text: string): number {
  let state = 2166136261;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 16777619);
  return ((state ^ (state >>> 15)) >>> 0) / 4294967296;
}

/** Returns the first warrior's share of the votes in percent, rounded, or undefined when there are no votes. */
export function getVoteShare(firstWins: number, secondWins: number): number | undefined {
  const votes = firstWins + secondWins;
  return votes === 0 ? undefined : Math.round((firstWins / votes) * 100);
}

/** Color names of the tiers from best to last: warm at the top, cool at the bottom. */
const TIER_TONES = [
  'gold',
  'orange',
  'orange',
  'red',
  'red',
  'violet',
  'violet',
  'cyan',
  'cyan',
  'green',
  'green',
] as const;
export const getTierTone = (name: string) => TIER_TONES[tiers.findIndex((tier) => tier.name === name)] ?? 'violet';
