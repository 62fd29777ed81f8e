import { coaches as coachFaces } from '../../content/coaches-content.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import { withEarlierClock } from '../profiles/player-seeding/earlier-clock.factory.ts';
import { listSampleIds } from '../profiles/player-seeding/player-seeding.factory.ts';
import { ESTABLISHED_DAYS } from '../profiles/player-seeding/player-seeding.generator.ts';
import { listSomePlayers } from './bookings.queries.ts';
import type { OfferInput, Window } from './bookings.schema.ts';
import { appointCoach } from './coaching/coaching.commands.ts';
import { listBookableCoaches } from './coaching/coaching.queries.ts';
import { saveOwnOffer } from './hire-offers.commands.ts';

const ALL_DAYS: Window['days'] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Creates the verified account of one of the coaches in content/coaches-content.ts. */
export async function makeCoach(
  deps: Deps,
  {
    coachId = 'coach-handles',
    timezone = 'UTC',
    hours = [{ days: ALL_DAYS, start: '00:00', end: '24:00' }] as Window[],
  } = {},
) {
  const user = await makeUser(deps);
  await verifySeller(deps, user.userId);
  await deps.db.transaction((tx) => appointCoach(tx, deps, { coachId, userId: user.userId, timezone, hours }));
  return { ...user, coachId };
}

/** Creates a verified player with an offer. */
export async function makeSeller(deps: Deps, offer: Partial<OfferInput> = {}) {
  const user = await makeUser(deps);
  const accountId = await verifySeller(deps, user.userId);
  await saveOwnOffer(deps, user, {
    roles: ['PG'],
    priceId: 'PRICE_7G_LOCK',
    hours: [],
    note: '',
    active: true,
    ...offer,
  });
  return { ...user, accountId };
}

const SELLERS = [
  { roles: ['Lock', 'PG'], priceId: 'PRICE_7G_LOCK', note: 'On-ball all game. I call the switches.' },
  { roles: ['PG'], priceId: 'PRICE_7G_LOCK', note: 'Pass first, slow when we lead.' },
  { roles: ['C'], priceId: 'PRICE_7G_ROLE', note: 'Boards, screens, no hero shots.' },
  { roles: ['SG', 'PF'], priceId: 'PRICE_7G_ROLE', note: 'Corner threes and help defense.' },
  { roles: ['PG', 'SG'], priceId: 'PRICE_7G_ELITE', note: 'Proving Ground most nights. Bring your mic.' },
  { roles: ['C', 'PF'], priceId: 'PRICE_7G_ELITE', note: 'Rim protection for the games that count.' },
] as const satisfies Pick<OfferInput, 'roles' | 'priceId' | 'note'>[];

const SESSION_HOURS: Window[] = [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Sun'], start: '19:00', end: '22:00' }];

/** Returns the sellers of a demo: players who offer themselves for hire, and three other players who act as coaches. */
export async function listMarketPlayers(
  deps: Deps,
): Promise<Record<'sellers' | 'coaches', (Person & { hours: Window[] })[]>> {
  const sampleCount = SELLERS.length + coachFaces.length;
  const sampleIds = await listSampleIds(deps);
  const players = await listSomePlayers(deps.db, sampleCount + sampleIds.length);
  // Visitors try the demo with the sample accounts, which must not be sellers yet.
  const people = players.filter(({ id }) => !sampleIds.includes(id)).map(({ id, hours }) => ({ userId: id, hours }));
  return { sellers: people.slice(0, SELLERS.length), coaches: people.slice(SELLERS.length, sampleCount) };
}

/**
 * Seeds a demo marketplace: some published players offer themselves for hire, and three others act as coaches. The
 * payment provider's sandbox has to be reachable. Does nothing if coaches already exist.
 */
export async function seedMarket(deps: Deps): Promise<void> {
  if ((await listBookableCoaches(deps.db, deps.now())).length > 0) return;
  const { sellers, coaches } = await listMarketPlayers(deps);
  // The offers must be older than last week's hires.
  const earlierDeps = withEarlierClock(deps, ESTABLISHED_DAYS * DAY_MS);
  for (const [index, { hours, ...player }] of sellers.entries()) {
    const offer = SELLERS[index]!;
    await verifySeller(deps, player.userId);
    await saveOwnOffer(earlierDeps, player, { ...offer, roles: [...offer.roles], hours, active: true });
  }
  for (const [index, { userId }] of coaches.entries()) {
    await verifySeller(deps, userId);
    const coach = { coachId: coachFaces[index]!.id, userId, timezone: 'America/New_York', hours: SESSION_HOURS };
    await deps.db.transaction((tx) => appointCoach(tx, earlierDeps, coach));
  }
}
