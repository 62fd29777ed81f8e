import { createHash, type Hash } from 'node:crypto';
import { rate } from 'openskill';
import { createRandom, type Random } from '../../matcher/random.ts';
import { type ConfirmedGame, compareGames } from '../../ratings/rated-games.ts';
import { listSeasonStarts } from '../../ratings/rating-seasons.ts';
import { rateAll } from '../../ratings/ratings.ts';

const FIRST_SEASON = Date.UTC(2027, 0, 4);
const SEASON_COUNT = 4;
const GAMES_PER_PLAYER = 25;
const MODES = ['Pro-Am 5v5', 'Rec', 'Park/City'] as const;
const SIDE_SIZES = [5, 5, 2] as const;

/** Creates games of four seasons with sides of two and of five. Some sides of five are incomplete or have a guest. */
export function createGames(count: number, seed: number): ConfirmedGame[] {
  const random = createRandom(seed);
  const players = Array.from({ length: Math.max(20, Math.round(count / GAMES_PER_PLAYER)) }, (_, n) => `player-${n}`);
  const starts = listSeasonStarts(FIRST_SEASON, SEASON_COUNT + 1);
  const span = starts[SEASON_COUNT]! - FIRST_SEASON;
  return Array.from({ length: count }, (_, n) => {
    const mode = random.below(MODES.length);
    const chosen = draw(players, 2 * SIDE_SIZES[mode]!, random);
    const [first, second] = [chosen.slice(0, SIDE_SIZES[mode]), chosen.slice(SIDE_SIZES[mode])];
    // Whole minutes, so that some games share a time and are ordered by their ids.
    const playedAt = FIRST_SEASON + 60_000 * Math.floor((random.next() * span) / 60_000);
    const isIncomplete = random.below(20) === 0;
    return {
      id: `game-${random.below(1e9)}-${n}`,
      playedAt,
      mode: MODES[mode]!,
      sides: [
        { score: random.below(30), players: first, presence: isIncomplete ? first.map(() => 0.8) : undefined },
        { score: random.below(30), players: isIncomplete ? second.slice(1) : second, guests: Number(isIncomplete) },
      ],
    };
  });
}

function draw(players: readonly string[], count: number, { below }: Random): string[] {
  const chosen = new Set<string>();
  while (chosen.size < count) chosen.add(players[below(players.length)]!);
  return [...chosen];
}

export function shuffleGames(games: readonly ConfirmedGame[], seed: number): ConfirmedGame[] {
  const { below } = createRandom(seed);
  const shuffled = [...games];
  for (let n = shuffled.length - 1; n > 0; n--) {
    const other = below(n + 1);
    [shuffled[n], shuffled[other]] = [shuffled[other]!, shuffled[n]!];
  }
  return shuffled;
}

const hashNumbers = (hash: Hash, numbers: readonly number[]) => hash.update(new Float64Array(numbers));

/** Rates all games and returns a hash of every rating, every change and the season tables. */
export function hashRatings(games: readonly ConfirmedGame[]): string {
  const hash = createHash('sha256');
  const seasonStarts = listSeasonStarts(FIRST_SEASON, SEASON_COUNT);
  const changes: number[] = [];
  const ratings = rateAll(
    games,
    { seasonStarts },
    {
      onChange: ({ mu, sigma, points, muBefore }) => {
        changes.push(mu, sigma, points, muBefore);
        if (changes.length < 4_096) return;
        hashNumbers(hash, changes);
        changes.length = 0;
      },
    },
  );
  hashNumbers(hash, changes);
  for (const { player, mu, sigma, settledSigma, games: count, peak } of ratings.list()) {
    hashNumbers(hash.update(player), [mu, sigma, settledSigma, count, peak ?? -1]);
  }
  for (const mode of MODES) {
    for (let season = 1; season <= SEASON_COUNT; season++) {
      for (const { player, points, rank } of ratings.rankSeason(season, mode)) {
        hashNumbers(hash.update(player), [points, rank]);
      }
    }
  }
  return hash.digest('hex');
}

/** Measures a run's CPU time in seconds. It uses one core, so on an idle machine it takes just as long. */
function measureRun<Result>(run: () => Result): { result: Result; wallSeconds: number; cpuSeconds: number } {
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(cpuStart);
  const wallSeconds = Math.round((performance.now() - start) / 100) / 10;
  return { result, wallSeconds, cpuSeconds: Math.round((user + system) / 1e5) / 10 };
}

/**
 * Measures how long all ratings and changes take, and whether they depend on the order in which games were confirmed.
 * Includes the time for the hashes.
 */
export function measureRecompute(count: number) {
  const games = createGames(count, 1);
  const runs = [games, ...[2, 3].map((seed) => shuffleGames(games, seed))].map((order) =>
    measureRun(() => hashRatings(order)),
  );
  return {
    games: count,
    cpuSeconds: Math.max(...runs.map(({ cpuSeconds }) => cpuSeconds)),
    wallSeconds: Math.max(...runs.map(({ wallSeconds }) => wallSeconds)),
    orders: runs.length,
    otherNumbers: new Set(runs.map(({ result }) => result)).size - 1,
    hash: runs[0]!.result.slice(0, 16),
    memoryMb: Math.round(process.memoryUsage.rss() / 1e6),
    openskillCpuSeconds: estimateOpenskill(games),
  };
}

/** Estimates from a sample how long openskill alone would take for the same number of games. */
function estimateOpenskill(games: readonly ConfirmedGame[]): number {
  const sample = games.toSorted(compareGames).slice(0, 20_000);
  const { cpuSeconds } = measureRun(() => {
    for (const { sides } of sample) rate(sides.map((side) => side.players.map(() => ({ mu: 25, sigma: 25 / 3 }))));
  });
  return Math.round((cpuSeconds * games.length) / sample.length);
}
