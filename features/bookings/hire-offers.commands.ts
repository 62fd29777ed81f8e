import { type Deps, notifyPublicPagesChanged, type Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import * as messages from './bookings.messages.ts';
import type { OfferInput } from './bookings.schema.ts';
import { saveOffer } from './hire-offers.queries.ts';

/**
 * Saves a player's offer for seven games.
 * @throws Refusal invalid when the roles don't fit the tier
 */
export async function saveOwnOffer(deps: Deps, actor: Person, offer: OfferInput): Promise<void> {
  if (offer.priceId === 'PRICE_7G_LOCK' && !offer.roles.every((role) => role === 'Lock' || role === 'PG')) {
    throw new Refusal('invalid', messages.lockTierRoles, 'roles');
  }
  await saveOffer(deps.db, actor.userId, offer, deps.now());
  await notifyPublicPagesChanged(deps, { shown: ['offers'] });
}
