import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { getEndReason, isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { getTotals } from '../payments/ledger.queries.ts';
import { addOrderNote, isFullyHeld } from '../payments/orders/orders.commands.ts';
import type { Order } from '../payments/orders/orders.queries.ts';
import {
  assertStep,
  BANNED_BUYER_REFUND,
  refundUnchosenIfHeld,
  refundUnchosenOrder,
} from '../payments/orders/steps.commands.ts';
import { isStepRefusal } from '../payments/orders/steps.rules.ts';
import { findPayoutAccount } from '../payments/provider-erasures.commands.ts';
import * as messages from './team-assembly.messages.ts';
import {
  findTeamOfOrder,
  keepSeatsForPayout,
  listInvitesBetween,
  listOpenSeats,
  listSeats,
  vacateSeat,
} from './team-assembly.queries.ts';
import { endForLeavingBuyer, loseSeat, type TeamStep, withdrawRequest } from './team-assembly.rules.ts';
import {
  applyTeamStep,
  INVITE_ROUNDS_JOB,
  type LoadedTeam,
  loadTeam,
  notifyAboutTeam,
} from './team-lifecycle.commands.ts';

const NO_REQUEST_REFUND = {
  memo: messages.memoCanceled,
  line: messages.historyOrderCanceled,
};

/** Why a team is canceled before the handover. */
type CancelCause = 'withdrawn' | 'left' | 'banned';

/** Returns whether the buyer can withdraw the order: its money is held, and no player has accepted a seat yet. */
export async function canWithdrawTeam(db: Db, _deps: Deps, order: Order): Promise<boolean> {
  if (((await getTotals(db, order.id)).held ?? 0) === 0) return false;
  const row = await findTeamOfOrder(db, order.id);
  if (!row) return isFullyHeld(db, order);
  return row.status === 'assembling' && !(await listSeats(db, row.id)).some((seat) => seat.accepted);
}

/** Withdraws an order that hasn't started. @throws Refusal conflict with the reason once it has started */
export async function withdrawTeam(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = await findTeamOfOrder(tx, order.id);
  if (!row) return refundUnchosenOrder(tx, deps, order, NO_REQUEST_REFUND);
  const loadedTeam = await loadTeam(tx, deps, row.id);
  await cancelTeam(tx, deps, loadedTeam, { step: assertStep(withdrawRequest(loadedTeam.team)), cause: 'withdrawn' });
}

/** Ends the order when the buyer closes their account. */
export const onBuyerDeletionInTeams = (tx: Db, deps: Deps, order: Order) =>
  endForBuyer(tx, deps, order, { unwritten: NO_REQUEST_REFUND, cause: 'left' });

/** Ends the order when the buyer is banned. A banned buyer doesn't receive a team. */
export const onBuyerBannedInTeams = (tx: Db, deps: Deps, order: Order) =>
  endForBuyer(tx, deps, order, { unwritten: BANNED_BUYER_REFUND, cause: 'banned' });

/** Cancels a team that hasn't been handed over. */
async function endForBuyer(
  tx: Db,
  deps: Deps,
  order: Order,
  { unwritten, cause }: { unwritten: Parameters<typeof refundUnchosenOrder>[3]; cause: CancelCause },
): Promise<void> {
  if (((await getTotals(tx, order.id)).held ?? 0) === 0) return;
  const row = await findTeamOfOrder(tx, order.id);
  if (!row) return void (await refundUnchosenIfHeld(tx, deps, order, unwritten));
  const loadedTeam = await loadTeam(tx, deps, row.id);
  const step = endForLeavingBuyer(loadedTeam.team);
  if (!isStepRefusal(step)) await cancelTeam(tx, deps, loadedTeam, { step, cause });
}

async function cancelTeam(
  tx: Db,
  deps: Deps,
  loadedTeam: LoadedTeam,
  { step, cause }: { step: TeamStep; cause: CancelCause },
): Promise<void> {
  await applyTeamStep(tx, deps, loadedTeam, { step, line: lazyText(messages.historyTeamCanceled, { cause }) });
  for (const seat of await listSeats(tx, loadedTeam.row.id)) {
    if (seat.accepted === false) continue;
    await notifyAboutTeam(tx, deps, seat.playerId, {
      cause: `${loadedTeam.row.id}:called-off`,
      write: (t) => ({ title: t(messages.canceledTitle), lines: [t(messages.canceledText, { cause })] }),
      path: paths.invitations,
    });
  }
}

/** Frees a player's seats when their account deletion is scheduled; the concierge looks for replacements. */
export async function onAccountDeletionScheduledInTeams(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<void> {
  await vacateSeatsOf(tx, deps, userId, getEndReason('assemblies', 'leaving')!);
}

/** Keeps the seats of an erased player in delivered teams, so their pay can still go to their payout account. */
export async function onAccountErasedInTeams(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await keepSeatsForPayout(tx, userId, await findPayoutAccount(tx, deps, userId));
}

/** Frees a banned player's seats in the transaction of the ban. */
export async function onUserBannedInTeams(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!isDeniedByBan(scope, 'assemblies')) return;
  await vacateSeatsOf(tx, deps, userId, getEndReason('assemblies', 'banned-all')!);
}

/**
 * Withdraws an open invitation between two people when one blocks the other, in the block's transaction. The withdrawal
 * looks like a decline. Taken seats aren't affected, because they're paid for.
 */
export async function onUserBlockedInTeams(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  for (const { teamBuildId, playerId } of await listInvitesBetween(tx, blockerId, blockedId)) {
    const { order } = await loadTeam(tx, deps, teamBuildId);
    const seat = (await listSeats(tx, teamBuildId)).find((one) => one.playerId === playerId);
    // The player answered while this waited for the lock.
    if (seat?.accepted !== null) continue;
    await vacateSeat(tx, teamBuildId, playerId, deps.now());
    await addOrderNote(tx, deps, order.id, (t) => t(messages.historyNotFree, { role: seat.role }));
    await deps.jobs.send(INVITE_ROUNDS_JOB, {}, { tx, key: 'due' });
  }
}

async function vacateSeatsOf(tx: Db, deps: Deps, userId: string, line: Translatable): Promise<void> {
  for (const id of await listOpenSeats(tx, userId)) {
    const loadedTeam = await loadTeam(tx, deps, id);
    const step = loseSeat(loadedTeam.team);
    if (isStepRefusal(step)) continue;
    await vacateSeat(tx, id, userId, deps.now());
    await applyTeamStep(tx, deps, loadedTeam, { step, line });
    await deps.jobs.send(INVITE_ROUNDS_JOB, {}, { tx, key: 'due' });
    if (!loadedTeam.row.buyerId) continue;
    await notifyAboutTeam(tx, deps, loadedTeam.row.buyerId, {
      cause: `${id}:vacated:${userId}:${deps.now().toISOString()}`,
      write: (t) => ({ title: t(messages.spotReopenedTitle), lines: [translate(t, line)] }),
      path: paths.assembly(id),
    });
  }
}
