import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { totalsOf } from '../deals/ledger.queries.ts';
import { isHeldWhole, note } from '../deals/orders/orders.commands.ts';
import type { Order } from '../deals/orders/orders.queries.ts';
import { assertStep, giveAllBack, giveUnchosenBack, unchosenByBanned } from '../deals/orders/steps.commands.ts';
import { isNo } from '../deals/orders/steps.rules.ts';
import { accountToPay } from '../deals/processor-erasures.commands.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { BUYER_BANNED, STANDING, shuts } from '../moderation/standing.rules.ts';
import {
  applyTeamStep,
  type LoadedTeam,
  loadTeam,
  notFreeLine,
  notifyAboutTeam,
  WAVES_JOB,
} from './team-life.commands.ts';
import { keepSeats, openSeatsOf, questionsBetween, seatRowsOf, teamOfOrder, vacateSeat } from './teams.queries.ts';
import { buyerLeaves, type Step, seatLost, withdraw } from './teams.rules.ts';

const UNWRITTEN = {
  memo: 'Full refund: taken back',
  line: 'The buyer took the order back. The whole price goes back.',
};

/** Whether the buyer can take back what has not begun. */
export async function mayWithdrawTeam(db: Db, _deps: Deps, order: Order): Promise<boolean> {
  if (((await totalsOf(db, order.id)).held ?? 0) === 0) return false;
  const row = await teamOfOrder(db, order.id);
  if (!row) return isHeldWhole(db, order);
  return row.status === 'assembling' && !(await seatRowsOf(db, row.id)).some((seat) => seat.accepted);
}

/** The buyer takes back what has not begun. @throws Refusal conflict with the reason, once it has */
export async function withdrawTeam(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = await teamOfOrder(tx, order.id);
  if (!row) return giveAllBack(tx, deps, order, UNWRITTEN);
  const loaded = await loadTeam(tx, deps, row.id);
  await callOff(tx, deps, loaded, { step: assertStep(withdraw(loaded.team)), why: 'The buyer took the request back.' });
}

/** The buyer closes the account. */
export const buyerLeavesTeam = (tx: Db, deps: Deps, order: Order) =>
  endForBuyer(tx, deps, order, { unwritten: UNWRITTEN, why: 'The buyer has left Planet Crew.' });

/** The buyer is banned: nobody is handed over to them. */
export const buyerBannedTeam = (tx: Db, deps: Deps, order: Order) =>
  endForBuyer(tx, deps, order, { unwritten: unchosenByBanned, why: BUYER_BANNED });

/** A squad that is not handed over is called off. */
async function endForBuyer(
  tx: Db,
  deps: Deps,
  order: Order,
  { unwritten, why }: { unwritten: Parameters<typeof giveAllBack>[3]; why: string },
): Promise<void> {
  if (((await totalsOf(tx, order.id)).held ?? 0) === 0) return;
  const row = await teamOfOrder(tx, order.id);
  if (!row) return void (await giveUnchosenBack(tx, deps, order, unwritten));
  const loaded = await loadTeam(tx, deps, row.id);
  const step = buyerLeaves(loaded.team);
  if (!isNo(step)) await callOff(tx, deps, loaded, { step, why });
}

async function callOff(
  tx: Db,
  deps: Deps,
  loaded: LoadedTeam,
  { step, why }: { step: Step; why: string },
): Promise<void> {
  await applyTeamStep(tx, deps, loaded, { step, line: `${why} The whole price goes back.` });
  for (const seat of await seatRowsOf(tx, loaded.row.id)) {
    if (seat.accepted === false) continue;
    await notifyAboutTeam(tx, deps, seat.playerId, {
      cause: `${loaded.row.id}:called-off`,
      title: 'A squad was called off',
      lines: [`${why} You do not need to keep the time free.`],
      path: paths.invitations,
    });
  }
}

/** A player closes the account: their seats are free, and the concierge looks for somebody else. */
export async function vacateSeats(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await vacate(tx, deps, userId, STANDING.assemblies.ends.leaving!);
}

/** A player is erased: what they are due for squads that were handed over goes to their payout account once it is settled. */
export async function keepSeatsOfErased(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await keepSeats(tx, userId, await accountToPay(tx, deps, userId));
}

/** A player is banned: the same, in the transaction of the ban. */
export async function vacateBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!shuts(scope, 'assemblies')) return;
  await vacate(tx, deps, userId, STANDING.assemblies.ends['banned-all']!);
}

/**
 * A block between two of whom one is asked to play with the other: the question is taken back, and reads as a no. Seats
 * that were taken stay, as all that is paid for. In the transaction of the block.
 */
export async function partSeats(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  for (const { teamBuildId, playerId } of await questionsBetween(tx, blockerId, blockedId)) {
    const { order } = await loadTeam(tx, deps, teamBuildId);
    const seat = (await seatRowsOf(tx, teamBuildId)).find((one) => one.playerId === playerId);
    // Answered while this waited.
    if (seat?.accepted !== null) continue;
    await vacateSeat(tx, teamBuildId, playerId, deps.now());
    await note(tx, deps, order.id, notFreeLine(seat.role));
    await deps.jobs.send(WAVES_JOB, {}, { tx, key: 'due' });
  }
}

async function vacate(tx: Db, deps: Deps, userId: string, line: string): Promise<void> {
  for (const id of await openSeatsOf(tx, userId)) {
    const loaded = await loadTeam(tx, deps, id);
    const step = seatLost(loaded.team);
    if (isNo(step)) continue;
    await vacateSeat(tx, id, userId, deps.now());
    await applyTeamStep(tx, deps, loaded, { step, line });
    await deps.jobs.send(WAVES_JOB, {}, { tx, key: 'due' });
    if (!loaded.row.buyerId) continue;
    await notifyAboutTeam(tx, deps, loaded.row.buyerId, {
      cause: `${id}:vacated:${userId}:${deps.now().toISOString()}`,
      title: 'A seat of your squad is free again',
      lines: [line],
      path: paths.assembly(id),
    });
  }
}
