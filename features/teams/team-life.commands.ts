import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { after, minuteOf } from '../../time/instants.ts';
import { totalsOf } from '../deals/ledger.queries.ts';
import { earnHeld, lockOrder, note, refundHeld, releaseHeld, settleIfDone } from '../deals/orders/orders.commands.ts';
import { type Order, setWaiting } from '../deals/orders/orders.queries.ts';
import { dollars, PATIENCE } from '../deals/orders/orders.rules.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { answerSeat, claimTeam, findTeam, seatRowsOf, type TeamRow, teamOfOrder, unpaidTeam } from './teams.queries.ts';
import {
  begin,
  confirmRun,
  deliver,
  isNo,
  type No,
  passDeadline,
  type Step,
  seatTaken,
  settledTeam,
  shareOut,
  type Team,
} from './teams.rules.ts';

export type LoadedTeam = { order: Order; row: TeamRow; team: Team };

function ruleView(row: TeamRow, priceCents: number, accepted: number): Team {
  return { status: row.status, priceCents, seats: row.desiredRoles.length, accepted, deadline: row.deadline };
}

/**
 * A paid request with its order locked.
 * @throws Refusal not_found
 */
export async function loadTeam(tx: Db, id: string): Promise<LoadedTeam> {
  const found = await findTeam(tx, id);
  if (!found?.orderId) throw new Refusal('not_found', 'There is no such paid request.');
  const order = await lockOrder(tx, found.orderId);
  const row = (await findTeam(tx, id))!;
  const accepted = (await seatRowsOf(tx, id)).filter((seat) => seat.accepted).length;
  return { order, row, team: ruleView(row, order.amountCents, accepted) };
}

function must(outcome: Step | No): Step {
  if (isNo(outcome)) throw new Refusal('conflict', outcome.no);
  return outcome;
}

/** Carries out a step of the rules: state, money, who is next. */
async function applyTeamStep(tx: Db, deps: Deps, { order, row }: LoadedTeam, step: Step, line: string): Promise<void> {
  const now = deps.now();
  const change = {
    status: step.status,
    ...(step.status === 'assembling' && row.status === 'requested'
      ? { deadline: step.deadlineAt!, orderId: order.id }
      : {}),
    ...(step.status === 'delivered' ? { deliveredAt: now } : {}),
  };
  if (!(await claimTeam(tx, row.id, row.status, change))) {
    throw new Refusal('conflict', 'This request has just changed. Please look again.');
  }
  await note(tx, deps, order.id, line);
  if (step.refund) {
    await refundHeld(tx, deps, order, { cause: `team:${row.id}:refund`, cents: step.refund, memo: 'Full refund' });
    await notifyBuyer(tx, deps, row, 'refund', 'Your refund is on its way', [line, `${dollars(step.refund)} go back.`]);
  }
  if (step.pay) await payPlayers(tx, deps, { order, row }, order.amountCents);
  if (step.waitsFor && step.deadlineAt) await setWaiting(tx, order.id, step.waitsFor, step.deadlineAt);
  else await settleTeam(tx, deps, order.id);
}

/** Shares held money among the players who came, by their fees; the rest is the concierge's. */
export async function payPlayers(
  tx: Db,
  deps: Deps,
  { order, row }: { order: Order; row: TeamRow },
  cents: number,
): Promise<void> {
  const players = (await seatRowsOf(tx, row.id)).filter((seat) => seat.accepted);
  const { shares, rest } = shareOut(
    cents,
    players.map((player) => player.feeCents),
  );
  for (const [index, player] of players.entries()) {
    const share = shares[index]!;
    if (share === 0) continue;
    const cause = `team:${row.id}:pay:${player.playerId}`;
    await releaseHeld(tx, deps, order, {
      cause,
      cents: share,
      memo: `Released to the ${player.role}`,
      payeeId: player.playerId,
    });
    await notifyAboutTeam(
      tx,
      deps,
      player.playerId,
      cause,
      'Your payout is on its way',
      [`${dollars(share)} are released to your payout account.`],
      paths.money,
    );
  }
  await earnHeld(tx, deps, order, { cause: `team:${row.id}:earn`, cents: rest, memo: 'Concierge service' });
}

export function notifyAboutTeam(
  tx: Db,
  deps: Deps,
  userId: string,
  cause: string,
  title: string,
  lines: string[],
  path: string,
) {
  return enqueueNotification(tx, deps, {
    userId,
    kind: 'booking',
    title,
    lines,
    link: { label: 'Open it', path },
    dedupeKey: `team:${cause}:${userId}`,
  });
}

async function notifyBuyer(
  tx: Db,
  deps: Deps,
  row: TeamRow,
  cause: string,
  title: string,
  lines: string[],
): Promise<void> {
  if (row.buyerId)
    await notifyAboutTeam(tx, deps, row.buyerId, `${row.id}:${cause}`, title, lines, paths.assembly(row.id));
}

/** Gives a settled order's request its last state. */
export async function settleTeam(tx: Db, deps: Deps, orderId: string): Promise<boolean> {
  if (!(await settleIfDone(tx, deps, orderId))) return false;
  const row = await teamOfOrder(tx, orderId);
  if (row) await claimTeam(tx, row.id, row.status, { status: settledTeam(row.status) });
  return true;
}

/** Payment has arrived: with a request the clock starts, without one the buyer has 48 hours to write it. */
export async function startTeam(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = (await teamOfOrder(tx, order.id)) ?? (order.buyerId ? await unpaidTeam(tx, order.buyerId) : undefined);
  if (row?.status !== 'requested') {
    await setWaiting(tx, order.id, 'buyer', after(deps.now(), PATIENCE.assembly));
    return;
  }
  await beginTeam(tx, deps, order, row);
}

/** Both the money and the request are there. */
export async function beginTeam(tx: Db, deps: Deps, order: Order, row: TeamRow): Promise<void> {
  const step = begin(deps.now());
  const until = minuteOf(step.deadlineAt!);
  await applyTeamStep(
    tx,
    deps,
    { order, row, team: ruleView(row, order.amountCents, 0) },
    step,
    `The concierge is looking. Filled by ${until} UTC, or the whole price goes back.`,
  );
}

/** A player who was asked says yes or no. */
export async function answerInvitation(deps: Deps, actor: Person, teamBuildId: string, yes: boolean): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loaded = await loadTeam(tx, teamBuildId);
    const seat = (await seatRowsOf(tx, teamBuildId)).find((one) => one.playerId === actor.userId);
    if (!seat) throw new Refusal('not_found', 'There is no such request.');
    if (seat.accepted !== null) throw new Refusal('conflict', 'You answered this request already.');
    const step = yes ? must(seatTaken(loaded.team)) : undefined;
    if (!yes && loaded.team.status !== 'assembling')
      throw new Refusal('conflict', 'This squad does not look for players any more.');
    await answerSeat(tx, teamBuildId, actor.userId, yes, deps.now());
    if (!step) {
      await note(
        tx,
        deps,
        loaded.order.id,
        `The ${seat.role} who was asked is not free. The concierge asks the next one.`,
      );
      return;
    }
    await applyTeamStep(
      tx,
      deps,
      loaded,
      step,
      step.status === 'filled' ? 'Every seat is taken.' : `A ${seat.role} has joined.`,
    );
    if (step.status === 'filled')
      await notifyBuyer(tx, deps, loaded.row, 'filled', 'Your squad is complete', [
        'Every seat is taken. You get everybody’s contact with the delivery.',
      ]);
  });
}

/** The concierge hands the squad over. */
export async function deliverTeam(tx: Db, deps: Deps, teamBuildId: string): Promise<void> {
  const loaded = await loadTeam(tx, teamBuildId);
  await applyTeamStep(
    tx,
    deps,
    loaded,
    must(deliver(loaded.team, deps.now())),
    `Your squad is delivered. Tell us within ${refundTerms.assemblyCheckDays} days if something is wrong.`,
  );
  await announceDelivery(tx, deps, loaded.row);
}

async function announceDelivery(tx: Db, deps: Deps, row: TeamRow): Promise<void> {
  await notifyBuyer(tx, deps, row, 'delivered', 'Your squad is ready', [
    'Names and contacts are on the delivery page.',
    `If something is wrong, open a dispute there within ${refundTerms.assemblyCheckDays} days.`,
  ]);
  for (const seat of await seatRowsOf(tx, row.id)) {
    if (!seat.accepted) continue;
    await notifyAboutTeam(
      tx,
      deps,
      seat.playerId,
      `${row.id}:delivered`,
      'Your squad is complete',
      [`You play ${seat.role}. The captain has your contact and will write: ${row.discordPsn}.`],
      paths.invitations,
    );
  }
}

/** The buyer is content before the seven days are over. */
export async function confirmTeam(deps: Deps, actor: Person, teamBuildId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loaded = await loadTeam(tx, teamBuildId);
    if (loaded.row.buyerId !== actor.userId) throw new Refusal('not_found', 'There is no such paid request.');
    await applyTeamStep(
      tx,
      deps,
      loaded,
      must(confirmRun(loaded.team)),
      'The buyer confirmed the squad. The players are paid.',
    );
  });
}

/** Nobody moved in time. @returns false when the order waits for the processor only */
export async function passTeamDeadline(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  if (((await totalsOf(tx, order.id)).held ?? 0) === 0) return false;
  const row = await teamOfOrder(tx, order.id);
  if (!row) {
    await refundHeld(tx, deps, order, {
      cause: `unchosen:${order.id}`,
      cents: order.amountCents,
      memo: 'Full refund: no request was written',
    });
    await note(
      tx,
      deps,
      order.id,
      `No request was written within ${refundTerms.assemblyFillHours} hours. The whole price goes back.`,
    );
    await settleIfDone(tx, deps, order.id);
    return true;
  }
  const loaded = await loadTeam(tx, row.id);
  const step = passDeadline(loaded.team, deps.now());
  if (isNo(step)) return false;
  const line = {
    expired: `The squad was not filled within ${refundTerms.assemblyFillHours} hours. The whole price goes back.`,
    delivered: `Your squad is delivered. Tell us within ${refundTerms.assemblyCheckDays} days if something is wrong.`,
    completed: `No objection within ${refundTerms.assemblyCheckDays} days. The players are paid.`,
  }[step.status as 'expired' | 'delivered' | 'completed'];
  await applyTeamStep(tx, deps, loaded, step, line);
  if (step.status === 'delivered') await announceDelivery(tx, deps, row);
  return true;
}
