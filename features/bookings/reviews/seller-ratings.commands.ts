import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { listNextSessions } from '../../matches/match-calendar.rules.ts';
import { toKnownZone } from '../../profiles/local-week.rules.ts';
import { readCalendar } from '../coaching/coaching.commands.ts';
import { listBookableCoaches } from '../coaching/coaching.queries.ts';
import { listReviewSummaries } from './reviews.queries.ts';
import { MIN_ANSWERS } from './reviews.rules.ts';
import type { SellerRating } from './reviews.schema.ts';
import { listOfferedHours, listReplyTimes } from './seller-ratings.queries.ts';

/** Maximum age of replies, because older ones say little about how fast a seller replies now. */
const REPLY_WINDOW_MS = 90 * DAY_MS;

/** Returns ratings of players for hire. Leaves out players without an offer and players who aren't visible. */
export async function listHireRatings(deps: Deps, ids: string[]): Promise<SellerRating[]> {
  const offeredHours = await listOfferedHours(deps.reads, ids);
  const nextFreeStarts = new Map(
    offeredHours.map(({ id, hours, timezone }) => {
      const week = { timezone: toKnownZone(timezone), windows: hours };
      return [id, listNextSessions([week], deps.now(), 1)[0]?.start ?? null] as const;
    }),
  );
  return listSellerRatings(deps, 'player', nextFreeStarts);
}

/** Returns ratings of bookable coaches, by coach id. */
export async function listCoachRatings(deps: Deps): Promise<SellerRating[]> {
  const nextFreeStarts = new Map<string, string | null>();
  for (const id of await listBookableCoaches(deps.reads, deps.now())) {
    const { slots } = await readCalendar(deps, id);
    nextFreeStarts.set(id, slots[0]?.startsAt ?? null);
  }
  return listSellerRatings(deps, 'coach', nextFreeStarts);
}

async function listSellerRatings(
  deps: Deps,
  by: 'player' | 'coach',
  nextFreeStarts: ReadonlyMap<string, string | null>,
): Promise<SellerRating[]> {
  const ids = [...nextFreeStarts.keys()];
  const [reviews, replies] = await Promise.all([
    listReviewSummaries(deps.reads, by, ids, deps.now()),
    listReplyTimes(deps.reads, by, ids, subtractMs(deps.now(), REPLY_WINDOW_MS)),
  ]);
  return ids.map((id) => {
    const replyTime = replies.get(id);
    const hasEnoughAnswers = replyTime && replyTime.answers >= MIN_ANSWERS;
    return {
      id,
      reviews: reviews.get(id)?.reviews ?? 0,
      average: reviews.get(id)?.average ?? null,
      reply_minutes: hasEnoughAnswers ? Math.max(1, Math.round(replyTime.seconds / 60)) : null,
      next_free: nextFreeStarts.get(id) ?? null,
    };
  });
}
