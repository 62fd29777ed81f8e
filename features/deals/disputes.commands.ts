import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { bookingOfOrder, claimBooking, ruleViewOf } from '../bookings/bookings.queries.ts';
import { mayDispute } from '../bookings/bookings.rules.ts';
import { audit } from '../moderation/audit.commands.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { payPlayers } from '../teams/team-life.commands.ts';
import { claimTeam, teamOfOrder } from '../teams/teams.queries.ts';
import { closeDispute, type Dispute, findDispute, insertDispute, insertMessage } from './disputes.queries.ts';
import { totalsOf } from './ledger.queries.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { lockOrder, note, refundHeld, releaseHeld } from './orders/orders.commands.ts';
import { type Order, setWaiting } from './orders/orders.queries.ts';
import { after, dollars, PATIENCE } from './orders/orders.rules.ts';
import { settleOrder } from './payment.commands.ts';

type Actor = { userId: string };
export type Party = 'buyer' | 'seller' | 'admin';

/**
 * Who somebody is in an order.
 * @throws Refusal not_found for strangers
 */
export async function partyOf(db: Db, order: Order, userId: string, isAdmin: boolean): Promise<Party> {
  if (order.buyerId === userId) return 'buyer';
  if (order.kind !== 'assembly' && (await bookingOfOrder(db, order.id))?.playerId === userId) return 'seller';
  if (isAdmin) return 'admin';
  throw new Refusal('not_found', 'There is no such order.');
}

/**
 * Calls an admin in. The held funds stay where they are until the decision.
 * @throws Refusal conflict when the money has gone or nothing has begun
 */
export async function openDispute(deps: Deps, actor: Actor, orderId: string, reason: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const party = await partyOf(tx, order, actor.userId, false);
    const now = deps.now();
    const frozen = (await freezeBooking(tx, order, now)) || (await freezeTeam(tx, order));
    if (!frozen)
      throw new Refusal('conflict', 'This order cannot be disputed now. If money went wrong, please contact support.');
    const id = await insertDispute(tx, { orderId, openedBy: actor.userId, reason, createdAt: now });
    await insertMessage(tx, { disputeId: id, authorId: actor.userId, authorRole: party, text: reason, createdAt: now });
    await setWaiting(tx, orderId, 'admin', after(now, PATIENCE.admin));
    await note(
      tx,
      deps,
      orderId,
      `The ${party === 'buyer' ? 'buyer' : 'player'} opened a dispute. An admin decides within ${refundTerms.disputeDecisionDays} days.`,
    );
    await notifyAdmins(tx, deps, `dispute:${id}`, 'A dispute was opened', [reason.slice(0, 200)]);
    await notifyParties(
      tx,
      deps,
      order,
      `dispute:${id}`,
      'A dispute was opened',
      ['Say what happened and attach what you have. The held funds stay where they are until an admin has decided.'],
      actor.userId,
    );
    return id;
  });
}

async function freezeBooking(tx: Db, order: Order, now: Date): Promise<boolean> {
  const row = await bookingOfOrder(tx, order.id);
  if (!row || !mayDispute(await ruleViewOf(tx, row, order.amountCents), now)) return false;
  if (((await totalsOf(tx, order.id)).held ?? 0) === 0) return false;
  return claimBooking(tx, row.id, row.status, { status: 'disputed', statusBefore: row.status, updatedAt: now });
}

async function freezeTeam(tx: Db, order: Order): Promise<boolean> {
  const row = order.kind === 'assembly' ? await teamOfOrder(tx, order.id) : undefined;
  return row?.status === 'delivered' ? claimTeam(tx, row.id, 'delivered', { status: 'disputed' }) : false;
}

async function notifyParties(
  tx: Db,
  deps: Deps,
  order: Order,
  cause: string,
  title: string,
  lines: string[],
  except?: string,
): Promise<void> {
  const seller = order.kind === 'assembly' ? null : (await bookingOfOrder(tx, order.id))?.playerId;
  const people = [order.buyerId, seller].filter((id): id is string => Boolean(id) && id !== except);
  await enqueueNotifications(
    tx,
    deps,
    people.map((userId) => ({
      userId,
      kind: 'booking' as const,
      title,
      lines,
      link: { label: 'Open the order', path: `/protocol/money/${order.id}` },
      dedupeKey: `${cause}:${userId}`,
    })),
  );
}

/** A word in the thread of a dispute. */
export async function writeInDispute(
  deps: Deps,
  actor: Actor & { isAdmin: boolean },
  disputeId: string,
  text: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const dispute = await openOne(tx, disputeId);
    const order = await lockOrder(tx, dispute.orderId);
    const party = await partyOf(tx, order, actor.userId, actor.isAdmin);
    const now = deps.now();
    await insertMessage(tx, { disputeId, authorId: actor.userId, authorRole: party, text, createdAt: now });
    await notifyParties(
      tx,
      deps,
      order,
      `word:${disputeId}:${now.getTime()}`,
      'News in a dispute',
      [text.slice(0, 200)],
      actor.userId,
    );
  });
}

async function openOne(tx: Db, disputeId: string): Promise<Dispute> {
  const dispute = await findDispute(tx, disputeId);
  if (dispute?.source !== 'people') throw new Refusal('not_found', 'There is no such dispute.');
  if (dispute.state !== 'open') throw new Refusal('conflict', 'This dispute is decided.');
  return dispute;
}

/**
 * An admin splits the held funds.
 * @param split cents for the player (or players) and back to the buyer; together exactly what is held
 */
export async function decideDispute(
  deps: Deps,
  admin: Actor,
  disputeId: string,
  split: { sellerCents: number; refundCents: number; decision: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const dispute = await findDispute(tx, disputeId);
    if (!dispute) throw new Refusal('not_found', 'There is no such dispute.');
    const order = await lockOrder(tx, dispute.orderId);
    await openOne(tx, disputeId);
    const held = (await totalsOf(tx, order.id)).held ?? 0;
    if (split.sellerCents + split.refundCents !== held) {
      throw new Refusal(
        'invalid',
        `Both parts together have to be ${dollars(held)}, which is what is held.`,
        'sellerCents',
      );
    }
    const { sellerCents, refundCents, decision } = split;
    const now = deps.now();
    await closeDispute(tx, disputeId, { sellerCents, refundCents, decision, decidedBy: admin.userId, decidedAt: now });
    if (refundCents > 0) {
      await refundHeld(tx, deps, order, {
        cause: `dispute:${disputeId}:refund`,
        cents: refundCents,
        memo: 'Refund by decision',
      });
    }
    await paySellers(tx, deps, order, disputeId, sellerCents);
    const line = `Decided: ${dollars(sellerCents)} to the player, ${dollars(refundCents)} back to the buyer. ${decision}`;
    await note(tx, deps, order.id, line);
    await audit(tx, deps, {
      adminId: admin.userId,
      action: 'decide_dispute',
      targetType: 'order',
      targetId: order.id,
      after: split,
    });
    await notifyParties(tx, deps, order, `decided:${disputeId}`, 'The dispute is decided', [line]);
    await settleOrder(tx, deps, order);
  });
}

async function paySellers(tx: Db, deps: Deps, order: Order, disputeId: string, cents: number): Promise<void> {
  if (order.kind === 'assembly') {
    const row = (await teamOfOrder(tx, order.id))!;
    await claimTeam(tx, row.id, 'disputed', { status: 'decided' });
    if (cents > 0) await payPlayers(tx, deps, { order, row }, cents);
    return;
  }
  const row = (await bookingOfOrder(tx, order.id))!;
  await claimBooking(tx, row.id, 'disputed', { status: 'decided', updatedAt: deps.now() });
  if (cents === 0) return;
  if (!row.playerId) throw new Refusal('conflict', 'The player has left. Refund the whole amount instead.');
  await releaseHeld(tx, deps, order, {
    cause: `dispute:${disputeId}:release`,
    cents,
    memo: 'Released by decision',
    payeeId: row.playerId,
  });
}
