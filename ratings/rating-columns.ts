import { toPoints } from './rating-points.ts';
import { PLACEMENT_GAMES } from './rating-settings.ts';

/** One player's rating in one mode, as of their last rated game there. It's plain data, to be stored as a row. */
export type PlayerRating = {
  mode: string;
  player: string;
  mu: number;
  sigma: number;
  /** The lowest uncertainty after any game. The number and tier are computed from it. */
  settledSigma: number;
  /** Rated games. */
  games: number;
  /** Highest number of points after a game, once the player is placed. */
  peak: number | null;
  lastPlayedAt: number;
  /** The season of the last game. */
  season: number;
  /** Number of rated games in that season, and the highest number of points. */
  seasonGames: number;
  seasonPeak: number | null;
};

const NO_PEAK = Number.NEGATIVE_INFINITY;

/** Ratings as columns: a million players take 80 MB, and rating a game allocates nothing. */
export class RatingColumns {
  size = 0;
  readonly #players: string[] = [];
  readonly #modes: string[] = [];
  readonly #entryByPlayer = new Map<string, Map<string, number>>();
  mu = new Float64Array(64);
  sigma = new Float64Array(64);
  settledSigma = new Float64Array(64);
  peak = new Float64Array(64);
  seasonPeak = new Float64Array(64);
  lastPlayedAt = new Float64Array(64);
  games = new Int32Array(64);
  season = new Int32Array(64);
  seasonGames = new Int32Array(64);

  /** Returns the entry of a player in a mode, or -1. */
  find(mode: string, player: string): number {
    return this.#entryByPlayer.get(mode)?.get(player) ?? -1;
  }

  /** Adds a player who hasn't played the mode. */
  add(mode: string, player: string): number {
    if (this.size === this.mu.length) this.#grow();
    const entry = this.size++;
    this.#players.push(player);
    this.#modes.push(mode);
    let entries = this.#entryByPlayer.get(mode);
    if (!entries) {
      entries = new Map();
      this.#entryByPlayer.set(mode, entries);
    }
    entries.set(player, entry);
    this.peak[entry] = NO_PEAK;
    this.seasonPeak[entry] = NO_PEAK;
    return entry;
  }

  /** Stores the result of a game: counts it and updates the peaks. */
  store(entry: number, mu: number, sigma: number): void {
    this.mu[entry] = mu;
    this.sigma[entry] = sigma;
    if (this.games[entry] === 0 || sigma < this.settledSigma[entry]!) this.settledSigma[entry] = sigma;
    this.games[entry] = this.games[entry]! + 1;
    this.seasonGames[entry] = this.seasonGames[entry]! + 1;
    if (this.games[entry]! < PLACEMENT_GAMES) return;
    const points = this.getPoints(entry);
    if (points > this.peak[entry]!) this.peak[entry] = points;
    if (points > this.seasonPeak[entry]!) this.seasonPeak[entry] = points;
  }

  startSeason(entry: number, season: number): void {
    this.season[entry] = season;
    this.seasonGames[entry] = 0;
    this.seasonPeak[entry] = NO_PEAK;
  }

  getPlayer(entry: number): string {
    return this.#players[entry]!;
  }

  getPoints(entry: number): number {
    return toPoints(this.mu[entry]!, this.settledSigma[entry]!);
  }

  read(entry: number): PlayerRating {
    return {
      mode: this.#modes[entry]!,
      player: this.#players[entry]!,
      mu: this.mu[entry]!,
      sigma: this.sigma[entry]!,
      settledSigma: this.settledSigma[entry]!,
      games: this.games[entry]!,
      peak: readPeak(this.peak[entry]!),
      lastPlayedAt: this.lastPlayedAt[entry]!,
      season: this.season[entry]!,
      seasonGames: this.seasonGames[entry]!,
      seasonPeak: readPeak(this.seasonPeak[entry]!),
    };
  }

  /** Adds a stored rating. */
  restore(rating: PlayerRating): void {
    const entry = this.add(rating.mode, rating.player);
    this.mu[entry] = rating.mu;
    this.sigma[entry] = rating.sigma;
    this.settledSigma[entry] = rating.settledSigma;
    this.games[entry] = rating.games;
    this.peak[entry] = rating.peak ?? NO_PEAK;
    this.lastPlayedAt[entry] = rating.lastPlayedAt;
    this.season[entry] = rating.season;
    this.seasonGames[entry] = rating.seasonGames;
    this.seasonPeak[entry] = rating.seasonPeak ?? NO_PEAK;
  }

  #grow(): void {
    const copyFloats = (column: Float64Array) => {
      const larger = new Float64Array(2 * column.length);
      larger.set(column);
      return larger;
    };
    const copyIntegers = (column: Int32Array) => {
      const larger = new Int32Array(2 * column.length);
      larger.set(column);
      return larger;
    };
    this.mu = copyFloats(this.mu);
    this.sigma = copyFloats(this.sigma);
    this.settledSigma = copyFloats(this.settledSigma);
    this.peak = copyFloats(this.peak);
    this.seasonPeak = copyFloats(this.seasonPeak);
    this.lastPlayedAt = copyFloats(this.lastPlayedAt);
    this.games = copyIntegers(this.games);
    this.season = copyIntegers(this.season);
    this.seasonGames = copyIntegers(this.seasonGames);
  }
}

const readPeak = (points: number): number | null => (points === NO_PEAK ? null : points);
