import { sql } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { DAY_MS } from '../../time/units.ts';
import { eraseDueAccounts, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import { eraseAtProvider } from '../payments/provider-erasures.commands.ts';
import { catchUpEvents } from '../payments/provider-events/provider-events.commands.ts';
import { confirmDelivery, invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation } from '../team-assembly/team-lifecycle.commands.ts';
import type { BookingModelRun } from './test-booking-model-types.ts';

async function ignoreRefusal(doing: Promise<unknown>): Promise<void> {
  await doing.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Invites eligible players until a team is full, then delivers it, because random draws rarely get that far. */
export async function fillSquad({ context, cast }: BookingModelRun, deps: Deps): Promise<void> {
  const { rows } = await context.deps.db.execute<{ id: string }>(
    sql`select id from team_builds where status in ('assembling', 'filled') order by created_at limit 1`,
  );
  const [team] = rows;
  if (!team) return;
  const others = [await makeUser(context.deps), await makeUser(context.deps), await makeUser(context.deps)];
  for (const { userId } of others) await verifySeller(context.deps, userId);
  for (const { userId: playerId } of [...cast.sellers, ...others, cast.coach, ...cast.buyers]) {
    for (let seat = 0; seat < 5; seat++)
      await ignoreRefusal(invitePlayer(deps, cast.admin, team.id, { seat, playerId }));
    await ignoreRefusal(answerInvitation(deps, { userId: playerId }, team.id, true));
  }
  await confirmDelivery(deps, cast.admin, team.id);
}

/** Deletes the account of a player in a delivered team during a bank dispute, and erases it before the bank decides. */
export async function eraseSeatedPlayer(
  { context }: BookingModelRun,
  deps: Deps,
  { seat, won }: { seat: number; won: boolean },
) {
  const { rows } = await context.deps.db.execute<{ player: string; intent: string }>(sql`
    select p.player_id as player, o.payment_intent_id as intent
      from team_builds t join team_build_players p on p.team_build_id = t.id join orders o on o.id = t.order_id
     where t.status = 'delivered' and p.accepted and p.player_id is not null order by t.created_at, p.seat offset ${seat} limit 1`);
  const [found] = rows;
  if (!found) return;
  const { engine, state } = context.sandbox;
  const charge = state.charges[state.intents[found.intent]!.latest_charge];
  const dispute = charge && !charge.disputed ? engine.dispute(charge.id) : undefined;
  await catchUpEvents(deps);
  const actor = { userId: found.player, sessionId: crypto.randomUUID(), email: null, aal: 'aal1' as const };
  await requestDeletion(deps, actor);
  context.advance(15 * DAY_MS);
  await eraseDueAccounts(deps);
  await eraseAtProvider(deps);
  if (dispute && won) engine.closeDispute(dispute, 'won');
}
