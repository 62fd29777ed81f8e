import { type PageAddress, paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { english, lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import { formatList } from '../../messages/lists.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { isBannedFrom, requireAccess } from '../moderation/access-policy.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { requestDecision } from '../payments/disputes.commands.ts';
import { notifyAdmins } from '../payments/order-admin.commands.ts';
import {
  addOrderNote,
  earnHeldMoney,
  lockOrder,
  refundHeld,
  refuseWhileFrozen,
  releaseHeld,
} from '../payments/orders/orders.commands.ts';
import { type Order, setNextDeadline } from '../payments/orders/orders.queries.ts';
import { describeRefund, ORDER_DEADLINES } from '../payments/orders/orders.rules.ts';
import { advanceDueOrder, assertStep, settleAndEnd, takeStep } from '../payments/orders/steps.commands.ts';
import { isOpenAccount } from '../payments/provider-erasures.queries.ts';
import { isPayable } from '../payments/sellers.queries.ts';
import { formatWaitingPayout } from '../payments/sellers.rules.ts';
import { isBlockedAmong } from '../profiles/blocks/blocks.queries.ts';
import * as messages from './team-assembly.messages.ts';
import {
  answerSeat,
  claimTeam,
  findTeam,
  findTeamOfOrder,
  findUnpaidTeam,
  listAllSeats,
  listSeats,
  type SeatRow,
  type StoredSeat,
  type TeamRow,
} from './team-assembly.queries.ts';
import {
  applyDeadline,
  computeConciergePart,
  confirmDelivery,
  getSettledStatus,
  markDelivered,
  splitMoney,
  startAssembling,
  type Team,
  type TeamStep,
  takeSeat,
  withholdPayment,
} from './team-assembly.rules.ts';
import { describeDeadline } from './team-events.wording.ts';

/** Name of the job kind that invites players to open seats of paid requests. */
export const INVITE_ROUNDS_JOB = 'assembly-waves';

export type LoadedTeam = { order: Order; row: TeamRow; team: Team };

function toRuleTeam(row: TeamRow, priceCents: number, acceptedCount: number): Team {
  return {
    status: row.status,
    priceCents,
    seats: refundTerms.assemblySquadSize,
    accepted: acceptedCount,
    deadline: row.deadline,
  };
}

/**
 * Loads a paid request and locks its order. The deadline is paused while the payment is under bank review.
 * @throws Refusal not_found
 */
export async function loadTeam(tx: Db, deps: Deps, id: string): Promise<LoadedTeam> {
  const teamRow = await findTeam(tx, id);
  if (!teamRow?.orderId) throw new Refusal('not_found', messages.paidRequestNotFound);
  const order = await lockOrder(tx, teamRow.orderId);
  const row = (await findTeam(tx, id))!;
  const acceptedCount = (await listSeats(tx, id)).filter((seat) => seat.accepted).length;
  const team = toRuleTeam(row, order.amountCents, acceptedCount);
  const waitedMs = order.frozenAt ? deps.now().getTime() - order.frozenAt.getTime() : 0;
  return { order, row, team: { ...team, deadline: team.deadline && addMs(team.deadline, waitedMs) } };
}

/**
 * Applies a step to a team. If the step would pay a banned player, withholds the payment and asks an admin to decide.
 */
export async function applyTeamStep(
  tx: Db,
  deps: Deps,
  { order, row }: LoadedTeam,
  { step: nextStep, line }: { step: TeamStep; line: Translatable },
): Promise<void> {
  const bannedSeats = nextStep.pay ? await listBannedSeats(tx, deps, row.id) : [];
  const needsDecision = bannedSeats.length > 0;
  const step = needsDecision ? withholdPayment(nextStep, deps.now()) : nextStep;
  const isBeginning = step.status === 'assembling' && row.status === 'requested';
  await takeStep(tx, deps, order, {
    step,
    line,
    noun: 'request',
    claim: () =>
      claimTeam(tx, row.id, row.status, {
        status: step.status,
        ...(isBeginning ? { deadline: step.deadlineAt!, orderId: order.id } : {}),
        ...(step.status === 'delivered' ? { deliveredAt: deps.now() } : {}),
      }),
    pay: async () => {
      if (needsDecision) await requestDecisionOnBanned(tx, deps, { order, row }, bannedSeats);
      if (step.pay) await payPlayers(tx, deps, { order, row }, order.amountCents);
    },
    refundAs: { cause: `team:${row.id}:refund`, memo: messages.memoFullRefund },
    notifyBuyer: ({ title, lines }) =>
      notifyBuyer(tx, deps, row, {
        cause: 'refund',
        write: (t) => ({ title: translate(t, title), lines: lines.map((one) => translate(t, one)) }),
      }),
    settle: () => settleTeam(tx, deps, order.id),
  });
}

/** Returns the seats of players who accepted and are now banned from payouts. */
export async function listBannedSeats(db: Db, deps: Deps, teamBuildId: string): Promise<SeatRow[]> {
  const seats: SeatRow[] = [];
  for (const seat of await listTakenSeats(db, teamBuildId)) {
    if (await isBannedFrom(db, deps, seat.playerId, 'payouts')) seats.push(seat);
  }
  return seats;
}

/** Returns the taken seats of players who still exist. */
export async function listTakenSeats(db: Db, teamBuildId: string): Promise<SeatRow[]> {
  return (await listSeats(db, teamBuildId)).filter((seat) => seat.accepted);
}

async function requestDecisionOnBanned(
  tx: Db,
  deps: Deps,
  { order, row }: { order: Order; row: TeamRow },
  bannedSeats: SeatRow[],
): Promise<void> {
  const roles = bannedSeats.map((seat) => seat.role);
  const cents = bannedSeats.reduce((sum, seat) => sum + seat.feeCents, 0);
  const explain = (t: Translator) =>
    t(messages.heldText, {
      roles: formatList(t, roles),
      days: refundTerms.disputeDecisionDays,
      share: formatDollars(t, cents),
    });
  await requestDecision(tx, deps, order, explain);
  for (const seat of await listTakenSeats(tx, row.id)) {
    await notifyAboutTeam(tx, deps, seat.playerId, {
      cause: `${row.id}:decision`,
      write: (t) => ({ title: t(messages.heldTitle), lines: [explain(t)] }),
      path: paths.invitations,
    });
  }
}

/**
 * Splits held money among the players who accepted, by their fees. Banned players are paid last. The rest goes to the
 * concierge, up to our part of the price, and anything beyond that is refunded.
 * @param bannedToo false to leave banned players out, because no admin has decided to pay them
 * @returns the total paid to the players, in cents
 */
export async function payPlayers(
  tx: Db,
  deps: Deps,
  { order, row, bannedToo = true }: { order: Order; row: TeamRow; bannedToo?: boolean },
  cents: number,
): Promise<number> {
  const acceptedSeats = (await listAllSeats(tx, row.id)).filter((seat) => seat.accepted);
  const bannedSeatIds = new Set((await listBannedSeats(tx, deps, row.id)).map((seat) => seat.id));
  const isBanned = (seat: StoredSeat) => bannedSeatIds.has(seat.id);
  const firstShares = splitAmongPlayers(
    cents,
    acceptedSeats.filter((seat) => !isBanned(seat)),
  );
  const remainingShares = bannedToo ? splitAmongPlayers(firstShares.rest, acceptedSeats.filter(isBanned)) : firstShares;
  const parts = bannedToo ? [...firstShares.parts, ...remainingShares.parts] : firstShares.parts;
  let paidCents = 0;
  for (const { player, cents: part } of parts) {
    if (part === 0) continue;
    const { playerId, payeeAccount } = player;
    if (!playerId && !(await isOpenAccount(tx, payeeAccount))) {
      await refundSeatShare(tx, deps, { order, row }, { seat: player.seat, cents: part });
      continue;
    }
    const cause = `team:${row.id}:pay:${playerId ?? player.seat}`;
    const payout = await releaseHeld(tx, deps, order, {
      cause,
      cents: part,
      memo: (t) => t(messages.memoReleased, { role: player.role }),
      payeeId: playerId,
      payeeAccount,
      feePoints: player.feePoints,
    });
    paidCents += payout;
    if (!playerId || (await isPayable(tx, playerId))) continue;
    await notifyAboutTeam(tx, deps, playerId, {
      cause,
      write: (t) => ({ title: t(messages.payoutWaitingTitle), lines: [formatWaitingPayout(t, payout)] }),
      path: paths.money,
    });
  }
  const conciergeCents = Math.min(remainingShares.rest, computeConciergePart(order.amountCents));
  await refundUnfilledSeats(tx, deps, { order, row }, remainingShares.rest - conciergeCents);
  await earnHeldMoney(tx, deps, order, {
    cause: `team:${row.id}:earn`,
    cents: conciergeCents,
    memo: messages.memoConcierge,
  });
  return paidCents;
}

/** Refunds the buyer for unfilled seats, because we never keep that money. */
async function refundUnfilledSeats(
  tx: Db,
  deps: Deps,
  { order, row }: { order: Order; row: TeamRow },
  cents: number,
): Promise<void> {
  if (cents === 0) return;
  const cause = `team:${row.id}:unfilled`;
  const refundedParts = await refundHeld(tx, deps, order, { cause, cents, memo: messages.memoUnfilled });
  const explain = (t: Translator) =>
    t(messages.historyUnfilled, { refund: translate(t, describeRefund(refundedParts, false)) });
  await addOrderNote(tx, deps, order.id, explain);
  await notifyBuyer(tx, deps, row, {
    cause: 'unfilled',
    write: (t) => ({ title: t(messages.partialRefundTitle), lines: [explain(t)] }),
  });
}

/**
 * Refunds the share of a player who can't be paid because they were erased without a payout account, deleted their
 * account or were banned. We don't keep that share.
 */
async function refundSeatShare(
  tx: Db,
  deps: Deps,
  { order, row }: { order: Order; row: TeamRow },
  { seat, cents }: { seat: number; cents: number },
): Promise<void> {
  const refundedParts = await refundHeld(tx, deps, order, {
    cause: `team:${row.id}:unpaid:${seat}`,
    cents,
    memo: messages.memoPlayerLeft,
  });
  const explain = (t: Translator) =>
    t(messages.historyPlayerLeft, { refund: translate(t, describeRefund(refundedParts, false)) });
  await addOrderNote(tx, deps, order.id, explain);
  await notifyBuyer(tx, deps, row, {
    cause: `unpaid:${seat}`,
    write: (t) => ({ title: t(messages.partialRefundTitle), lines: [explain(t)] }),
  });
}

function splitAmongPlayers(cents: number, players: StoredSeat[]) {
  const { shares, rest } = splitMoney(
    cents,
    players.map((player) => player.feeCents),
  );
  return { parts: players.map((player, index) => ({ player, cents: shares[index]! })), rest };
}

/** A message about a team. `write` writes it in its recipient's language. */
type TeamMessage = { cause: string; write: (t: Translator) => { title: string; lines: string[] } };

export function notifyAboutTeam(tx: Db, deps: Deps, userId: string, message: TeamMessage & { path: PageAddress }) {
  const { cause, write, path } = message;
  return enqueueNotification(tx, deps, {
    userId,
    write: (t) => ({
      kind: 'booking',
      ...write(t),
      link: { label: t(messages.openLink), path },
      dedupeKey: `team:${cause}:${userId}`,
    }),
  });
}

async function notifyBuyer(tx: Db, deps: Deps, row: TeamRow, message: TeamMessage): Promise<void> {
  if (!row.buyerId) return;
  const cause = `${row.id}:${message.cause}`;
  await notifyAboutTeam(tx, deps, row.buyerId, { ...message, cause, path: paths.assembly(row.id) });
}

/** Notifies the concierge, in English. */
const notifyConcierge = (tx: Db, deps: Deps, { id }: TeamRow, { cause, write }: TeamMessage) =>
  notifyAdmins(tx, deps, {
    ...write(english),
    cause: `team:${id}:${cause}`,
    link: { label: english(messages.openDeskLink), path: paths.concierge },
  });

/** Sets the final status of a settled order's request. */
export function settleTeam(tx: Db, deps: Deps, orderId: string): Promise<boolean> {
  return settleAndEnd(tx, deps, orderId, async () => {
    const row = await findTeamOfOrder(tx, orderId);
    if (row) await claimTeam(tx, row.id, row.status, { status: getSettledStatus(row.status) });
  });
}

/** Handles a payment. If there's already a request, the clock starts. If not, the buyer has 48 hours to write one. */
export async function startTeam(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row =
    (await findTeamOfOrder(tx, order.id)) ?? (order.buyerId ? await findUnpaidTeam(tx, order.buyerId) : undefined);
  if (row?.status !== 'requested') {
    const now = deps.now();
    await setNextDeadline(tx, order.id, { waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.assembly), now });
    return;
  }
  await beginTeam(tx, deps, order, row);
}

/** Starts a team once its order has both a payment and a request. */
export async function beginTeam(tx: Db, deps: Deps, order: Order, row: TeamRow): Promise<void> {
  const step = startAssembling(deps.now());
  const loadedTeam = { order, row, team: toRuleTeam(row, order.amountCents, 0) };
  const hours = refundTerms.assemblyFillHours;
  const line = lazyText(messages.historyBegun, { hours });
  await applyTeamStep(tx, deps, loadedTeam, { step, line });
  await notifyConcierge(tx, deps, row, {
    cause: 'begun',
    write: (t) => ({ title: t(messages.newTeamTitle), lines: [t(messages.newTeamText, { hours })] }),
  });
}

/** Returns a team's members: the buyer and everyone who took a seat. */
export async function listTeamMembers(db: Db, row: TeamRow): Promise<string[]> {
  const seats = (await listTakenSeats(db, row.id)).map((seat) => seat.playerId);
  return row.buyerId ? [row.buyerId, ...seats] : seats;
}

/** @throws Refusal conflict while a team's payment is under bank review and everything is paused */
export const requireUndisputed = (order: Order): void => refuseWhileFrozen(order, messages.underBankReview);

export async function answerInvitation(
  deps: Deps,
  actor: Person,
  teamBuildId: string,
  isAccepted: boolean,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedTeam = await loadTeam(tx, deps, teamBuildId);
    const seats = await listSeats(tx, teamBuildId);
    const seat = seats.find((one) => one.playerId === actor.userId);
    if (!seat) throw new Refusal('not_found', messages.requestMissing);
    // A player who didn't answer in time can still accept until someone else is invited to the seat.
    const isTaken = seats.some((one) => one.seat === seat.seat && one.accepted !== false);
    if (seat.silent && isTaken) throw new Refusal('conflict', messages.spotGone);
    if (seat.accepted !== null && !seat.silent) throw new Refusal('conflict', messages.alreadyAnswered);
    if (isAccepted) {
      requireUndisputed(loadedTeam.order);
      await requireAccess(tx, deps, actor.userId, 'assemblies');
      if (await isBlockedAmong(tx, actor.userId, await listTeamMembers(tx, loadedTeam.row)))
        throw new Refusal('conflict', messages.spotGone);
    }
    const step = isAccepted ? assertStep(takeSeat(loadedTeam.team)) : undefined;
    if (!isAccepted && loadedTeam.team.status !== 'assembling') throw new Refusal('conflict', messages.notAssembling);
    await answerSeat(tx, { teamBuildId, playerId: actor.userId }, isAccepted, deps.now());
    if (!step) {
      await addOrderNote(tx, deps, loadedTeam.order.id, (t) => t(messages.historyNotFree, { role: seat.role }));
      await deps.jobs.send(INVITE_ROUNDS_JOB, {}, { tx, key: 'due' });
      return;
    }
    const isFilled = step.status === 'filled';
    const line = isFilled ? messages.historyFilled : lazyText(messages.historyJoined, { role: seat.role });
    await applyTeamStep(tx, deps, loadedTeam, { step, line });
    if (!isFilled) return;
    await notifyBuyer(tx, deps, loadedTeam.row, {
      cause: 'filled',
      write: (t) => ({ title: t(messages.completeTitle), lines: [t(messages.completeText)] }),
    });
    await notifyConcierge(tx, deps, loadedTeam.row, {
      // The cause includes the time, because a team can lose a seat and fill up again.
      cause: `filled:${deps.now().toISOString()}`,
      write: (t) => ({ title: t(messages.deliverableTitle), lines: [t(messages.deliverableText)] }),
    });
  });
}

/** Hands a team over, for the concierge. */
export async function deliverTeam(tx: Db, deps: Deps, teamBuildId: string): Promise<void> {
  const loadedTeam = await loadTeam(tx, deps, teamBuildId);
  requireUndisputed(loadedTeam.order);
  const step = assertStep(markDelivered(loadedTeam.team, deps.now()));
  await applyTeamStep(tx, deps, loadedTeam, { step, line: describeDeadline('delivered') });
  await announceDelivery(tx, deps, loadedTeam.row);
}

async function announceDelivery(tx: Db, deps: Deps, row: TeamRow): Promise<void> {
  await notifyBuyer(tx, deps, row, {
    cause: 'delivered',
    write: (t) => ({
      title: t(messages.readyTitle),
      lines: [t(messages.readyText), t(messages.readyDispute, { days: refundTerms.assemblyCheckDays })],
    }),
  });
  for (const seat of await listTakenSeats(tx, row.id)) {
    await notifyAboutTeam(tx, deps, seat.playerId, {
      cause: `${row.id}:delivered`,
      write: (t) => ({
        title: t(messages.playTitle),
        lines: [t(messages.playText, { role: seat.role, captain: row.discordPsn })],
      }),
      path: paths.invitations,
    });
  }
}

/** Confirms a delivery as its buyer before the seven days are over. */
export async function confirmTeam(deps: Deps, actor: Person, teamBuildId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedTeam = await loadTeam(tx, deps, teamBuildId);
    if (loadedTeam.row.buyerId !== actor.userId) throw new Refusal('not_found', messages.paidRequestNotFound);
    const step = assertStep(confirmDelivery(loadedTeam.team));
    await applyTeamStep(tx, deps, loadedTeam, { step, line: messages.historyConfirmed });
  });
}

/** Handles a missed deadline. @returns false when the order is only waiting for the payment provider */
export function handleTeamDeadline(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  return advanceDueOrder(tx, deps, order, {
    find: async () => {
      const row = await findTeamOfOrder(tx, order.id);
      return row && loadTeam(tx, deps, row.id);
    },
    unchosen: {
      memo: messages.memoNoRequest,
      line: lazyText(messages.historyNoRequest, { hours: refundTerms.assemblyFillHours }),
    },
    next: ({ team }) => applyDeadline(team, deps.now()),
    take: async (loadedTeam, step) => {
      await applyTeamStep(tx, deps, loadedTeam, { step, line: describeDeadline(step.status) });
      if (step.status === 'delivered') await announceDelivery(tx, deps, loadedTeam.row);
    },
  });
}
