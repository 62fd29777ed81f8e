import { createCalibration, learnCalibration, type ModeCalibration } from './mode-calibration.ts';
import { rateSides, type SideColumns } from './rate-sides.ts';
import {
  type ConfirmedGame,
  compareGames,
  DailyPairings,
  type GamePosition,
  type Roster,
  readRosters,
  type UnratedReason,
} from './rated-games.ts';
import { type PlayerRating, RatingColumns } from './rating-columns.ts';
import { computePriorMu, type RatingPrior } from './rating-prior.ts';
import { findSeason, growSigma, type SeasonStarts } from './rating-seasons.ts';
import { MAX_SIDE, RATING_VERSION, START_SIGMA } from './rating-settings.ts';
import { rankSeason, type SeasonRating, type SeasonStanding } from './season-tables.ts';

/** The inputs of ratings besides the games. */
export type RatingCalendar = {
  seasonStarts: SeasonStarts;
  /**
   * What each player had typed in before their first rated game in a mode. Keep it with that game, because a later edit
   * of the profile must not change the past.
   */
  priors?: { get: (player: string, mode: string) => RatingPrior | undefined } | undefined;
};

/** A game's effect on one player's rating. */
export type RatingChange = {
  game: string;
  mode: string;
  player: string;
  muBefore: number;
  sigmaBefore: number;
  /** Points before the game; null for a player's first in the mode. */
  pointsBefore: number | null;
  mu: number;
  sigma: number;
  points: number;
  /** Rated games, this one included. */
  games: number;
};

export type RatingListeners = {
  onChange?: ((change: RatingChange) => void) | undefined;
  onUnrated?: ((game: ConfirmedGame, reason: UnratedReason) => void) | undefined;
};

/** Everything needed to continue after a game. It's plain data, and JSON doesn't change its numbers. */
export type RatingSnapshot = {
  version: number;
  /** The last game included; null before the first. */
  last: GamePosition | null;
  ratings: PlayerRating[];
  /** Last ratings of players in seasons before their current one. */
  closed: SeasonRating[];
  calibrations: ModeCalibration[];
  /** Rated games between two rosters on the last day. */
  pairings: { day: number | null; counts: [string, number][] };
};

const createSideColumns = (): SideColumns => ({
  size: 0,
  mu: new Float64Array(MAX_SIDE),
  sigma: new Float64Array(MAX_SIDE),
  presence: new Float64Array(MAX_SIDE),
  guests: 0,
});

/**
 * Ratings per player and mode, as a pure function of confirmed games. Pass the games in the order of `compareGames`. To
 * add or void an old game, resume from a snapshot before it and rate the later games again.
 */
export class Ratings {
  readonly #calendar: RatingCalendar;
  #columns = new RatingColumns();
  #closed: SeasonRating[] = [];
  readonly #calibrations = new Map<string, ModeCalibration>();
  #pairings = new DailyPairings();
  #last: GamePosition | null = null;
  // Reused from game to game.
  readonly #sides = [createSideColumns(), createSideColumns()] as const;
  readonly #entries = [new Int32Array(MAX_SIDE), new Int32Array(MAX_SIDE)] as const;

  constructor(calendar: RatingCalendar) {
    this.#calendar = calendar;
  }

  /**
   * Continues from a snapshot. To rate a single game, the snapshot only needs that game's players, mode and pairing.
   * @throws RangeError if the rating model has changed since; rate all games again
   */
  static resume(snapshot: RatingSnapshot, calendar: RatingCalendar): Ratings {
    if (snapshot.version !== RATING_VERSION) {
      throw new RangeError(`The snapshot is of version ${snapshot.version}, and ratings are now ${RATING_VERSION}`);
    }
    const ratings = new Ratings(calendar);
    for (const rating of snapshot.ratings) ratings.#columns.restore(rating);
    ratings.#closed = [...snapshot.closed];
    for (const calibration of snapshot.calibrations) ratings.#calibrations.set(calibration.mode, { ...calibration });
    ratings.#pairings = DailyPairings.restore(snapshot.pairings);
    ratings.#last = snapshot.last;
    return ratings;
  }

  takeSnapshot(): RatingSnapshot {
    return {
      version: RATING_VERSION,
      last: this.#last && { id: this.#last.id, playedAt: this.#last.playedAt },
      ratings: this.list(),
      closed: [...this.#closed],
      calibrations: [...this.#calibrations.values()].map((calibration) => ({ ...calibration })),
      pairings: this.#pairings.save(),
    };
  }

  /**
   * Rates games, which must be in order and later than all games so far.
   * @throws RangeError if a game is out of order or impossible; games before it are rated
   */
  rate(games: Iterable<ConfirmedGame>, listeners: RatingListeners = {}): void {
    for (const game of games) {
      const rosters = readRosters(game);
      if (this.#last && compareGames(this.#last, game) >= 0) {
        throw new RangeError(
          `Game ${game.id} isn't later than game ${this.#last.id}; resume from a snapshot before it`,
        );
      }
      this.#last = game;
      this.#rateGame(game, rosters, listeners);
    }
  }

  /** Returns a player's rating in a mode as of their last game, or undefined before their first. */
  get(mode: string, player: string): PlayerRating | undefined {
    const entry = this.#columns.find(mode, player);
    return entry < 0 ? undefined : this.#columns.read(entry);
  }

  /** Returns how closely results in a mode have followed ratings so far, for `winProbability`. */
  getSlope(mode: string): number {
    return this.#calibrations.get(mode)?.slope ?? 1;
  }

  /** Lists all ratings in the order of first games. */
  list(): PlayerRating[] {
    return Array.from({ length: this.#columns.size }, (_, entry) => this.#columns.read(entry));
  }

  /** Returns the table of a season. Games of later seasons don't change it. */
  rankSeason(season: number, mode: string): SeasonStanding[] {
    const closed = this.#closed.filter((rating) => rating.season === season && rating.mode === mode);
    const current: SeasonRating[] = [];
    for (let entry = 0; entry < this.#columns.size; entry++) {
      if (this.#columns.season[entry] !== season) continue;
      const rating = this.#readSeason(entry);
      if (rating.mode === mode) current.push(rating);
    }
    return rankSeason([...closed, ...current]);
  }

  #rateGame(game: ConfirmedGame, [first, second]: [Roster, Roster?], listeners: RatingListeners): void {
    if (!second) {
      listeners.onUnrated?.(game, 'one-sided');
      return;
    }
    if (!this.#pairings.admit(game.playedAt, first, second)) {
      listeners.onUnrated?.(game, 'daily-limit');
      return;
    }
    const season = findSeason(this.#calendar.seasonStarts, game.playedAt);
    this.#loadSide(0, first, game, season);
    this.#loadSide(1, second, game, season);
    const result = readResult(game);
    const advantage = rateSides(this.#sides[0], this.#sides[1], result);
    learnCalibration(this.#openCalibration(game.mode), advantage, result);
    this.#storeSide(0, game, listeners.onChange);
    this.#storeSide(1, game, listeners.onChange);
  }

  #openCalibration(mode: string): ModeCalibration {
    const calibration = this.#calibrations.get(mode) ?? createCalibration(mode);
    this.#calibrations.set(mode, calibration);
    return calibration;
  }

  #loadSide(n: 0 | 1, { players, presence, guests }: Roster, game: ConfirmedGame, season: number): void {
    const side = this.#sides[n];
    side.size = players.length;
    side.guests = guests;
    for (let k = 0; k < players.length; k++) {
      const entry = this.#openEntry(players[k]!, game, season);
      this.#entries[n][k] = entry;
      side.mu[k] = this.#columns.mu[entry]!;
      side.sigma[k] = this.#columns.sigma[entry]!;
      side.presence[k] = presence[k]!;
    }
  }

  /** Returns the player's entry, updated for the time away and for the game's season. */
  #openEntry(player: string, { mode, playedAt }: ConfirmedGame, season: number): number {
    const c = this.#columns;
    const found = c.find(mode, player);
    if (found >= 0) {
      const seasonsStarted = season - c.season[found]!;
      if (seasonsStarted > 0) {
        this.#closed.push(this.#readSeason(found));
        c.startSeason(found, season);
      }
      c.sigma[found] = growSigma(c.sigma[found]!, playedAt - c.lastPlayedAt[found]!, seasonsStarted);
      return found;
    }
    const entry = c.add(mode, player);
    c.mu[entry] = computePriorMu(this.#calendar.priors?.get(player, mode));
    c.sigma[entry] = START_SIGMA;
    c.startSeason(entry, season);
    return entry;
  }

  #storeSide(n: 0 | 1, game: ConfirmedGame, onChange: RatingListeners['onChange']): void {
    const { size, mu, sigma } = this.#sides[n];
    const c = this.#columns;
    for (let k = 0; k < size; k++) {
      const entry = this.#entries[n][k]!;
      const muBefore = c.mu[entry]!;
      const sigmaBefore = c.sigma[entry]!;
      const pointsBefore = c.games[entry] === 0 ? null : c.getPoints(entry);
      c.store(entry, mu[k]!, sigma[k]!);
      c.lastPlayedAt[entry] = game.playedAt;
      onChange?.({
        game: game.id,
        mode: game.mode,
        player: c.getPlayer(entry),
        muBefore,
        sigmaBefore,
        pointsBefore,
        mu: mu[k]!,
        sigma: sigma[k]!,
        points: c.getPoints(entry),
        games: c.games[entry]!,
      });
    }
  }

  #readSeason(entry: number): SeasonRating {
    const { mode, player, mu, sigma, season, seasonGames, seasonPeak } = this.#columns.read(entry);
    const points = this.#columns.getPoints(entry);
    return { season, mode, player, mu, sigma, points, games: seasonGames, peak: seasonPeak };
  }
}

/** Returns 1 if the first side won, 0.5 for a tie, and 0. */
function readResult({ sides: [first, second] }: ConfirmedGame): number {
  if (!second || first.score === second.score) return 0.5;
  return first.score > second.score ? 1 : 0;
}

/** Rates games in any order, from the first game on. */
export function rateAll(
  games: readonly ConfirmedGame[],
  calendar: RatingCalendar,
  listeners?: RatingListeners,
): Ratings {
  const ratings = new Ratings(calendar);
  ratings.rate(games.toSorted(compareGames), listeners);
  return ratings;
}

/** Returns the latest snapshot that doesn't include the game, to resume from when it's voided or confirmed late. */
export function findSnapshotBefore<Snapshot extends Pick<RatingSnapshot, 'last'>>(
  snapshots: readonly Snapshot[],
  game: GamePosition,
): Snapshot | undefined {
  return snapshots
    .filter(({ last }) => last === null || compareGames(last, game) < 0)
    .reduce<Snapshot | undefined>((latest, one) => (!latest || isLater(one, latest) ? one : latest), undefined);
}

const isLater = ({ last: a }: Pick<RatingSnapshot, 'last'>, { last: b }: Pick<RatingSnapshot, 'last'>): boolean =>
  a !== null && (b === null || compareGames(a, b) > 0);
