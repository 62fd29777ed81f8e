import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { nextSessions } from '../../matches/match-calendar.rules.ts';
import { knownZone } from '../../profiles/local-week.rules.ts';
import { calendarOf } from '../coaching/coaching.commands.ts';
import { bookableCoaches } from '../coaching/coaching.queries.ts';
import { summedReviews } from './reviews.queries.ts';
import { LEAST_ANSWERS } from './reviews.rules.ts';
import type { SellerStanding } from './reviews.schema.ts';
import { offeredHours, replyTimes } from './seller-standings.queries.ts';

/** What was longer ago says little about how somebody answers now. */
const ANSWERS_MS = 90 * DAY_MS;

/** What is known of players who offer themselves for hire; nothing of those who do not, or cannot be seen. */
export async function hireStandings(deps: Deps, ids: string[]): Promise<SellerStanding[]> {
  const offered = await offeredHours(deps.reads, ids);
  const free = new Map(
    offered.map(({ id, hours, timezone }) => {
      const week = { timezone: knownZone(timezone), windows: hours };
      return [id, nextSessions([week], deps.now(), 1)[0]?.start ?? null] as const;
    }),
  );
  return standingsOf(deps, 'player', free);
}

/** The same of the coaches who can be booked, by their faces. */
export async function coachStandings(deps: Deps): Promise<SellerStanding[]> {
  const free = new Map<string, string | null>();
  for (const id of await bookableCoaches(deps.reads, deps.now())) {
    const { slots } = await calendarOf(deps, id);
    free.set(id, slots[0]?.startsAt ?? null);
  }
  return standingsOf(deps, 'coach', free);
}

async function standingsOf(
  deps: Deps,
  by: 'player' | 'coach',
  free: ReadonlyMap<string, string | null>,
): Promise<SellerStanding[]> {
  const ids = [...free.keys()];
  const [reviews, replies] = await Promise.all([
    summedReviews(deps.reads, by, ids, deps.now()),
    replyTimes(deps.reads, by, ids, subtractMs(deps.now(), ANSWERS_MS)),
  ]);
  return ids.map((id) => {
    const replied = replies.get(id);
    const known = replied && replied.answers >= LEAST_ANSWERS;
    return {
      id,
      reviews: reviews.get(id)?.reviews ?? 0,
      average: reviews.get(id)?.average ?? null,
      reply_minutes: known ? Math.max(1, Math.round(replied.seconds / 60)) : null,
      next_free: free.get(id) ?? null,
    };
  });
}
