import type { Deps } from '../../server/deps.ts';
import { listLastDays } from '../../time/wall-instants.ts';
import { countGamesByDay } from '../bookings/bookings.queries.ts';
import { countListingsByDay } from '../lfg/listing-records.queries.ts';
import { countMatchesByDay } from '../matches/match-records.queries.ts';
import { countOrdersByDay } from '../payments/order-admin.queries.ts';
import { countPlayersByDay } from '../profiles/player-views.queries.ts';
import { WEEK_DAYS, type Week, type WeekQuery } from './admin.schema.ts';

/** Returns what happened on each of the last seven days in a time zone, including today. */
export async function readWeek({ db, now }: Deps, { zone }: WeekQuery): Promise<Week> {
  const days = listLastDays(now().getTime(), zone, WEEK_DAYS);
  const [players, matches, listings, orders, games] = await Promise.all([
    countPlayersByDay(db, days),
    countMatchesByDay(db, days),
    countListingsByDay(db, days),
    countOrdersByDay(db, days),
    countGamesByDay(db, days),
  ]);
  return {
    zone,
    days: days.map(({ day }, index) => ({
      day,
      players: players[index]!,
      matches: matches[index]!,
      listings: listings[index]!,
      orders: orders[index]!,
      games: games[index]!,
    })),
  };
}
