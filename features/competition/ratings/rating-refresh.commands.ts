import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../db/database.ts';
import { RATING_VERSION } from '../../../ratings/rating-settings.ts';
import { type Deps, notifyPublicPagesChanged } from '../../../server/deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { GameRater, type RatedGame } from './game-rating.commands.ts';
import { type GameToRate, listGamesToRate, listPriors } from './rating-inputs.queries.ts';
import * as store from './rating-store.queries.ts';
import { getLastFinalSeason } from './season-calendar.rules.ts';

const REFRESH_JOB = 'refresh-ratings';
/** Games rated between two turns of the event loop. */
const CHUNK = 500;

/** Has the ratings computed again once this transaction is committed. The database knows which games changed. */
export const requestRatingRefresh = (tx: Db, deps: Deps): Promise<void> =>
  deps.jobs.send(REFRESH_JOB, {}, { tx, key: 'due' });

/** Rates all games again from the earliest one that began or stopped counting since the last refresh. */
export async function refreshRatings(deps: Deps): Promise<void> {
  const hasChanged = await deps.db.transaction(async (tx) => {
    await store.lockRatings(tx);
    const marks = await store.takeMarks(tx);
    const isOutdated = (await store.getStoredVersion(tx)) !== RATING_VERSION;
    if (marks.length === 0 && !isOutdated) return false;
    const finalSeason = getLastFinalSeason(deps.now());
    const times = marks.flatMap((mark) => (mark ? mark.getTime() : []));
    if (times.length > 0 || isOutdated) {
      const from = isOutdated ? null : toDayStart(times.reduce((a, b) => Math.min(a, b)));
      const window = { from, finalSeason };
      await store.deleteStaleGames(tx, from);
      await rateGames(tx, from, (batch) => saveDifferences(tx, batch));
      const ranges = await store.listTableChanges(tx, window);
      await store.saveSeasonRatings(tx, window);
      for (const range of ranges) await store.rankTable(tx, range);
    }
    if (times.length < marks.length) {
      for (const table of await store.listOpenTables(tx, finalSeason)) await store.rankTable(tx, table);
    }
    if (isOutdated) await store.saveVersion(tx, RATING_VERSION);
    return true;
  });
  if (hasChanged) await notifyPublicPagesChanged(deps, { shown: ['ratings'] });
}

/** Differences between the stored ratings and those computed from all games. */
export type RatingCheck = {
  games: number;
  wrongGames: number;
  wrongChanges: number;
  wrongRows: number;
  wrongRanks: number;
};

/** Computes all ratings again and counts what's stored differently. Marks that no refresh has taken yet count too. */
export async function checkRatings(deps: Deps): Promise<RatingCheck> {
  return deps.db.transaction(async (tx) => {
    await store.lockRatings(tx);
    const check = { games: 0, wrongGames: await store.countStaleGames(tx, null), wrongChanges: 0 };
    await rateGames(tx, null, async (batch) => {
      const { games, changes, gone } = await findDifferences(tx, batch);
      check.games += batch.length;
      check.wrongGames += games.length;
      check.wrongChanges += changes.length + gone.length;
    });
    const finalSeason = getLastFinalSeason(deps.now());
    const tables = await store.listTableChanges(tx, { from: null, finalSeason });
    let wrongRanks = 0;
    for (const table of await store.listOpenTables(tx, finalSeason))
      wrongRanks += await store.countWrongRanks(tx, table);
    return { ...check, wrongRows: tables.reduce((sum, { rows }) => sum + rows, 0), wrongRanks };
  });
}

/** The daily limit of two rosters starts again with each day, so a day is rated as a whole. */
const toDayStart = (at: number): Date => new Date(Math.floor(at / DAY_MS) * DAY_MS);

async function rateGames(tx: Db, from: Date | null, save: (batch: RatedGame[]) => Promise<void>): Promise<void> {
  const rater = new GameRater({
    ratings: from ? await store.listRatingsBefore(tx, from) : [],
    calibrations: from ? await store.listCalibrationsBefore(tx, from) : [],
  });
  let page: Awaited<ReturnType<typeof listGamesToRate>> | undefined;
  do {
    page = await listGamesToRate(tx, { from, after: page?.next, limit: CHUNK });
    rater.addPriors(await listPriors(tx, listPlayers(page.games)));
    await save(page.games.map((game) => rater.rate(game)));
  } while (page.next);
}

const listPlayers = (games: readonly GameToRate[]): string[] => [
  ...new Set(games.flatMap(({ players }) => players.flatMap(({ player }) => player ?? []))),
];

/** Returns the games and changes that aren't stored like this, and stored changes that don't exist anymore. */
async function findDifferences(tx: Db, batch: readonly RatedGame[]) {
  const stored = await store.listStored(
    tx,
    batch.map(({ game }) => game.gameId),
  );
  const toKey = ({ playerId, gameId }: { playerId: string; gameId: string }) => `${playerId} ${gameId}`;
  const storedGames = new Map(stored.games.map((game) => [game.gameId, game]));
  const storedChanges = new Map(stored.changes.map((change) => [toKey(change), change]));
  const changes = batch.flatMap((one) => one.changes);
  const keys = new Set(changes.map(toKey));
  return {
    games: batch.flatMap(({ game }) => (isDeepStrictEqual(storedGames.get(game.gameId), game) ? [] : [game])),
    changes: changes.filter((change) => !isDeepStrictEqual(storedChanges.get(toKey(change)), change)),
    gone: stored.changes.filter((change) => !keys.has(toKey(change))),
  };
}

async function saveDifferences(tx: Db, batch: readonly RatedGame[]): Promise<void> {
  const { games, changes, gone } = await findDifferences(tx, batch);
  await store.deleteChanges(tx, gone);
  await store.upsertRatedGames(tx, games);
  await store.upsertChanges(tx, changes);
}
