import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { readback } from '../../integrations/stripe/sandbox.ts';
import { cardOf, cards } from '../../integrations/stripe/sandbox-cards.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { makeUser } from '../accounts/factory.ts';
import { approveSession, callOffSession, moveSession } from '../bookings/coaching/commands.ts';
import { makeCoach } from '../bookings/factory.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from '../bookings/hires/commands.ts';
import { askPlayer, confirmDelivery } from '../teams/candidates/commands.ts';
import { answerInvitation, confirmTeam } from '../teams/life/commands.ts';
import { requestTeam } from '../teams/requests/commands.ts';
import { abandonCheckout, startCheckout } from './checkout/commands.ts';
import { passDeadlines } from './deadlines/commands.ts';
import { decideDispute, openDispute } from './disputes/commands.ts';
import { returnFounders } from './entitlements/commands.ts';
import { applyEvent, catchUp, receiveEvent } from './events/commands.ts';
import { makeSeller } from './factory.ts';
import { returnPlan } from './subscriptions/commands.ts';
import type { MoneyHouse } from './test-money.ts';
import { runActions } from './worker/commands.ts';

export type Cast = {
  buyers: { userId: string }[];
  sellers: { userId: string }[];
  admin: { userId: string };
  coach: { userId: string; coachId: string };
};

/** The people of a play: buyers, verified sellers of every tier, a coach, an admin. */
export async function castOf(house: MoneyHouse): Promise<Cast> {
  const { deps } = house;
  return {
    buyers: [await makeUser(deps), await makeUser(deps), await makeUser(deps)],
    sellers: [
      await makeSeller(deps, { priceId: 'PRICE_7G_ROLE' }),
      await makeSeller(deps, { priceId: 'PRICE_7G_LOCK' }),
      await makeSeller(deps, { priceId: 'PRICE_7G_ELITE' }),
    ],
    admin: await makeUser(deps, { admin: true }),
    coach: await makeCoach(deps),
  };
}

const PRICES = [
  'PRICE_FOUNDERS_6MO',
  'PRICE_TEAM_ASSEMBLY',
  'PRICE_7G_ROLE',
  'PRICE_7G_LOCK',
  'PRICE_7G_ELITE',
  'PRICE_7G_LOCK',
  'PRICE_COACHING_30',
  'PRICE_PRO_MONTHLY',
  'PRICE_PREMIUM_MONTHLY',
] as const;
const HIRE_SELLER: Record<string, number> = { PRICE_7G_ROLE: 0, PRICE_7G_LOCK: 1, PRICE_7G_ELITE: 2 };
const CLOCK = [
  60_000,
  600_000,
  1_900_000,
  3_600_000,
  25 * 3_600_000,
  49 * 3_600_000,
  8 * 24 * 3_600_000,
  15 * 24 * 3_600_000,
];

const n = fc.nat({ max: 1_000 });
const KINDS = {
  buy: 5,
  pay: 6,
  deliver: 8,
  again: 2,
  lose: 1,
  clock: 3,
  actions: 6,
  deadlines: 4,
  catchUp: 2,
  answer: 4,
  choose: 2,
  game: 8,
  leave: 1,
  session: 2,
  dispute: 1,
  decide: 2,
  request: 1,
  ask: 5,
  invitation: 6,
  handOver: 3,
  confirm: 1,
  abandon: 1,
  cardDispute: 1,
  bankDecides: 2,
  guarantee: 1,
  period: 1,
} as const;
export type Kind = keyof typeof KINDS;
export type Command = { kind: Kind; a: number; b: number; c: number; dies: { step: number; afterIt: boolean } | null };

/** One command of a play: what, three numbers that pick its people and objects, and perhaps where the process dies. */
export const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.oneof(...Object.entries(KINDS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) }))),
  a: n,
  b: n,
  c: n,
  dies: fc.option(fc.record({ step: fc.integer({ min: 1, max: 30 }), afterIt: fc.boolean() }), { freq: 3 }),
});

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

export type Play = { house: MoneyHouse; cast: Cast; orders: Set<string>; died: number; done: Record<string, number> };

/** Carries out one command; refusals and deaths are part of the play, anything else is a defect. */
export async function perform(play: Play, command: Command): Promise<void> {
  const { house } = play;
  const { dies } = command;
  const process = dies ? house.dying(dies.step, dies.afterIt) : undefined;
  try {
    await act(play, process?.deps ?? house.deps, command);
    play.done[command.kind] = (play.done[command.kind] ?? 0) + 1;
  } catch (error) {
    if (!process?.isDead() && !(error instanceof Refusal)) throw error;
  }
  if (process?.isDead()) play.died += 1;
  if (command.kind === 'buy') {
    const { rows } = await house.deps.db.execute<{ id: string }>(
      sql`select id from orders where created_at = ${house.now().toISOString()}`,
    );
    for (const row of rows) play.orders.add(row.id);
  }
}

async function act(play: Play, deps: Deps, { kind, a, b, c }: Command): Promise<unknown> {
  const { house, cast } = play;
  const { sandbox } = house;
  const { db } = house.deps;
  const rowsOf = async <T extends object>(query: ReturnType<typeof sql>) =>
    (await db.execute(query)).rows as unknown as T[];
  switch (kind) {
    case 'buy': {
      const buyer = pick(cast.buyers, a)!;
      const priceId = pick(PRICES, b)!;
      const base = {
        priceId,
        userId: buyer.userId,
        mode: priceId.endsWith('MONTHLY') ? ('subscription' as const) : ('payment' as const),
        useCredit: false,
      };
      const seller = cast.sellers[HIRE_SELLER[priceId] ?? -1];
      const slot = new Date(
        Math.ceil((house.now().getTime() + (3 + (c % 60)) * 3_600_000) / 3_600_000) * 3_600_000,
      ).toISOString();
      const choice = seller
        ? { playerId: seller.userId, role: 'PG', useCredit: c % 3 === 0 }
        : { coachId: cast.coach.coachId, startsAt: slot };
      return startCheckout(deps, buyer, c % 4 === 1 ? base : { ...base, ...choice });
    }
    case 'pay': {
      const open = Object.values(sandbox.state.sessions).filter(
        (one) => one.status === 'open' && one.expires_at > house.now().getTime() / 1000,
      );
      const session = pick(open, a);
      const card =
        b % 5 === 0
          ? pick(
              cards.filter((one) => !one.declined),
              b,
            )!
          : cardOf('4242424242424242')!;
      return session && sandbox.engine.pay(session, card);
    }
    case 'deliver': {
      const event = pick(sandbox.waiting, a);
      if (!event) return undefined;
      sandbox.waiting.splice(sandbox.waiting.indexOf(event), 1);
      return receiveEvent(deps, event as never);
    }
    case 'again': {
      const event = pick(sandbox.state.events, a);
      return event && receiveEvent(deps, event as never);
    }
    case 'lose':
      return sandbox.waiting.splice(a % Math.max(1, sandbox.waiting.length), 1);
    case 'clock':
      return house.advance(pick(CLOCK, a)!);
    case 'actions':
      return runActions(deps);
    case 'deadlines':
      return passDeadlines(deps);
    case 'catchUp':
      return catchUp(deps);
    case 'answer': {
      const [row] = await rowsOf<{ id: string; p: string }>(
        sql`select id, player_id as p from bookings where status = 'held' order by created_at offset ${a % 3} limit 1`,
      );
      return row && answerHire(deps, { userId: row.p }, row.id, b % 4 !== 0);
    }
    case 'choose': {
      const [row] = await rowsOf<{ id: string; u: string; p: string }>(sql`
        select o.id, o.buyer_id as u, o.price_id as p from orders o where o.kind = 'hire' and o.state = 'paid' and o.settled_at is null
           and not exists (select 1 from bookings b where b.order_id = o.id) order by o.created_at limit 1`);
      return (
        row &&
        chooseHire(deps, { userId: row.u }, row.id, { playerId: cast.sellers[HIRE_SELLER[row.p]!]!.userId, role: 'PG' })
      );
    }
    case 'game': {
      const [row] = await rowsOf<{ id: string; u: string; p: string; n: number }>(sql`
        select id, buyer_id as u, player_id as p, completed_games as n from bookings
         where status in ('accepted', 'in_progress') order by created_at offset ${a % 2} limit 1`);
      return row && reportGame(deps, { userId: b % 2 ? row.u : row.p }, row.id, { no: row.n + 1, note: '' });
    }
    case 'leave': {
      const [row] = await rowsOf<{ id: string; u: string; p: string }>(sql`
        select id, buyer_id as u, player_id as p from bookings where status in ('accepted', 'in_progress') order by created_at limit 1`);
      if (!row) return undefined;
      const actor = { userId: b % 2 ? row.u : row.p };
      const shown = await previewExit(deps, actor, row.id);
      return leaveHire(deps, actor, row.id, shown.refundCents);
    }
    case 'session': {
      const [row] = await rowsOf<{ id: string; u: string; p: string; s: string }>(sql`
        select id, buyer_id as u, player_id as p, starts_at as s from bookings where type = 'coaching' and status in ('scheduled', 'completed') order by created_at limit 1`);
      if (!row) return undefined;
      if (b % 3 === 0) return callOffSession(deps, { userId: c % 2 ? row.u : row.p }, row.id);
      if (b % 3 === 1) return approveSession(deps, { userId: row.u }, row.id);
      return moveSession(
        deps,
        { userId: row.u },
        row.id,
        new Date(Date.parse(row.s) + (1 + (c % 5)) * 3_600_000).toISOString(),
      );
    }
    case 'dispute': {
      const [row] = await rowsOf<{ id: string; u: string; p: string | null }>(sql`
        select o.id, o.buyer_id as u, b.player_id as p from orders o left join bookings b on b.order_id = o.id
         where o.state = 'paid' and o.settled_at is null and o.kind <> 'founders' order by o.created_at offset ${a % 4} limit 1`);
      return row && openDispute(deps, { userId: b % 2 && row.p ? row.p : row.u }, row.id, 'It was not as agreed.');
    }
    case 'decide': {
      const [row] = await rowsOf<{ id: string; held: number }>(sql`
        select d.id, (select sum(e.amount_cents)::int from ledger_journals j join ledger_entries e on e.journal_id = j.id
                       where j.order_id = d.order_id and e.account = 'held') as held
          from disputes d where d.state = 'open' and d.source = 'people' limit 1`);
      if (!row) return undefined;
      const sellerCents = b % 3 === 0 ? 0 : b % 3 === 1 ? row.held : Math.floor((row.held * (c % 100)) / 100);
      return decideDispute(deps, cast.admin, row.id, {
        sellerCents,
        refundCents: row.held - sellerCents,
        decision: 'Both were heard.',
      });
    }
    case 'request':
      return requestTeam(deps, pick(cast.buyers, a)!, {
        desired_roles: (['PG', 'C', 'Lock'] as const).slice(0, 1 + (b % 3)),
        skill_tiers: 'advanced',
        region: 'eu',
        platform: 'ps5',
        availability_windows: 'Evenings',
        windows: [],
        timezone: 'UTC',
        discord_psn: 'captain',
        budget_notes: '',
        deadline: '2030-01-01',
      });
    case 'ask': {
      const [row] = await rowsOf<{ id: string; roles: string[] }>(
        sql`select id, desired_roles as roles from team_builds where status = 'assembling' limit 1`,
      );
      return (
        row &&
        askPlayer(deps, cast.admin, row.id, { seat: a % row.roles.length, playerId: pick(cast.sellers, b)!.userId })
      );
    }
    case 'invitation': {
      const [row] = await rowsOf<{ t: string; p: string }>(
        sql`select team_build_id as t, player_id as p from team_build_players where accepted is null limit 1`,
      );
      return row && answerInvitation(deps, { userId: row.p }, row.t, b % 8 !== 0);
    }
    case 'handOver': {
      const [row] = await rowsOf<{ id: string }>(sql`select id from team_builds where status = 'filled' limit 1`);
      return row && confirmDelivery(deps, cast.admin, row.id);
    }
    case 'confirm': {
      const [row] = await rowsOf<{ id: string; u: string }>(
        sql`select id, buyer_id as u from team_builds where status = 'delivered' limit 1`,
      );
      return row && confirmTeam(deps, { userId: row.u }, row.id);
    }
    case 'abandon': {
      const [row] = await rowsOf<{ id: string; u: string }>(
        sql`select id, buyer_id as u from orders where state = 'awaiting_payment' order by created_at limit 1`,
      );
      return row && abandonCheckout(deps, { userId: row.u }, row.id);
    }
    case 'cardDispute': {
      const charge = pick(
        Object.values(sandbox.state.charges).filter((one) => !one.disputed && one.amount_refunded === 0),
        a,
      );
      return charge && b % 3 === 0 && sandbox.engine.dispute(charge.id);
    }
    case 'bankDecides': {
      const dispute = pick(
        Object.values(sandbox.state.disputes).filter((one) => one.status === 'needs_response'),
        a,
      );
      return dispute && sandbox.engine.closeDispute(dispute.id, b % 2 ? 'won' : 'lost');
    }
    case 'guarantee': {
      const buyer = pick(cast.buyers, a)!;
      if (b % 2) return returnPlan(deps, buyer);
      const [row] = await rowsOf<{ id: string }>(
        sql`select id from orders where kind = 'founders' and state = 'paid' and buyer_id = ${buyer.userId} order by created_at desc limit 1`,
      );
      return row && returnFounders(deps, buyer, row.id);
    }
    case 'period': {
      const one = pick(
        Object.values(sandbox.state.subscriptions).filter((each) => each.status !== 'canceled'),
        a,
      );
      if (!one) return undefined;
      if (b % 3 === 0) return sandbox.engine.endPeriod(one);
      if (b % 3 === 1) return sandbox.engine.cancelAtPeriodEnd(one, c % 2 === 0);
      return sandbox.engine.changePlan(one, pick(Object.keys(sandbox.state.prices), c)!);
    }
  }
}

type OrderSums = {
  id: string;
  state: string;
  waits_for: string | null;
  deadline_at: string | null;
  settled_at: string | null;
  amount: number;
  credit: number;
  buyer: number;
  held: number;
  seller: number;
  refund: number;
  platform: number;
  fee: number;
};

const sumsOf = async (house: MoneyHouse) =>
  (
    await house.deps.db.execute(sql`
    select o.id, o.state, o.waits_for, o.deadline_at, o.settled_at, o.amount_cents as amount, o.credit_cents as credit,
      coalesce(sum(e.amount_cents) filter (where e.account = 'buyer'), 0)::int as buyer,
      coalesce(sum(e.amount_cents) filter (where e.account = 'held'), 0)::int as held,
      coalesce(sum(e.amount_cents) filter (where e.account = 'seller'), 0)::int as seller,
      coalesce(sum(e.amount_cents) filter (where e.account = 'refund'), 0)::int as refund,
      coalesce(sum(e.amount_cents) filter (where e.account = 'platform'), 0)::int as platform,
      coalesce(sum(e.amount_cents) filter (where e.account = 'processor_fee'), 0)::int as fee
    from orders o left join ledger_journals j on j.order_id = o.id left join ledger_entries e on e.journal_id = j.id
    group by o.id`)
  ).rows as unknown as OrderSums[];

/** What is true after every step, whoever died in the middle of it. */
export async function checkStep({ house }: Play): Promise<void> {
  const seen = readback(house.sandbox.state);
  for (const order of await sumsOf(house)) {
    const { id, buyer, held, seller, refund, platform, fee } = order;
    expect(0 - buyer, `${id}: charged = held + released + refunded + fees`).toBe(
      held + seller + refund + platform + fee,
    );
    expect(Math.min(held, seller, refund), `${id}: nothing below zero`).toBeGreaterThanOrEqual(0);
    const open = (order.state === 'awaiting_payment' || order.state === 'paid') && !order.settled_at;
    expect(open && !(order.waits_for && order.deadline_at), `${id}: waits without owner or deadline`).toBe(false);
    if (order.settled_at) expect(held, `${id}: settled with money held`).toBe(0);
    // A lost card dispute may take back what a player was paid; everything else is spent once.
    if (buyer === -(order.amount - order.credit))
      expect(seller + refund, `${id}: released and refunded`).toBeLessThanOrEqual(order.amount);
    expect(seen[id]?.refunded ?? 0, `${id}: the processor refunded more than the books`).toBeLessThanOrEqual(refund);
    expect(seen[id]?.transferred ?? 0, `${id}: the processor sent more than the books`).toBeLessThanOrEqual(seller);
  }
}

/** Seats, and everything that only holds once all messages have arrived. */
export async function checkEnd(play: Play): Promise<void> {
  const { house } = play;
  const { deps, sandbox } = house;
  await house.quiesce();
  await catchUp(deps);
  await house.quiesce();
  const seen = readback(sandbox.state);
  const { rows: unsent } = await deps.db.execute<{
    order_id: string;
    kind: string;
    cents: number;
    problem: string;
  }>(sql`
    select order_id, kind, amount_cents as cents, problem from money_actions where state in ('pending', 'stuck') and kind in ('refund', 'transfer')`);
  for (const { id, refund, seller, buyer } of await sumsOf(house)) {
    const waiting = (kind: string) =>
      unsent.filter((one) => one.order_id === id && one.kind === kind).reduce((sum, one) => sum + one.cents, 0);
    // Only an open card dispute may keep money from arriving.
    expect(seen[id]?.refunded ?? 0, `${id}: refunded`).toBe(refund - waiting('refund'));
    expect(seen[id]?.transferred ?? 0, `${id}: transferred`).toBe(seller - waiting('transfer'));
    expect(seen[id]?.charged ?? 0, `${id}: charged`).toBe(0 - buyer);
  }
  const stuck = unsent.filter(
    (one) =>
      !Object.values(sandbox.state.disputes).some(
        (dispute) => sandbox.state.charges[dispute.charge]?.metadata.order_id === one.order_id,
      ),
  );
  expect(stuck, 'actions that never arrive').toEqual([]);
  const [seats] = (
    await deps.db.execute<{ taken: number; orders: number }>(sql`
    select (select count(*)::int from founders_seats where order_id is not null) as taken,
           (select count(*)::int from founders_seats s join orders o on o.id = s.order_id
             where o.kind = 'founders' and o.state in ('awaiting_payment', 'paid')) as orders`)
  ).rows;
  expect(seats!.taken).toBe(seats!.orders);
  const { rows: late } = await deps.db.execute(
    sql`select event_id, event_type, problem from payments_audit where processed_at is null`,
  );
  expect(late, 'events that were never applied').toEqual([]);
}

const snapshot = async (house: MoneyHouse) => {
  const { rows } = await house.deps.db.execute(sql`
    select (select jsonb_agg(o order by o.id) from orders o) as orders,
           (select jsonb_agg(e order by e.journal_id, e.account) from ledger_entries e) as entries,
           (select jsonb_agg(b order by b.id) from bookings b) as bookings,
           (select jsonb_agg(t order by t.id) from team_builds t) as teams,
           (select jsonb_agg(x order by x.user_id) from entitlements x) as entitlements,
           (select jsonb_agg(a order by a.id) from money_actions a) as actions,
           (select jsonb_agg(jsonb_build_array(s.subscription_id, s.plan, s.status, s.next_plan, s.cancel_at_period_end) order by s.subscription_id) from subscriptions s) as subscriptions,
           (select count(*) from disputes) as disputes, (select count(*) from order_events) as events, (select count(*) from notification_outbox) as letters`);
  return rows[0];
};

/** Every event ever, applied from the start again as if none had been, in another order: nothing changes. */
export async function checkReplay({ house }: Play): Promise<void> {
  const before = await snapshot(house);
  await house.deps.db.execute(sql`update payments_audit set processed_at = null`);
  for (const event of house.sandbox.state.events.toReversed()) await applyEvent(house.deps, event.id);
  for (const event of house.sandbox.state.events) await receiveEvent(house.deps, event as never);
  expect(await snapshot(house)).toEqual(before);
}
