import { founders } from '../../content/prices.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { bookingOfOrder, ruleViewOf } from '../bookings/bookings.queries.ts';
import { mayDispute } from '../bookings/bookings.rules.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { type Party, partyOf } from './disputes.commands.ts';
import { disputeOfOrder, findDispute, messagesOf } from './disputes.queries.ts';
import { entitlementOf, foundersSold, seatsLeft, subscriptionOf } from './entitlements.queries.ts';
import { balance, ledgerLinesOf } from './ledger.queries.ts';
import { type CardRow, cardsOfOrders, isSeated, ordersOfPerson } from './money.queries.ts';
import type { DisputeView, Entitlements, OrderCard, OrderView, Report } from './money.schema.ts';
import { actionsOf } from './money-actions.queries.ts';
import { listOrders, type OrderFilter, openDisputes } from './order-admin.queries.ts';
import { findOrder, orderEventsOf } from './orders/orders.queries.ts';
import { after, offerOf, PATIENCE } from './orders/orders.rules.ts';
import { planNow } from './plan-in-force.commands.ts';
import { latestReports } from './reconcile.queries.ts';

type Actor = { userId: string };
const PAGE = 30;
const iso = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

function cardOf(row: CardRow, side: Party): OrderCard {
  return {
    id: row.id,
    side,
    kind: row.kind,
    priceId: row.price_id,
    name: offerOf(row.price_id)?.name ?? row.price_id,
    amountCents: row.amount_cents,
    creditCents: row.credit_cents,
    state: row.state,
    stage: row.stage,
    waitsFor: row.waits_for,
    deadlineAt: iso(row.deadline),
    frozen: row.frozen,
    settledAt: iso(row.settled),
    createdAt: iso(row.created)!,
    bookingId: row.booking_id,
    teamBuildId: row.team_build_id,
    people: peopleOf(row, side),
  };
}

function peopleOf(row: CardRow, side: Party): string[] {
  const buyer = row.buyer_name ?? (row.buyer_id ? 'somebody without a profile' : 'a former member');
  const player = row.player_name === null ? [] : [row.player_name];
  if (side === 'buyer') return player;
  return side === 'seller' ? [buyer] : [buyer, ...player];
}

/** What is left of the founders offer, for everybody. */
export async function foundersLeft(deps: Deps): Promise<{ seatsLeft: number; priorityLeft: number }> {
  const [left, sold] = [await seatsLeft(deps.reads), await foundersSold(deps.reads)];
  return { seatsLeft: left, priorityLeft: Math.max(0, founders.priorityMatchingSeats - sold) };
}

/** Everything that somebody bought or is paid for, newest first. */
export async function ordersOf(deps: Deps, actor: Actor, before: string | undefined) {
  const rows = await ordersOfPerson(deps.db, actor.userId, before, PAGE + 1);
  const orders = rows.slice(0, PAGE).map((row) => cardOf(row, row.buyer_id === actor.userId ? 'buyer' : 'seller'));
  return { orders, next: rows.length > PAGE ? orders.at(-1)!.id : null };
}

/**
 * One order with its ledger lines, for its people and admins.
 * @throws Refusal not_found for everybody else
 */
export async function readOrder(deps: Deps, actor: Actor, id: string): Promise<OrderView> {
  const { db } = deps;
  const order = await findOrder(db, id);
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  const seated = order.kind === 'assembly' && order.buyerId !== actor.userId && (await isSeated(db, id, actor.userId));
  const side = seated ? 'seller' : await partyOf(db, order, actor.userId, await isAdmin(db, actor.userId));
  const [row] = await cardsOfOrders(db, [id]);
  const booking = await bookingOfOrder(db, id);
  const sums = await balance(db, id);
  const dispute = await disputeOfOrder(db, id);
  const guarantee =
    order.kind === 'founders' && order.paidAt && !order.settledAt ? after(order.paidAt, PATIENCE.guarantee) : null;
  const disputable = booking
    ? mayDispute(await ruleViewOf(db, booking, order.amountCents), deps.now())
    : order.kind === 'assembly' && row!.stage === 'delivered';
  return {
    ...cardOf(row!, side),
    payUrl: side === 'buyer' && order.state === 'awaiting_payment' ? order.sessionUrl : null,
    balance: sums,
    ledger: await ledgerLinesOf(db, id),
    history: (await orderEventsOf(db, id)).map(({ line, at }) => ({ line, at: at.toISOString() })),
    underWay: (await actionsOf(db, id))
      .filter((one) => one.kind === 'refund' || one.kind === 'transfer')
      .map((one) => ({
        id: one.id,
        kind: one.kind,
        cents: one.amountCents,
        state: one.state,
        problem: side === 'admin' || one.state === 'stuck' ? one.problem : null,
      })),
    disputeId: dispute?.id ?? null,
    mayDispute: disputable && !dispute && sums.held > 0 && side !== 'admin' && !seated,
    guaranteeUntil: guarantee && guarantee > deps.now() && side === 'buyer' ? guarantee.toISOString() : null,
  };
}

/** The plan and the credits of a person. */
export async function entitlementsOf(deps: Deps, actor: Actor): Promise<Entitlements> {
  const plan = await planNow(deps, actor.userId);
  const held = await entitlementOf(deps.db, actor.userId);
  const running = await subscriptionOf(deps.db, actor.userId);
  const active = held?.foundersExpiresAt && held.foundersExpiresAt > deps.now();
  const guarantee = running?.firstPaidAt ? after(running.firstPaidAt, PATIENCE.guarantee) : null;
  return {
    user_id: actor.userId,
    founders_expires_at: held?.foundersExpiresAt?.toISOString() ?? null,
    hire_credit_count: active ? held.hireCreditCount : 0,
    hire_credit_cap_usd: held?.hireCreditCapUsd ?? 0,
    priority_matching: Boolean(active && held.priorityMatching),
    plan,
    subscription: running
      ? {
          plan: running.plan,
          status: running.status,
          currentPeriodEnd: running.currentPeriodEnd?.toISOString() ?? null,
          cancelAtPeriodEnd: running.cancelAtPeriodEnd,
          nextPlan: running.nextPlan,
          guaranteeUntil:
            guarantee && guarantee > deps.now() && running.status === 'active' ? guarantee.toISOString() : null,
        }
      : null,
  };
}

/** A dispute with its thread, for the people of the order and admins. */
export async function readDispute(deps: Deps, actor: Actor, id: string): Promise<DisputeView> {
  const dispute = await findDispute(deps.db, id);
  const order = dispute?.source === 'people' ? await findOrder(deps.db, dispute.orderId) : undefined;
  if (!dispute || !order) throw new Refusal('not_found', 'There is no such dispute.');
  const party = await partyOf(deps.db, order, actor.userId, await isAdmin(deps.db, actor.userId));
  return {
    id,
    orderId: order.id,
    orderName: offerOf(order.priceId)?.name ?? order.priceId,
    state: dispute.state,
    party,
    reason: dispute.reason,
    heldCents: (await balance(deps.db, order.id)).held,
    sellerCents: dispute.sellerCents,
    refundCents: dispute.refundCents,
    decision: dispute.decision,
    createdAt: dispute.createdAt.toISOString(),
    bookingId: (await bookingOfOrder(deps.db, order.id))?.id ?? null,
    messages: (await messagesOf(deps.db, id)).map((one) => ({
      by: one.authorRole,
      mine: one.authorId === actor.userId,
      text: one.text,
      at: one.createdAt.toISOString(),
    })),
  };
}

/** Orders for the admin's desk. */
export async function adminOrders(deps: Deps, view: OrderFilter['view'], before: string | undefined) {
  const rows = await listOrders(deps.db, { view, before, limit: PAGE + 1, now: deps.now() });
  const ids = rows.slice(0, PAGE).map((row) => row.id);
  const cards = new Map((await cardsOfOrders(deps.db, ids)).map((row) => [row.id, cardOf(row, 'admin')]));
  return { orders: ids.map((id) => cards.get(id)!), next: rows.length > PAGE ? ids.at(-1)! : null };
}

export async function adminDisputes(deps: Deps) {
  const rows = await openDisputes(deps.db);
  return rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    source: row.source,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function reports(deps: Deps): Promise<Report[]> {
  const rows = await latestReports(deps.db, 20);
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.startedAt.toISOString(),
    ordersChecked: row.ordersChecked,
    differences: row.differences as Report['differences'],
  }));
}
