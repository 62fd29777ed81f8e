import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { findOrderOfCharge, summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { applyEvent, catchUpEvents, receiveEvent } from '../payments/provider-events/provider-events.commands.ts';
import type { MoneyContext } from '../payments/test-money.ts';
import { listUntrueAmounts } from './test-amount-claims.ts';
import type { BookingModelRun } from './test-booking-model-types.ts';

type OrderSums = {
  id: string;
  kind: string;
  state: string;
  waits_for: string | null;
  deadline_at: string | null;
  settled_at: string | null;
  amount: number;
  credit: number;
  paid: number;
  buyer: number;
  held: number;
  seller: number;
  refund: number;
  platform: number;
  fee: number;
};

const sumOrder = async (context: MoneyContext) =>
  (
    await context.deps.db.execute(sql`
    select o.id, o.kind, o.state, o.waits_for, o.deadline_at, o.settled_at, o.amount_cents as amount, o.credit_cents as credit,
      coalesce(sum(e.amount_cents) filter (where e.account = 'buyer'), 0)::int as buyer,
      coalesce(-sum(e.amount_cents) filter (where e.account = 'buyer' and e.amount_cents < 0), 0)::int as paid,
      coalesce(sum(e.amount_cents) filter (where e.account = 'held'), 0)::int as held,
      coalesce(sum(e.amount_cents) filter (where e.account = 'seller'), 0)::int as seller,
      coalesce(sum(e.amount_cents) filter (where e.account = 'refund'), 0)::int as refund,
      coalesce(sum(e.amount_cents) filter (where e.account = 'platform'), 0)::int as platform,
      coalesce(sum(e.amount_cents) filter (where e.account = 'processor_fee'), 0)::int as fee
    from orders o left join ledger_journals j on j.order_id = o.id left join ledger_entries e on e.journal_id = j.id
    group by o.id`)
  ).rows as unknown as OrderSums[];

/** Checks the invariants that must hold after every step, even if the process crashed in the middle of it. */
export async function checkStep({ context }: Pick<BookingModelRun, 'context'>): Promise<void> {
  const totals = summarizeOrders(context.sandbox.state);
  const outsideMoves = await listOutsideMoves(context);
  expect(await findDoubleRefunds(context), 'months that went back twice').toEqual([]);
  expect(await findUnpaidEntitlements(context), 'entitlements without their money').toEqual([]);
  for (const order of await sumOrder(context)) {
    const { id, buyer, held, seller, refund, platform, fee } = order;
    // Any extra money that staff moved in the provider's dashboard is our loss.
    const { booked = 0, refunds = 0, transfers = 0 } = outsideMoves.get(id) ?? {};
    expect(seller + refund, `${id}: no more goes out than came in`).toBeLessThanOrEqual(
      order.paid + order.credit + booked,
    );
    expect(0 - buyer, `${id}: charged = held + released + refunded + fees`).toBe(
      held + seller + refund + platform + fee,
    );
    expect(Math.min(held, seller, refund), `${id}: nothing below zero`).toBeGreaterThanOrEqual(0);
    const isOpen = (order.state === 'awaiting_payment' || order.state === 'paid') && !order.settled_at;
    expect(isOpen && !(order.waits_for && order.deadline_at), `${id}: waits without owner or deadline`).toBe(false);
    // Our share of a team order must never include money that was due to a player.
    if (order.kind === 'assembly') expect(platform, `${id}: a part of a player is ours`).toBeLessThanOrEqual(4_900);
    if (order.settled_at) expect(held, `${id}: settled with money held`).toBe(0);
    // A lost card dispute may take back money that a player was already paid. All other money is spent only once.
    if (buyer === -(order.amount - order.credit))
      expect(seller + refund, `${id}: released and refunded`).toBeLessThanOrEqual(order.amount + booked);
    expect(
      (totals[id]?.refunded ?? 0) - refunds,
      `${id}: the payment provider refunded more than the books`,
    ).toBeLessThanOrEqual(refund);
    expect(
      (totals[id]?.transferred ?? 0) - transfers,
      `${id}: the payment provider sent more than the books`,
    ).toBeLessThanOrEqual(seller);
  }
}

type OutsideMoves = { booked: number; refunds: number; transfers: number };

/**
 * Returns the cents that staff moved in the provider's dashboard, by order: those already booked, and the refunds and
 * transfers not booked yet.
 */
async function listOutsideMoves({ deps, sandbox }: MoneyContext): Promise<Map<string, OutsideMoves>> {
  const found = new Map<string, OutsideMoves>();
  const getMoney = (id: string) => {
    const sums = found.get(id) ?? { booked: 0, refunds: 0, transfers: 0 };
    found.set(id, sums);
    return sums;
  };
  const { rows } = await deps.db.execute<{ id: string; of: string; cents: number; state: string; kind: string }>(
    sql`select processor_id as id, order_id as of, amount_cents as cents, state, kind from provider_movements`,
  );
  const orderIds = new Set(rows.map(({ id }) => id));
  for (const { of: id, cents, state, kind } of rows)
    if (state !== 'failed' && kind !== 'reversal') getMoney(id).booked += cents;
  const { charges, refunds, transfers } = sandbox.state;
  for (const refund of Object.values(refunds)) {
    if (refund.metadata.action_id || refund.status === 'failed' || orderIds.has(refund.id)) continue;
    const order = findOrderOfCharge(sandbox.state, charges[refund.charge]!);
    if (order) getMoney(order).refunds += refund.amount;
  }
  for (const { id, metadata, transfer_group: group, amount } of Object.values(transfers)) {
    if (!metadata.action_id && !orderIds.has(id) && group) getMoney(group).transfers += amount;
  }
  return found;
}

/**
 * Finds seats, plans and hire credits that a user still has although the payment was refunded or already spent. A hire
 * counts as using its credit if it holds more money than the buyer paid, or if its seller received more than staff paid
 * out in the provider's dashboard.
 */
async function findUnpaidEntitlements({ deps, now }: MoneyContext): Promise<unknown[]> {
  const { rows } = await deps.db.execute(sql`
    with sums as (
      select j.order_id as id, coalesce(-sum(e.amount_cents) filter (where e.account in ('buyer', 'refund')), 0)::int as kept,
             coalesce(sum(e.amount_cents) filter (where e.account = 'held'), 0)::int as held,
             coalesce(sum(e.amount_cents) filter (where e.account = 'seller'), 0)::int as seller
        from ledger_journals j join ledger_entries e on e.journal_id = j.id group by j.order_id),
    ours as (
      select order_id as id, coalesce(sum(case
               when kind = 'transfer' and state = 'continued' then amount_cents
               when kind = 'transfer' then amount_cents - from_held_cents
               when kind = 'reversal' and action_id is null and state <> 'open' then -amount_cents end), 0)::int as cents
        from provider_movements group by order_id),
    uses as (
      select sums.id, greatest(held - greatest(kept, 0), 0) + seller - greatest(coalesce(ours.cents, 0), 0) as cents
        from sums left join ours on ours.id = sums.id)
    select 'founders' as what, x.order_id as of
      from entitlements x left join sums on sums.id = x.order_id
     where x.founders_expires_at > ${now().toISOString()} and coalesce(sums.kept, 0) < 9900
       and not exists (select 1 from provider_movements m where m.order_id = x.order_id and m.state in ('open', 'continued'))
    union all
    select 'plan', p.order_id from subscriptions p left join sums on sums.id = p.order_id
     where p.status in ('active', 'past_due') and p.ending_at is null and p.first_paid_at is not null
       and coalesce(sums.kept, 0) <= 0
       and not exists (select 1 from provider_movements m where m.order_id = p.order_id and m.state in ('open', 'continued'))
    union all
    select 'credit', f.id from orders f
     where f.kind = 'founders'
       and (select coalesce(sum(x.hire_credit_count), 0) from entitlements x where x.order_id = f.id)
         + (select count(*) from orders o left join uses on uses.id = o.id
             where o.credit_of = f.id and (o.state = 'awaiting_payment' or o.state = 'paid' and uses.cents > 0)) > 1`);
  return rows;
}

/** Finds plan months that were refunded after the buyer's bank had already reversed the payment. */
async function findDoubleRefunds({ deps, sandbox }: MoneyContext): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: number; cause: string }>(
    sql`select id, cause from ledger_journals where cause like 'chargeback:%' or cause like 'guarantee:in%'`,
  );
  const writtenAs = new Map(rows.map(({ id, cause }) => [cause, Number(id)]));
  return Object.values(sandbox.state.disputes).flatMap(({ id, payment_intent: intent }) => {
    const invoice = Object.values(sandbox.state.invoices).find((one) => one.payment_intent === intent)?.id;
    // A bank may give back the money it took.
    const chargebackAt = writtenAs.has(`chargeback:${id}:undone`) ? undefined : writtenAs.get(`chargeback:${id}`);
    const refundAction = writtenAs.get(`guarantee:${invoice}`);
    return invoice && chargebackAt && refundAction && refundAction > chargebackAt ? [invoice] : [];
  });
}

/** Checks seats and all invariants that hold only once all events have arrived. */
export async function checkEnd(run: BookingModelRun): Promise<void> {
  const { context } = run;
  const { deps, sandbox } = context;
  await context.quiesce();
  await catchUpEvents(deps);
  await context.quiesce();
  expect(await listUntrueAmounts(context), 'amounts in words that the books do not know').toEqual([]);
  const totals = summarizeOrders(sandbox.state);
  const { rows: unsent } = await deps.db.execute<{
    order_id: string;
    kind: string;
    cents: number;
    problem: string;
    state: string;
  }>(sql`
    select order_id, kind, amount_cents as cents, problem, state from money_actions where state in ('pending', 'stuck', 'otherwise') and kind in ('refund', 'transfer')`);
  for (const { id, refund, seller, buyer } of await sumOrder(context)) {
    const listUnsent = (kind: string) =>
      unsent.filter((one) => one.order_id === id && one.kind === kind).reduce((sum, one) => sum + one.cents, 0);
    // Only an open card dispute may keep money from arriving.
    expect(totals[id]?.refunded ?? 0, `${id}: refunded`).toBe(refund - listUnsent('refund'));
    expect(totals[id]?.transferred ?? 0, `${id}: transferred`).toBe(seller - listUnsent('transfer'));
    expect(totals[id]?.charged ?? 0, `${id}: charged`).toBe(0 - buyer);
  }
  const running = Object.values(sandbox.state.subscriptions).filter((one) => one.status !== 'canceled');
  expect(running.length, 'one running plan a person').toBe(new Set(running.map((one) => one.customer)).size);
  const { rows: leavingRows } = await deps.db.execute<{ id: string }>(sql`
    select c.customer_id as id from stripe_customers c join auth.users u on u.id = c.user_id where u.delete_after is not null`);
  for (const { id } of leavingRows) expect(running.map((one) => one.customer)).not.toContain(id);
  const { rows: undecidedOrders } = await deps.db.execute<{ id: string }>(
    sql`select order_id as id from provider_movements where state = 'open'`,
  );
  const stuckActions = unsent.filter(
    (one) =>
      one.state !== 'otherwise' &&
      !undecidedOrders.some(({ id }) => id === one.order_id) &&
      !Object.values(sandbox.state.disputes).some(
        (dispute) =>
          dispute.status === 'needs_response' &&
          findOrderOfCharge(sandbox.state, sandbox.state.charges[dispute.charge]!) === one.order_id,
      ),
  );
  expect(stuckActions, 'actions that never arrive').toEqual([]);
  const [seats] = (
    await deps.db.execute<{ taken: number; orders: number }>(sql`
    select (select count(*)::int from founders_seats where order_id is not null) as taken,
           (select count(*)::int from founders_seats s join orders o on o.id = s.order_id
             where o.kind = 'founders' and o.state in ('awaiting_payment', 'paid')) as orders`)
  ).rows;
  expect(seats!.taken).toBe(seats!.orders);
  const { rows } = await deps.db.execute(
    sql`select event_id, event_type, problem from payments_audit where processed_at is null`,
  );
  // A refund that was sent before its order was frozen is recorded only after the bank's decision, and so is its
  // failure.
  const undecidedRefunds = unsent.filter((one) => one.kind === 'refund' && !stuckActions.includes(one));
  const [failedRefunds, others] = [true, false].map((fails) =>
    rows.filter((one) => (one.event_type === 'refund.failed') === fails),
  );
  expect(others, 'events that were never applied').toEqual([]);
  expect(failedRefunds!.length, 'failed refunds that were never applied').toBeLessThanOrEqual(undecidedRefunds.length);
}

const takeSnapshot = async (context: MoneyContext) => {
  const { rows } = await context.deps.db.execute(sql`
    select (select jsonb_agg(o order by o.id) from orders o) as orders,
           (select jsonb_agg(e order by e.journal_id, e.account) from ledger_entries e) as entries,
           (select jsonb_agg(b order by b.id) from bookings b) as bookings,
           (select jsonb_agg(t order by t.id) from team_builds t) as teams,
           (select jsonb_agg(x order by x.user_id) from entitlements x) as entitlements,
           (select jsonb_agg(a order by a.id) from money_actions a) as actions,
           (select jsonb_agg(jsonb_build_array(s.subscription_id, s.plan, s.status, s.next_plan, s.cancel_at_period_end) order by s.subscription_id) from subscriptions s) as subscriptions,
           (select count(*) from disputes) as disputes, (select count(*) from order_events) as events, (select count(*) from notification_outbox) as messages`);
  return rows[0];
};

/** Replays all events from the start in a different order, as if none had been applied, and expects no change. */
export async function checkReplay({ context }: BookingModelRun): Promise<void> {
  const before = await takeSnapshot(context);
  await context.deps.db.execute(sql`update payments_audit set processed_at = null`);
  for (const event of context.sandbox.state.events.toReversed()) await applyEvent(context.deps, event.id);
  for (const event of context.sandbox.state.events) await receiveEvent(context.deps, event as never);
  expect(await takeSnapshot(context)).toEqual(before);
}
