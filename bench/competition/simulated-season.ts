import { createRandom, type Random } from '../../matcher/random.ts';
import type { ConfirmedGame } from '../../ratings/rated-games.ts';
import { toPoints, toShownNumber } from '../../ratings/rating-points.ts';
import type { RatingPrior } from '../../ratings/rating-prior.ts';
import { listSeasonStarts } from '../../ratings/rating-seasons.ts';
import { PERFORMANCE_SIGMA, START_MU, START_SIGMA } from '../../ratings/rating-settings.ts';
import { computeSigmaAt } from '../../ratings/rating-tiers.ts';
import { Ratings } from '../../ratings/ratings.ts';
import { winProbability } from '../../ratings/win-probability.ts';

/** Settings of a simulated season. */
export type SeasonWorld = {
  players: number;
  games: number;
  seed: number;
  /** Possible sizes of sides. Each one is equally likely. */
  sizes: readonly number[];
  /** Share of the players who are there on the first day. The others join during the first 80 % of the season. */
  startShare: number;
  /** Whether players typed in ratings, each of which correlates with their skill (0.6). */
  typed: boolean;
  /** Whether each player's performance varies, rather than each side's as the model assumes. */
  noisyPlayers: boolean;
  /** Share of the games played by fixed squads that stay together all season. */
  squadShare: number;
};

/** Results of the ratings in a simulated season. */
export type SeasonMeasurement = {
  deciles: { decile: string; sides: number; predicted: number; actual: number }[];
  worstDecile: number;
  /** Rank correlation of players' means with their true skill, after ten games each and at the end. */
  afterTenGames: number;
  atEnd: number;
  playersWithTenGames: number;
  /** Percentiles ({@link PERCENTILES}) of displayed numbers and uncertainties at the end. */
  percentiles: number[];
  sigmas: number[];
  gamesRated: number;
  /** Calibration that was learned from the games. */
  slope: number;
};

export const USUAL_WORLD: SeasonWorld = {
  players: 5_000,
  games: 60_000,
  seed: 1,
  sizes: [5, 5, 5, 3, 2],
  startShare: 0.2,
  typed: true,
  noisyPlayers: false,
  squadShare: 0,
};

const SEASON_START = Date.UTC(2027, 0, 4);
const [, SEASON_END] = listSeasonStarts(SEASON_START, 2);
const MODE = 'Rec';
/** Share of games against random players. The others are between players of similar ratings, as in the live queue. */
const OPEN_SHARE = 0.25;
/** Players the queue can choose from for each spot. */
const CANDIDATES = 4;
/** Share of games in which someone comes late or leaves early. */
const INCOMPLETE_SHARE = 0.05;
const SQUAD_SIZE = 5;

const drawNormal = ({ next }: Random): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

type SimulatedPlayer = { id: string; skill: number; joinsAt: number; prior: RatingPrior | undefined; mu: number };

function createPlayers(world: SeasonWorld, random: Random): SimulatedPlayer[] {
  return Array.from({ length: world.players }, (_, n) => {
    const skill = drawNormal(random);
    const perceive = () => 0.6 * skill + 0.8 * drawNormal(random);
    const level = perceive();
    const prior = {
      overall: Math.max(60, Math.min(99, Math.round(85 + 4.2 * perceive()))),
      level: level < -0.6 ? 'casual' : level > 0.9 ? 'elite' : 'competitive',
    };
    return {
      id: `player-${n}`,
      skill: START_MU + START_SIGMA * skill,
      joinsAt: n < world.players * world.startShare ? 0 : 0.8 * random.next(),
      prior: world.typed ? prior : undefined,
      mu: START_MU,
    };
  });
}

/** Simulates a season in which ratings decide who plays whom, and compares predictions with results. */
export function simulateSeason(world: SeasonWorld): SeasonMeasurement {
  const random = createRandom(world.seed);
  const players = createPlayers(world, random).toSorted((a, b) => a.joinsAt - b.joinsAt);
  const byId = new Map(players.map((player) => [player.id, player]));
  const seasonStarts = [SEASON_START];
  const priors = { get: (id: string) => byId.get(id)?.prior };
  const ratings = new Ratings({ seasonStarts, priors });
  const muAfterTen = new Map<string, number>();
  const predictions: { predicted: number; actual: number }[] = [];
  let present = 0;
  let gamesRated = 0;
  for (let n = 0; n < world.games; n++) {
    const share = n / world.games;
    while (present < players.length && players[present]!.joinsAt <= share) present++;
    const sides = drawSides(world, players.slice(0, present), random);
    const presence = sides.map((side) => side.map(() => 1));
    if (random.next() < INCOMPLETE_SHARE) presence[0]![0] = 0.5 + 0.5 * random.next();
    const playedAt = Math.floor(SEASON_START + share * (SEASON_END! - SEASON_START));
    const estimates = sides.map((side, s) =>
      side.map(({ id, mu }, k) => {
        const rating = ratings.get(MODE, id);
        const sigma = rating ? computeSigmaAt(rating, playedAt, seasonStarts) : START_SIGMA;
        return { mu: rating?.mu ?? mu, sigma, presence: presence[s]![k]! };
      }),
    );
    const predicted = winProbability(estimates[0]!, estimates[1]!, ratings.getSlope(MODE));
    const hasFirstWon = drawMargin(world, sides, presence, random) > 0;
    predictions.push(
      { predicted, actual: Number(hasFirstWon) },
      { predicted: 1 - predicted, actual: Number(!hasFirstWon) },
    );
    const [first, second] = sides.map((side, s) => ({
      score: Number(hasFirstWon === (s === 0)),
      players: side.map(({ id }) => id),
      presence: presence[s]!,
    }));
    const game: ConfirmedGame = { id: `game-${n}`, playedAt, mode: MODE, sides: [first!, second!] };
    ratings.rate([game], {
      onChange: ({ player, mu, games }) => {
        byId.get(player)!.mu = mu;
        if (games === 10) muAfterTen.set(player, mu);
      },
      onUnrated: () => gamesRated--,
    });
    gamesRated++;
  }
  const measured = players.filter(({ id }) => muAfterTen.has(id));
  const trueSkills = measured.map(({ skill }) => skill);
  return {
    ...compareDeciles(predictions),
    afterTenGames: correlateRanks(
      measured.map(({ id }) => muAfterTen.get(id)!),
      trueSkills,
    ),
    atEnd: correlateRanks(
      measured.map(({ mu }) => mu),
      trueSkills,
    ),
    playersWithTenGames: measured.length,
    percentiles: computePercentiles(measured.map(({ id }) => readNumber(ratings, id))),
    sigmas: computePercentiles(measured.map(({ id }) => ratings.get(MODE, id)!.sigma)),
    gamesRated,
    slope: Math.round(100 * ratings.getSlope(MODE)) / 100,
  };
}

function readNumber(ratings: Ratings, id: string): number {
  const { mu, settledSigma } = ratings.get(MODE, id)!;
  return toShownNumber(toPoints(mu, settledSigma));
}

const PERCENTILES = [2, 15, 40, 70, 88, 97, 99.9] as const;

function computePercentiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return PERCENTILES.map((percent) => Math.round(100 * sorted[Math.floor((percent / 100) * sorted.length)]!) / 100);
}

type Sides = readonly [SimulatedPlayer[], SimulatedPlayer[]];

function drawSides(world: SeasonWorld, present: readonly SimulatedPlayer[], random: Random): Sides {
  if (random.next() < world.squadShare) return drawSquads(present, random);
  const size = world.sizes[random.below(world.sizes.length)]!;
  const isOpen = random.next() < OPEN_SHARE;
  const anchor = present[random.below(present.length)]!;
  const chosen = [anchor];
  while (chosen.length < 2 * size) {
    let nearest: SimulatedPlayer | undefined;
    for (let k = 0; k < (isOpen ? 1 : CANDIDATES); k++) {
      const candidate = present[random.below(present.length)]!;
      if (chosen.includes(candidate)) continue;
      const isNearer = !nearest || Math.abs(candidate.mu - anchor.mu) < Math.abs(nearest.mu - anchor.mu);
      if (isNearer) nearest = candidate;
    }
    if (nearest) chosen.push(nearest);
  }
  const sides: Sides = [[], []];
  const isSwapped = random.below(2);
  // The queue balances the sides: the strongest player joins one side, the next two join the other, and so on.
  if (!isOpen) chosen.sort((a, b) => b.mu - a.mu);
  for (const [n, player] of chosen.entries()) {
    const side = isOpen ? Number(n >= size) : Number((n + 1) % 4 >= 2);
    sides[side === isSwapped ? 0 : 1].push(player);
  }
  return sides;
}

function drawSquads(present: readonly SimulatedPlayer[], { below }: Random): Sides {
  const squads = Math.floor(present.length / SQUAD_SIZE);
  const first = below(squads);
  const second = (first + 1 + below(squads - 1)) % squads;
  const list = (squad: number) => present.slice(squad * SQUAD_SIZE, (squad + 1) * SQUAD_SIZE);
  return [list(first), list(second)];
}

/** Draws the first side's margin from the difference of true skills and chance. */
function drawMargin(world: SeasonWorld, sides: Sides, presence: readonly number[][], random: Random): number {
  const sumSkill = (s: 0 | 1) => sides[s].reduce((sum, { skill }, k) => sum + presence[s]![k]! * skill, 0);
  const noises = world.noisyPlayers ? sides[0].length + sides[1].length : 2;
  return sumSkill(0) - sumSkill(1) + PERFORMANCE_SIGMA * Math.sqrt(noises) * drawNormal(random);
}

function compareDeciles(predictions: readonly { predicted: number; actual: number }[]) {
  const deciles = Array.from({ length: 10 }, (_, n) => {
    const own = predictions.filter(({ predicted }) => Math.min(9, Math.floor(predicted * 10)) === n);
    const toPercent = (values: readonly number[]) =>
      Math.round((1_000 * values.reduce((sum, value) => sum + value, 0)) / Math.max(1, values.length)) / 10;
    return {
      decile: `${10 * n} to ${10 * n + 10} %`,
      sides: own.length,
      predicted: toPercent(own.map(({ predicted }) => predicted)),
      actual: toPercent(own.map(({ actual }) => actual)),
    };
  });
  const gaps = deciles.map(({ predicted, actual }) => Math.abs(predicted - actual));
  return { deciles, worstDecile: Math.round(10 * Math.max(...gaps)) / 10 };
}

/** Returns Spearman's rank correlation. */
function correlateRanks(a: readonly number[], b: readonly number[]): number {
  const [ranksA, ranksB] = [computeRanks(a), computeRanks(b)];
  const middle = (a.length - 1) / 2;
  let covariance = 0;
  let variance = 0;
  for (let n = 0; n < a.length; n++) {
    covariance += (ranksA[n]! - middle) * (ranksB[n]! - middle);
    variance += (ranksA[n]! - middle) ** 2;
  }
  return Math.round((1_000 * covariance) / variance) / 1_000;
}

function computeRanks(values: readonly number[]): number[] {
  const ranks = new Array<number>(values.length);
  const order = values.map((_, n) => n).sort((a, b) => values[a]! - values[b]!);
  for (const [rank, n] of order.entries()) ranks[n] = rank;
  return ranks;
}
