import { prices } from '../../content/prices.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { lockOrder } from '../payments/orders/orders.commands.ts';
import { isTimeZone } from '../profiles/profiles.schema.ts';
import * as messages from './team-assembly.messages.ts';
import { expireUnpaid, findOrderWithoutTeam, findTeamOfOrder, insertTeam } from './team-assembly.queries.ts';
import type { TeamBuildInput } from './team-assembly.schema.ts';
import { beginTeam } from './team-lifecycle.commands.ts';

const UNPAID_DAYS = 7;

/**
 * Saves a team request. If a paid order is already waiting for one, the 48-hour clock starts immediately. Otherwise the
 * request waits for payment.
 * @throws Refusal invalid for a day in the past, forbidden when made for someone else
 */
export async function requestTeam(
  deps: Deps,
  actor: Person,
  input: TeamBuildInput,
): Promise<{ id: string; paid: boolean }> {
  if (input.buyer_id && input.buyer_id !== actor.userId) {
    throw new Refusal('forbidden', messages.ownTeamOnly, 'buyer_id');
  }
  if (!isTimeZone(input.timezone)) throw new Refusal('invalid', messages.timeZoneInvalid, 'timezone');
  const now = deps.now();
  // A day ends at different times around the world. In the last time zone, it ends 12 hours after UTC.
  const endOfDay = Date.parse(`${input.deadline}T23:59:59Z`) + 12 * HOUR_MS;
  if (Number.isNaN(endOfDay) || endOfDay <= now.getTime()) {
    throw new Refusal('invalid', messages.deadlinePassed, 'deadline');
  }
  return deps.db.transaction(async (tx) => {
    const row = await insertTeam(tx, {
      buyerId: actor.userId,
      description: input.budget_notes,
      desiredRoles: input.desired_roles,
      skillTiers: input.skill_tiers,
      region: input.region,
      platform: input.platform,
      availabilityWindows: input.availability_windows,
      windows: input.windows,
      timezone: input.timezone,
      discordPsn: input.discord_psn,
      wantedBy: input.deadline,
      totalPrice: prices.PRICE_TEAM_ASSEMBLY.cents / 100,
      createdAt: now,
    });
    const orderId = await findOrderWithoutTeam(tx, actor.userId);
    if (!orderId) return { id: row.id, paid: false };
    const order = await lockOrder(tx, orderId);
    if (order.settledAt || order.waitsFor !== 'buyer' || (await findTeamOfOrder(tx, orderId)))
      return { id: row.id, paid: false };
    await beginTeam(tx, deps, order, row);
    return { id: row.id, paid: true };
  });
}

/** Expires requests that weren't paid within a week. */
export async function expireUnpaidRequests(deps: Deps): Promise<void> {
  await expireUnpaid(deps.db, subtractMs(deps.now(), UNPAID_DAYS * DAY_MS));
}
