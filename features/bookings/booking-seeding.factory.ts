import { coaches as coachFaces } from '../../content/coaches-content.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { openDispute, writeInDispute } from '../payments/disputes.commands.ts';
import { runActions } from '../payments/money-worker.commands.ts';
import { createPastPurchase } from '../payments/order-clock.factory.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { withEarlierClock } from '../profiles/player-seeding/earlier-clock.factory.ts';
import { seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { HIRE_SCENES, type HireScene, SESSION_SCENES, type SessionScene } from './booking-seeding.generator.ts';
import { listMarketPlayers } from './bookings.factory.ts';
import { findBookingOfOrder, hasBookings } from './bookings.queries.ts';
import { approveSession, chooseSession, readCalendar } from './coaching/coaching.commands.ts';
import { findCoach } from './coaching/coaching.queries.ts';
import { findOffer } from './hire-offers.queries.ts';
import { answerHire, reportGame } from './hires.commands.ts';
import { reportReview, writeReview } from './reviews/reviews.commands.ts';

/** Games per session. A hire's remaining games are played the next day. */
const GAMES_PER_SESSION = 4;
const GAME_MS = 35 * MINUTE_MS;
const UNTIL_FIRST_GAME_MS = 3 * HOUR_MS;
const UNTIL_NEXT_SESSION_MS = 21 * HOUR_MS;
const UNTIL_REVIEW_MS = 2 * HOUR_MS;
const UNTIL_COMPLAINT_MS = 6 * HOUR_MS;
/** How far ahead upcoming sessions start: over a day, so a demo visitor can still move them. */
const UNTIL_UPCOMING_SESSION_MS = 26 * HOUR_MS;

const BUYER_COUNT = 12;

/** The participants: the sample player, some community members, and the sellers in the order of their offers. */
type SceneCast = { sample: Person; buyers: readonly Person[]; sellers: readonly Person[] };

/**
 * Seeds a week of hires and sessions in all states: pending, running, finished, reviewed, disputed. They go through the
 * real purchase flow, with the clock set to their day. Does nothing if any booking exists.
 * @param people `community`: seed and size that the players were generated with
 */
export async function seedBookings(
  deps: Deps,
  { community, sample }: { community: { seed: number; players: number }; sample: Person },
  signal: AbortSignal,
): Promise<void> {
  if (await hasBookings(deps.db)) return;
  const now = deps.now();
  const { sellers, coaches } = await listMarketPlayers(deps);
  const cast = { sample, sellers, buyers: pickBuyers(community, [sample, ...sellers, ...coaches]) };
  const scenes = [
    ...HIRE_SCENES.map((scene) => (sceneDeps: Deps) => playHire(sceneDeps, cast, scene, now)),
    ...SESSION_SCENES.map((scene) => (sceneDeps: Deps) => playSession(sceneDeps, cast, scene, now)),
  ];
  for (const play of scenes) {
    if (signal.aborted) return;
    await runInOwnTransaction(deps, play);
  }
}

/** Picks the first community members who sell nothing themselves. */
function pickBuyers({ seed, players }: { seed: number; players: number }, others: readonly Person[]): Person[] {
  const takenIds = new Set(others.map(({ userId }) => userId));
  const buyers: Person[] = [];
  for (let index = 0; index < players && buyers.length < BUYER_COUNT; index++) {
    const { id } = seedPlayer(seed, index);
    if (!takenIds.has(id)) buyers.push({ userId: id });
  }
  return buyers;
}

/**
 * Plays a scenario in its own transaction, so jobs that use today's clock never see it half done. A failed scenario is
 * rolled back, and the others still run.
 */
async function runInOwnTransaction(deps: Deps, play: (own: Deps) => Promise<void>): Promise<void> {
  await deps.db
    .transaction((tx) => play({ ...deps, db: tx, reads: tx }))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'could not seed a demo booking'));
}

const withClock = (deps: Deps, moment: Date): Deps => withEarlierClock(deps, deps.now().getTime() - moment.getTime());
const getBuyer = ({ sample, buyers }: SceneCast, buyer: HireScene['buyer']) =>
  buyer === 'sample' ? sample : buyers[buyer];

async function playHire(deps: Deps, cast: SceneCast, scene: HireScene, now: Date): Promise<void> {
  const seller = cast.sellers[scene.seller];
  const buyer = getBuyer(cast, scene.buyer);
  const offer = seller && (await findOffer(deps.db, seller.userId));
  if (!seller || !buyer || !offer || seller.userId === buyer.userId) return;
  const choice = { priceId: offer.priceId, playerId: seller.userId, role: offer.roles[0]! };
  const orderId = await createPastPurchase(deps, scene.askedHoursAgo, buyer, choice);
  const { id } = (await findBookingOfOrder(deps.db, orderId))!;
  if (scene.answered === undefined) return;
  let moment = addMs(now, scene.answered * MINUTE_MS - scene.askedHoursAgo * HOUR_MS);
  await answerHire(withClock(deps, moment), seller, id, true);
  moment = addMs(moment, UNTIL_FIRST_GAME_MS);
  const { games = 0 } = scene;
  for (let gameNumber = 1; gameNumber <= games; gameNumber++) {
    moment = addMs(moment, gameNumber === GAMES_PER_SESSION + 1 ? UNTIL_NEXT_SESSION_MS : GAME_MS);
    await reportGame(withClock(deps, moment), seller, id, { no: gameNumber, note: '' });
    await reportGame(withClock(deps, addMs(moment, 2 * MINUTE_MS)), buyer, id, { no: gameNumber, note: '' });
  }
  moment = addMs(moment, GAME_MS);
  if (scene.oneMore) await reportGame(withClock(deps, moment), seller, id, { no: games + 1, note: '' });
  await runActions(withClock(deps, moment));
  const reviewDeps = withClock(deps, addMs(moment, UNTIL_REVIEW_MS));
  if (scene.review) await writeReview(reviewDeps, buyer, id, scene.review);
  const reportedAt = addMs(moment, UNTIL_COMPLAINT_MS);
  if (scene.reported) {
    await reportReview(withClock(deps, reportedAt), seller, id, { reason: 'fake', details: scene.reported });
  }
  if (!scene.dispute) return;
  const disputeId = await openDispute(withClock(deps, reportedAt), buyer, orderId, scene.dispute.buyer);
  const answering = withClock(deps, addMs(reportedAt, HOUR_MS));
  await writeInDispute(answering, { ...seller, isAdmin: false }, disputeId, scene.dispute.seller);
}

async function playSession(deps: Deps, cast: SceneCast, scene: SessionScene, now: Date): Promise<void> {
  const coach = await findCoach(deps.db, coachFaces[scene.coach]!.id);
  const buyer = getBuyer(cast, scene.buyer);
  if (!coach || !buyer || coach.userId === buyer.userId) return;
  const earlierDeps = withEarlierClock(deps, scene.bookedHoursAgo * HOUR_MS);
  const { slots } = await readCalendar(earlierDeps, coach.coachId);
  const cutoff = addMs(now, -UNTIL_REVIEW_MS).toISOString();
  const soonAt = addMs(now, UNTIL_UPCOMING_SESSION_MS).toISOString();
  const slot = slots.find(({ startsAt, endsAt }) => (scene.given ? endsAt < cutoff : startsAt > soonAt));
  if (!slot) return;
  const choice = { coachId: coach.coachId, startsAt: slot.startsAt };
  const orderId = await createPastPurchase(deps, scene.bookedHoursAgo, buyer, { priceId: 'PRICE_COACHING_30' });
  const id = await chooseSession(earlierDeps, buyer, orderId, choice);
  if (!scene.given) return;
  const sessionEnd = new Date(slot.endsAt);
  for (const moment of [new Date(slot.startsAt), sessionEnd]) await processOrderDeadlines(withClock(deps, moment));
  const depsAtEnd = withClock(deps, addMs(sessionEnd, HOUR_MS));
  await approveSession(depsAtEnd, buyer, id);
  await runActions(depsAtEnd);
  if (scene.review) await writeReview(depsAtEnd, buyer, id, scene.review);
}
