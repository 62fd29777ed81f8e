import { type Deps, notifyPublicPagesChanged, type Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { isAdultConfirmed } from '../accounts/terms.queries.ts';
import * as paymentMessages from '../payments/payments.messages.ts';
import { isPayable } from '../payments/sellers.queries.ts';
import * as messages from './bookings.messages.ts';
import type { OfferInput } from './bookings.schema.ts';
import { saveOffer } from './hire-offers.queries.ts';

/**
 * Saves a player's offer for seven games.
 * @throws Refusal invalid when the roles don't fit the tier; unconfirmed when a payable seller hasn't confirmed to be an
 *   adult
 */
export async function saveOwnOffer(deps: Deps, actor: Person, offer: OfferInput): Promise<void> {
  if (offer.priceId === 'PRICE_7G_LOCK' && !offer.roles.every((role) => role === 'Lock' || role === 'PG')) {
    throw new Refusal('invalid', messages.lockTierRoles, 'roles');
  }
  // Sellers who aren't payable don't have to confirm yet. Others can't see their offer, and becoming payable requires
  // this confirmation too.
  const isSelling = offer.active && (await isPayable(deps.db, actor.userId));
  if (isSelling && !(await isAdultConfirmed(deps.db, actor.userId))) {
    throw new Refusal('unconfirmed', paymentMessages.adultUnconfirmed, 'adult');
  }
  await saveOffer(deps.db, actor.userId, offer, deps.now());
  await notifyPublicPagesChanged(deps, { shown: ['offers'] });
}
