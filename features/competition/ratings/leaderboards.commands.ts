import { type Deps, notifyPublicPagesChanged, type Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import * as messages from '../competition.messages.ts';
import type { GameMode } from '../games/games.schema.ts';
import * as queries from './leaderboards.queries.ts';
import { countShare, pickBestTeammates, showPlaced, showRating, toForm } from './rating-display.rules.ts';
import { requestRatingRefresh } from './rating-refresh.commands.ts';
import {
  type HeadToHead,
  LEADERBOARD_PAGE,
  type Leaderboard,
  type LeaderboardQuery,
  type ModeRating,
  type OwnPlace,
  type OwnRatings,
  type RatingHistory,
  type SeasonQuery,
} from './ratings.schema.ts';
import { describeSeason, getSeason, listSeasons } from './season-calendar.rules.ts';

const CURVE_GAMES = 200;
/** Teammates to choose the best ones from. */
const TEAMMATES_COMPARED = 50;

/** Returns a page of a season's table, from the top or after a rank. */
export async function listLeaderboard(
  deps: Deps,
  viewerId: string | undefined,
  { mode, season, after = 0, ...filters }: LeaderboardQuery,
  followed = false,
): Promise<Leaderboard> {
  const now = deps.now();
  const number = season ?? getSeason(now);
  const page = { mode, season: number, filters, after, limit: LEADERBOARD_PAGE + 1, viewerId, followed };
  const rows = await queries.listTable(deps.reads, page);
  const shown = rows.slice(0, LEADERBOARD_PAGE);
  return {
    season: describeSeason(number, now),
    seasons: listSeasons(now),
    rows: shown.map(({ mu, settled_sigma, wins, losses, ties, ...row }) => ({
      ...row,
      ...showPlaced(mu, settled_sigma),
      record: { wins, losses, ties },
    })),
    next: rows.length > LEADERBOARD_PAGE ? shown.at(-1)!.rank : null,
  };
}

/** Returns the caller's own row in a season's table, also when they're hidden or not ranked. */
export async function getOwnPlace(deps: Deps, { userId }: Person, { mode, season }: SeasonQuery): Promise<OwnPlace> {
  const now = deps.now();
  const row = await queries.findSeasonRating(deps.db, { userId, mode, season: season ?? getSeason(now) });
  return { rating: row ? showRating(row, now) : null, hidden: await queries.isHidden(deps.db, userId) };
}

export async function getOwnRatings(deps: Deps, { userId }: Person): Promise<OwnRatings> {
  const rows = await queries.listLatestRatings(deps.db, userId);
  return {
    ratings: rows.map((row) => showRating(row, deps.now())),
    hidden: await queries.isHidden(deps.db, userId),
  };
}

/** Hides the caller from leaderboards and the ratings on their profile, or shows them again. */
export async function changeVisibility(deps: Deps, { userId }: Person, hidden: boolean): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await queries.saveHidden(tx, userId, hidden);
    await requestRatingRefresh(tx, deps);
  });
  await notifyPublicPagesChanged(deps, { shown: ['ratings'], ...(hidden ? { gone: true } : {}) });
}

/**
 * Returns the ratings of a player whom the viewer may see. Hidden players see their own.
 * @throws Refusal not_found otherwise
 */
export async function listPlayerRatings(
  deps: Deps,
  viewerId: string | undefined,
  userId: string,
): Promise<ModeRating[]> {
  await requireVisible(deps, viewerId, [userId]);
  const rows = await queries.listLatestRatings(deps.reads, userId);
  return rows.map((row) => showRating(row, deps.now()));
}

/**
 * Returns how a player's season in a mode went.
 * @throws Refusal not_found for players whom the viewer can't see
 */
export async function getRatingHistory(
  deps: Deps,
  viewerId: string | undefined,
  userId: string,
  { mode, season }: { mode: GameMode; season?: number | undefined },
): Promise<RatingHistory> {
  await requireVisible(deps, viewerId, [userId]);
  const now = deps.now();
  const number = season ?? getSeason(now);
  const key = { userId, mode, season: number };
  const changes = await queries.listSeasonChanges(deps.reads, key, CURVE_GAMES);
  const teammates = await queries.listTeammates(deps.reads, key, { viewerId, limit: TEAMMATES_COMPARED });
  return {
    season: describeSeason(number, now),
    seasons: listSeasons(now),
    curve: changes.toReversed().map(({ playedAt, mu, settledSigma }) => ({
      at: playedAt.toISOString(),
      number: showPlaced(mu, settledSigma).number,
    })),
    form: toForm(changes.map(({ outcome }) => outcome)),
    teammates: pickBestTeammates(
      teammates.map(({ wins, losses, ties, ...player }) => ({ ...player, ...countShare({ wins, losses, ties }) })),
    ),
  };
}

const NO_GAMES = { wins: 0, losses: 0, ties: 0 };

/**
 * Returns the rated games of two players, from the first one's side.
 * @throws Refusal not_found if the viewer can't see one of them
 */
export async function getHeadToHead(
  deps: Deps,
  viewerId: string | undefined,
  one: string,
  other: string,
): Promise<HeadToHead> {
  if (one === other) throw new Refusal('invalid', messages.samePlayerTwice, 'other');
  await requireVisible(deps, viewerId, [one, other]);
  const rows = await queries.countGamesBetween(deps.reads, one, other);
  return {
    against: countShare(rows.find(({ together }) => !together) ?? NO_GAMES),
    together: countShare(rows.find(({ together }) => together) ?? NO_GAMES),
  };
}

/** @throws Refusal not_found unless the viewer may see the ratings of all these players */
async function requireVisible(deps: Deps, viewerId: string | undefined, ids: readonly string[]): Promise<void> {
  const others = ids.filter((id) => id !== viewerId);
  if (others.length === 0) return;
  const visible = await queries.listVisiblePlayers(deps.reads, [...others], viewerId);
  if (others.some((id) => !visible.has(id))) throw new Refusal('not_found', messages.ratingsNotFound);
}
