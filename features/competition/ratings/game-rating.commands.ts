import type { ConfirmedGame, GameSide } from '../../../ratings/rated-games.ts';
import type { PlayerRating } from '../../../ratings/rating-columns.ts';
import { RATING_VERSION } from '../../../ratings/rating-settings.ts';
import { type RatingChange, type RatingSnapshot, Ratings } from '../../../ratings/ratings.ts';
import type { SideNumber } from '../games/games.schema.ts';
import type { GameToRate, PriorRow } from './rating-inputs.queries.ts';
import type { RatedGameRow, RatingChangeRow } from './rating-store.queries.ts';
import type { Outcome, StoredUnratedReason } from './ratings.schema.ts';
import { getSeason, SEASON_STARTS } from './season-calendar.rules.ts';

/** Wins, losses and ties of a player in a season and mode. */
type SeasonRecord = { season: number; wins: number; losses: number; ties: number };

/** Where rating starts: the ratings and calibrations before the first game. */
export type RatingStart = {
  ratings: readonly RatingChangeRow[];
  calibrations: RatingSnapshot['calibrations'];
};

export type RatedGame = { game: RatedGameRow; changes: RatingChangeRow[] };

const toKey = (player: string, mode: string) => `${player} ${mode}`;

const toPlayerRating = (row: RatingChangeRow): PlayerRating => ({
  mode: row.mode,
  player: row.playerId,
  mu: row.mu,
  sigma: row.sigma,
  settledSigma: row.settledSigma,
  games: row.games,
  peak: row.peak,
  lastPlayedAt: row.playedAt.getTime(),
  season: row.season,
  seasonGames: row.seasonGames,
  seasonPeak: row.seasonPeak,
});

/** Rates games in playing order and returns the rows to store. Start it at the beginning of a day (UTC). */
export class GameRater {
  readonly #ratings: Ratings;
  readonly #records = new Map<string, SeasonRecord>();
  readonly #priors = new Map<string, PriorRow>();

  constructor({ ratings, calibrations }: RatingStart) {
    const snapshot: RatingSnapshot = {
      version: RATING_VERSION,
      last: null,
      ratings: ratings.map(toPlayerRating),
      closed: [],
      calibrations,
      pairings: { day: null, counts: [] },
    };
    const priors = { get: (player: string, mode: string) => this.#priors.get(toKey(player, mode)) };
    this.#ratings = Ratings.resume(snapshot, { seasonStarts: SEASON_STARTS, priors });
    for (const { playerId, mode, season, wins, losses, ties } of ratings) {
      this.#records.set(toKey(playerId, mode), { season, wins, losses, ties });
    }
  }

  /** Adds what players had typed in; needed before their first game. */
  addPriors(priors: readonly PriorRow[]): void {
    for (const prior of priors) this.#priors.set(toKey(prior.player, prior.mode), prior);
  }

  rate(game: GameToRate): RatedGame {
    const changes: RatingChange[] = [];
    let unrated: StoredUnratedReason | null = findExclusion(game);
    if (!unrated) {
      this.#ratings.rate([toConfirmedGame(game)], {
        onChange: (change) => changes.push(change),
        onUnrated: () => {
          unrated = 'daily-limit';
        },
      });
    }
    const calibration = this.#ratings.getCalibration(game.mode);
    const { id: gameId, mode, playedAt } = game;
    const season = getSeason(playedAt);
    return {
      game: {
        gameId,
        mode,
        playedAt,
        season,
        unrated,
        slope: calibration.slope,
        information: calibration.information,
      },
      changes: changes.map((change) => this.#toRow(game, season, change)),
    };
  }

  #toRow(game: GameToRate, season: number, change: RatingChange): RatingChangeRow {
    const { side, userId } = game.players.find(({ player }) => player === change.player)!;
    const rating = this.#ratings.get(game.mode, change.player)!;
    const outcome = findOutcome(game, side);
    const { wins, losses, ties } = this.#addToRecord(toKey(change.player, game.mode), season, outcome);
    return {
      playerId: change.player,
      gameId: game.id,
      userId,
      mode: game.mode,
      playedAt: game.playedAt,
      season,
      side,
      outcome,
      muBefore: change.muBefore,
      pointsBefore: change.pointsBefore,
      mu: rating.mu,
      sigma: rating.sigma,
      settledSigma: rating.settledSigma,
      points: change.points,
      peak: rating.peak,
      games: rating.games,
      seasonGames: rating.seasonGames,
      seasonPeak: rating.seasonPeak,
      wins,
      losses,
      ties,
    };
  }

  #addToRecord(key: string, season: number, outcome: Outcome): SeasonRecord {
    const stored = this.#records.get(key);
    const before = stored?.season === season ? stored : { season, wins: 0, losses: 0, ties: 0 };
    const record = {
      season,
      wins: before.wins + Number(outcome === 1),
      losses: before.losses + Number(outcome === -1),
      ties: before.ties + Number(outcome === 0),
    };
    this.#records.set(key, record);
    return record;
  }
}

/** Returns why a game between two squads isn't rated, besides the daily limit. */
function findExclusion({ sharesHistory, players }: GameToRate): StoredUnratedReason | null {
  const isListed = (number: SideNumber) => players.some(({ side, player }) => side === number && player !== null);
  if (!isListed(1) || !isListed(2)) return 'no-lineup';
  return sharesHistory ? 'shared-history' : null;
}

function findOutcome({ winner }: GameToRate, side: SideNumber): Outcome {
  if (winner === 0) return 0;
  return winner === side ? 1 : -1;
}

/** Only who won counts. Players whose account was deleted before ratings existed count as guests. */
function toConfirmedGame(game: GameToRate): ConfirmedGame {
  const toSide = (number: SideNumber): GameSide => {
    const lineup = game.players.filter(({ side }) => side === number);
    const players = lineup.flatMap(({ player }) => player ?? []);
    return {
      score: findOutcome(game, number),
      players,
      guests: game.guests[number - 1]! + lineup.length - players.length,
    };
  };
  return { id: game.id, playedAt: game.playedAt.getTime(), mode: game.mode, sides: [toSide(1), toSide(2)] };
}
