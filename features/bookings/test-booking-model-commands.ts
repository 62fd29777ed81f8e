import { sql } from 'drizzle-orm';
import { cards, findCard } from '../../integrations/stripe/sandbox-cards.ts';
import type { Deps } from '../../server/deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { cancelDeletion, eraseDueAccounts, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { banUser, liftBan } from '../moderation/bans.commands.ts';
import { cancelOrder } from '../payments/cancel-order.commands.ts';
import { abandonCheckout, startCheckout } from '../payments/checkout.commands.ts';
import { decideDispute, openDispute } from '../payments/disputes.commands.ts';
import { refundFoundersUnderGuarantee } from '../payments/entitlements.commands.ts';
import { runActions } from '../payments/money-worker.commands.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { getStripe } from '../payments/payment-provider.commands.ts';
import { eraseAtProvider } from '../payments/provider-erasures.commands.ts';
import { catchUpEvents, receiveEvent } from '../payments/provider-events/provider-events.commands.ts';
import { decideMovements } from '../payments/provider-movements.commands.ts';
import { findOrCreateMonthlyPrice, openPortal, refundPlanUnderGuarantee } from '../payments/subscriptions.commands.ts';
import { confirmDelivery, invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation, confirmTeam } from '../team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../team-assembly/team-requests.commands.ts';
import { continueBannedHire } from './banned-sellers.commands.ts';
import { approveSession, cancelCoachingSession, moveSession } from './coaching/coaching.commands.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from './hires.commands.ts';
import { eraseSeatedPlayer, fillSquad } from './test-booking-model-squads.ts';
import type { BookingModelRun, Command } from './test-booking-model-types.ts';

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
const CLOCK = [MINUTE_MS, 600_000, 1_900_000, HOUR_MS, 25 * HOUR_MS, 49 * HOUR_MS, 8 * DAY_MS, 15 * DAY_MS];

const pickFrom = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const toActor = ({ userId }: { userId: string }) => ({
  userId,
  sessionId: crypto.randomUUID(),
  email: null,
  aal: 'aal1' as const,
});

/** Runs a command against the current state of the sandbox and the database. */
export async function runCommand(run: BookingModelRun, deps: Deps, { kind, a, b, c }: Command): Promise<unknown> {
  const { context, cast } = run;
  const { sandbox } = context;
  const { db } = context.deps;
  const listRows = async <T extends object>(query: ReturnType<typeof sql>) =>
    (await db.execute(query)).rows as unknown as T[];
  switch (kind) {
    case 'buy': {
      const buyer = pickFrom(cast.buyers, a)!;
      const priceId = pickFrom(PRICES, b)!;
      const base = {
        priceId,
        userId: buyer.userId,
        mode: priceId.endsWith('MONTHLY') ? ('subscription' as const) : ('payment' as const),
        useCredit: false,
      };
      const seller = cast.sellers[HIRE_SELLER[priceId] ?? -1];
      const slot = new Date(
        Math.ceil((context.now().getTime() + (3 + (c % 60)) * HOUR_MS) / HOUR_MS) * HOUR_MS,
      ).toISOString();
      const choice = seller
        ? { playerId: seller.userId, role: 'PG', useCredit: c % 3 === 0 }
        : priceId === 'PRICE_COACHING_30'
          ? { coachId: cast.coach.coachId, startsAt: slot }
          : {};
      return startCheckout(deps, buyer, c % 4 === 1 ? base : { ...base, ...choice });
    }
    case 'pay': {
      const open = Object.values(sandbox.state.sessions).filter(
        (one) => one.status === 'open' && one.expires_at > context.now().getTime() / 1000,
      );
      const session = pickFrom(open, a);
      const card =
        b % 5 === 0
          ? pickFrom(
              cards.filter((one) => !one.declined),
              b,
            )!
          : findCard('4242424242424242')!;
      return session && sandbox.engine.pay(session, card);
    }
    case 'deliver': {
      const event = pickFrom(sandbox.waiting, a);
      if (!event) return undefined;
      sandbox.waiting.splice(sandbox.waiting.indexOf(event), 1);
      return receiveEvent(deps, event as never);
    }
    case 'again': {
      const event = pickFrom(sandbox.state.events, a);
      return event && receiveEvent(deps, event as never);
    }
    case 'lose':
      return sandbox.waiting.splice(a % Math.max(1, sandbox.waiting.length), 1);
    case 'clock':
      return context.advance(pickFrom(CLOCK, a)!);
    case 'actions':
      return runActions(deps);
    case 'deadlines':
      return processOrderDeadlines(deps);
    case 'catchUp':
      return catchUpEvents(deps);
    case 'answer': {
      const [row] = await listRows<{ id: string; p: string }>(
        sql`select id, player_id as p from bookings where status = 'held' order by created_at offset ${a % 3} limit 1`,
      );
      return row && answerHire(deps, { userId: row.p }, row.id, b % 4 !== 0);
    }
    case 'choose': {
      const [row] = await listRows<{ id: string; u: string; p: string }>(sql`
        select o.id, o.buyer_id as u, o.price_id as p from orders o where o.kind = 'hire' and o.state = 'paid' and o.settled_at is null
           and not exists (select 1 from bookings b where b.order_id = o.id) order by o.created_at limit 1`);
      return (
        row &&
        chooseHire(deps, { userId: row.u }, row.id, { playerId: cast.sellers[HIRE_SELLER[row.p]!]!.userId, role: 'PG' })
      );
    }
    case 'game': {
      const [row] = await listRows<{ id: string; u: string; p: string; n: number }>(sql`
        select id, buyer_id as u, player_id as p, completed_games as n from bookings
         where status in ('accepted', 'in_progress') order by created_at offset ${a % 2} limit 1`);
      return row && reportGame(deps, { userId: b % 2 ? row.u : row.p }, row.id, { no: row.n + 1, note: '' });
    }
    case 'leave': {
      const [row] = await listRows<{ id: string; u: string; p: string }>(sql`
        select id, buyer_id as u, player_id as p from bookings where status in ('accepted', 'in_progress') order by created_at limit 1`);
      if (!row) return undefined;
      const actor = { userId: b % 2 ? row.u : row.p };
      const exit = await previewExit(deps, actor, row.id);
      return leaveHire(deps, actor, row.id, exit.refundCents);
    }
    case 'session': {
      const [row] = await listRows<{ id: string; u: string; p: string; s: string }>(sql`
        select id, buyer_id as u, player_id as p, starts_at as s from bookings where type = 'coaching' and status in ('scheduled', 'completed') order by created_at limit 1`);
      if (!row) return undefined;
      if (b % 3 === 0) return cancelCoachingSession(deps, { userId: c % 2 ? row.u : row.p }, row.id);
      if (b % 3 === 1) return approveSession(deps, { userId: row.u }, row.id);
      return moveSession(
        deps,
        { userId: row.u },
        row.id,
        new Date(Date.parse(row.s) + (1 + (c % 5)) * HOUR_MS).toISOString(),
      );
    }
    case 'dispute': {
      const [row] = await listRows<{ id: string; u: string; p: string | null }>(sql`
        select o.id, o.buyer_id as u, b.player_id as p from orders o left join bookings b on b.order_id = o.id
         where o.state = 'paid' and o.settled_at is null and o.kind <> 'founders' order by o.created_at offset ${a % 4} limit 1`);
      return row && openDispute(deps, { userId: b % 2 && row.p ? row.p : row.u }, row.id, 'It was not as agreed.');
    }
    case 'decide': {
      const [row] = await listRows<{ id: string; held: number }>(sql`
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
      return requestTeam(deps, pickFrom(cast.buyers, a)!, {
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
      const [row] = await listRows<{ id: string }>(sql`select id from team_builds where status = 'assembling' limit 1`);
      const allPeople = [...cast.sellers, cast.coach, ...cast.buyers];
      return row && invitePlayer(deps, cast.admin, row.id, { seat: a % 5, playerId: pickFrom(allPeople, b)!.userId });
    }
    case 'invitation': {
      const [row] = await listRows<{ t: string; p: string }>(
        sql`select team_build_id as t, player_id as p from team_build_players where accepted is null limit 1`,
      );
      return row && answerInvitation(deps, { userId: row.p }, row.t, b % 8 !== 0);
    }
    case 'handOver': {
      const [row] = await listRows<{ id: string }>(sql`select id from team_builds where status = 'filled' limit 1`);
      return row && confirmDelivery(deps, cast.admin, row.id);
    }
    case 'fill':
      return fillSquad(run, deps);
    case 'eraseSeated':
      return eraseSeatedPlayer(run, deps, { seat: a % 5, won: b % 3 > 0 });
    case 'confirm': {
      const [row] = await listRows<{ id: string; u: string }>(
        sql`select id, buyer_id as u from team_builds where status = 'delivered' limit 1`,
      );
      return row && confirmTeam(deps, { userId: row.u }, row.id);
    }
    case 'abandon': {
      const [row] = await listRows<{ id: string; u: string }>(
        sql`select id, buyer_id as u from orders where state = 'awaiting_payment' order by created_at limit 1`,
      );
      return row && abandonCheckout(deps, { userId: row.u }, row.id);
    }
    case 'takeBack': {
      const [row] = await listRows<{ id: string; u: string }>(sql`
        select id, buyer_id as u from orders where state = 'paid' and settled_at is null and buyer_id is not null
         order by created_at offset ${a % 4} limit 1`);
      return row && cancelOrder(deps, { userId: row.u }, row.id);
    }
    case 'close':
      return requestDeletion(deps, toActor(pickFrom([...cast.buyers, ...cast.sellers], a)!));
    case 'comeBack': {
      const [row] = await listRows<{ id: string }>(
        sql`select id from auth.users where delete_after is not null limit 1`,
      );
      return row && cancelDeletion(deps, toActor({ userId: row.id }));
    }
    case 'erase': {
      // Random draws rarely get past the two weeks in which a deleted account can be restored, so half of these steps
      // skip them. The hourly catch-up runs first, because the payment provider keeps its events for 30 days and three
      // skips take longer.
      if (b % 2) {
        await catchUpEvents(deps);
        context.advance(15 * DAY_MS);
      }
      await eraseDueAccounts(deps);
      return eraseAtProvider(deps);
    }
    case 'ban': {
      const userId = pickFrom([...cast.buyers, ...cast.sellers, cast.coach], a)!.userId;
      const ban = { userId, reason: 'It was reported.', days: 1 + (b % 3), scope: 'all' as const };
      return (await deps.db.transaction((tx) => banUser(tx, deps, cast.admin, ban))).after();
    }
    case 'lift': {
      const [stoppedBooking] = await listRows<{ id: string; u: string }>(
        sql`select id, buyer_id as u from bookings where stopped_at is not null and buyer_id is not null limit 1`,
      );
      if (stoppedBooking && b % 3 === 0)
        return continueBannedHire(deps, { userId: stoppedBooking.u }, stoppedBooking.id);
      const [row] = await listRows<{ id: string }>(
        sql`select id from ban_list where lifted_at is null and expires_at > ${context.now().toISOString()} limit 1`,
      );
      return row && (await deps.db.transaction((tx) => liftBan(tx, deps, cast.admin, row.id))).after();
    }
    case 'cardDispute': {
      const charge = pickFrom(
        Object.values(sandbox.state.charges).filter((one) => !one.disputed && one.amount_refunded < one.amount),
        a,
      );
      return charge && b % 3 === 0 && sandbox.engine.dispute(charge.id);
    }
    case 'bankDecides': {
      const dispute = pickFrom(
        Object.values(sandbox.state.disputes).filter((one) => one.status === 'needs_response'),
        a,
      );
      return dispute && sandbox.engine.closeDispute(dispute.id, b % 2 ? 'won' : 'lost');
    }
    case 'bankAsks': {
      const { charges, disputes } = sandbox.state;
      const dispute = pickFrom(
        Object.values(disputes).filter((one) => one.status === 'warning_needs_response'),
        a,
      );
      if (dispute && b % 2) {
        const { disputed, amount_refunded: refundedCents } = charges[dispute.charge]!;
        return disputed || refundedCents > 0
          ? sandbox.engine.closeDispute(dispute.id, 'warning_closed')
          : sandbox.engine.escalate(dispute.id);
      }
      const charge = pickFrom(
        Object.values(charges).filter((one) => !one.disputed && one.amount_refunded === 0),
        a,
      );
      return charge && c % 3 === 0 && sandbox.engine.dispute(charge.id, { inquiry: true });
    }
    case 'bankChangesItsMind': {
      const lostDispute = pickFrom(
        Object.values(sandbox.state.disputes).filter((one) => one.status === 'lost'),
        a,
      );
      return lostDispute && sandbox.engine.closeDispute(lostDispute.id, 'won');
    }
    case 'outsideRefund': {
      const charge = pickFrom(
        Object.values(sandbox.state.charges).filter((one) => !one.disputed && one.amount_refunded < one.amount),
        a,
      );
      const chargedCents = charge ? charge.amount - charge.amount_refunded : 0;
      const cents = b % 2 ? chargedCents : 1 + ((b * 37 + c) % chargedCents);
      return charge && c % 2 === 0 && sandbox.engine.refund(charge.payment_intent, cents, {});
    }
    case 'outsideTransfer': {
      const { transfers, charges } = sandbox.state;
      const transfer = pickFrom(
        Object.values(transfers).filter((one) => one.amount_reversed < one.amount),
        a,
      );
      if (transfer && b % 2)
        return sandbox.engine.reverse(transfer, 1 + (c % (transfer.amount - transfer.amount_reversed)));
      const charge = pickFrom(Object.values(charges), a);
      const { userId } = pickFrom(cast.sellers, b)!;
      const [account] = await listRows<{ id: string }>(
        sql`select account_id as id from seller_accounts where user_id = ${userId}`,
      );
      const hasPayouts = account && sandbox.state.accounts[account.id]?.payouts_enabled;
      if (!hasPayouts || !charge?.transfer_group || sandbox.engine.balance().available < 100) return undefined;
      const { transfer_group } = charge;
      const transferInput = {
        amount: 100,
        destination: account.id,
        transfer_group,
        source_transaction: null,
        metadata: {},
      };
      return sandbox.engine.transfer(transferInput);
    }
    case 'decideOutside': {
      const [row] = await listRows<{ id: string }>(
        sql`select order_id as id from provider_movements where state = 'open' order by seen_at limit 1`,
      );
      return row && decideMovements(deps, cast.admin, row.id, b % 2 ? 'continue' : 'end');
    }
    case 'guarantee': {
      const buyer = pickFrom(cast.buyers, a)!;
      if (b % 2) return refundPlanUnderGuarantee(deps, buyer);
      const [row] = await listRows<{ id: string }>(
        sql`select id from orders where kind = 'founders' and state = 'paid' and buyer_id = ${buyer.userId} order by created_at desc limit 1`,
      );
      return row && refundFoundersUnderGuarantee(deps, buyer, row.id);
    }
    case 'period': {
      const one = pickFrom(
        Object.values(sandbox.state.subscriptions).filter((each) => each.status !== 'canceled'),
        a,
      );
      if (!one) return undefined;
      if (b % 3 === 0) return sandbox.engine.endPeriod(one);
      if (b % 3 === 1) return sandbox.engine.cancelAtPeriodEnd(one, c % 2 === 0);
      return sandbox.engine.changePlan(one, pickFrom(Object.keys(sandbox.state.prices), c)!);
    }
    case 'portal': {
      const buyer = pickFrom(cast.buyers, a)!;
      await openPortal(deps, buyer, 'http://context.test/account');
      const [plan] = await listRows<{ id: string; plan: string }>(sql`
        select s.subscription_id as id, s.plan from subscriptions s where s.user_id = ${buyer.userId}
         order by s.created_at desc limit 1`);
      const one = plan && sandbox.state.subscriptions[plan.id];
      if (!one || one.status === 'canceled') return undefined;
      const other = plan.plan === 'pro' ? 'PRICE_PREMIUM_MONTHLY' : 'PRICE_PRO_MONTHLY';
      return sandbox.engine.changePlan(one, await findOrCreateMonthlyPrice(deps, getStripe(deps), other));
    }
  }
}
