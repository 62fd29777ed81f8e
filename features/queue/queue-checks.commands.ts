import type { Db } from '../../db/database.ts';
import { readExplanation } from '../../matcher/run.ts';
import { english, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { subtractMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { lockAccounts } from '../accounts/account-views.queries.ts';
import { type AcceptedScore, formMatch } from '../matches/match-groups.commands.ts';
import { listLeaders } from '../matches/parties/parties.queries.ts';
import { createAgreedSession } from '../squads/sessions/agreed-sessions.commands.ts';
import { listSquadsByMatch } from '../squads/squads.queries.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import type { SeatState } from './queue.schema.ts';
import { FAILURE_MESSAGES, REMOVAL_MESSAGES } from './queue.wording.ts';
import type { CheckRow, SeatRow } from './queue-checks.queries.ts';
import * as checks from './queue-checks.queries.ts';
import { recordOutcomes } from './queue-outcomes.commands.ts';
import { isGroupFailure } from './queue-penalties.rules.ts';
import * as waits from './queue-waits.queries.ts';
import { hasVacatedSeat, isAtFault, isOpenState, resolveCheck } from './ready-check.rules.ts';

const doNothing: AfterCommit = async () => {};

/**
 * Advances a check, which the transaction has locked, to its state at the given time. Removes players whose time is up,
 * creates the squad when all are ready, and returns the others to the queue when a seat stays empty. Idempotent.
 * @returns the work to do after the commit
 */
export async function advanceCheck(tx: Db, deps: Deps, check: CheckRow, now: Date): Promise<AfterCommit> {
  if (check.state !== 'open') return doNothing;
  const seats = await checks.listSeats(tx, check.id);
  const resolution = resolveCheck(check, seats, now);
  await checks.setSeats(tx, check.id, resolution.changed);
  const states = new Map(seats.map(({ userId, state }) => [userId, resolution.changed.get(userId) ?? state]));
  await removeLostSeats(tx, { check, seats, states: resolution.changed }, now);
  if (resolution.state === 'made') return formGroup(tx, deps, { check, seats: seats.filter(isOpenState) }, now);
  if (resolution.state === 'failed') {
    await failCheck(tx, { check, seats, states }, now);
    return doNothing;
  }
  const { emptySince, heldUntil, dueAt } = resolution;
  await checks.setCheck(tx, check.id, { emptySince, heldUntil, dueAt });
  return doNothing;
}

type CheckState = {
  check: CheckRow;
  seats: readonly SeatRow[];
  states: ReadonlyMap<string, SeatState>;
  /** Message for the removed players, if it differs from the one for their seat's state. */
  reason?: Translatable;
};

/** Removes players who lost their seat from the queue. Players who kept the others waiting are penalized. */
export async function removeLostSeats(tx: Db, { check, seats, states, reason }: CheckState, now: Date): Promise<void> {
  const removedPlayers = seats.flatMap(({ userId }) => {
    const state = states.get(userId);
    return state && hasVacatedSeat(state) ? [{ userId, state: state as keyof typeof REMOVAL_MESSAGES }] : [];
  });
  if (removedPlayers.length === 0) return;
  const ids = removedPlayers.map(({ userId }) => userId).sort();
  const lockedTickets = await tickets.lockTickets(tx, ids);
  await waits.insertWaits(
    tx,
    lockedTickets.map((ticket) => toWaitRow(ticket, 'out', now)),
  );
  await tickets.deleteTickets(tx, ids);
  await recordOutcomes(
    tx,
    removedPlayers.map(({ userId, state }) => ({
      userId,
      kind: 'out',
      write: (t) => translate(t, reason ?? REMOVAL_MESSAGES[state]),
    })),
    now,
  );
  const playersAtFault = removedPlayers.filter(({ state }) => isAtFault(state));
  await waits.insertPenalties(
    tx,
    playersAtFault.map(({ userId }) => ({ userId, checkId: check.id, at: now })),
  );
  const unreachedTickets = removedPlayers.filter(({ state }) => state === 'unreached');
  await waits.insertUnreached(
    tx,
    unreachedTickets.map(({ userId }) => ({ userId, checkId: check.id, at: now })),
  );
}

export const toWaitRow = (
  { userId, kind, role, region, since }: tickets.TicketRow,
  outcome: 'found' | 'gave_up' | 'out',
  at: Date,
) => ({
  userId,
  kind,
  role,
  region,
  seconds: Math.max(0, (at.getTime() - since.getTime()) / 1000),
  ended: outcome,
  at,
});

/** Fails the check. Everyone who didn't leave returns to waiting and keeps their original start time. */
async function failCheck(tx: Db, { check, seats, states }: CheckState, now: Date): Promise<void> {
  const allStates = [...states.values()];
  const cause = (['declined', 'silent', 'unreached'] as const).find((each) => allStates.includes(each)) ?? 'gone';
  const reason = FAILURE_MESSAGES[cause];
  const releasedIds = seats.flatMap(({ userId }) => (states.get(userId) === 'released' ? [userId] : [])).sort();
  await tickets.lockTickets(tx, releasedIds);
  await tickets.returnToWaiting(tx, releasedIds, now);
  await recordOutcomes(
    tx,
    releasedIds.map((userId) => ({
      userId,
      kind: 'requeued',
      write: (t) => t(messages.requeued, { reason: t(reason) }),
    })),
    now,
  );
  await checks.setCheck(tx, check.id, {
    state: 'failed',
    closedAt: now,
    // In English, because only the console shows it.
    why: english(reason),
    heldUntil: null,
  });
  const minute = subtractMs(now, MINUTE_MS);
  // Also clear penalties from earlier in this minute, before the outage was detected.
  if (isGroupFailure(await checks.listClosedChecks(tx, minute))) await waits.deletePenalties(tx, minute);
}

/**
 * Returns the score and explanation that everyone in the check saw when they readied up. Empty for checks from earlier
 * versions, which stored sentences instead of facts.
 */
function listAccepted({ score, parts, facts }: CheckRow): { accepted?: AcceptedScore } {
  const explanation = readExplanation(facts);
  return explanation ? { accepted: { score, parts: parts ?? {}, explanation } } : {};
}

/** Creates the squad of a check in which all five are ready, to play now or at the agreed time. */
async function formGroup(
  tx: Db,
  deps: Deps,
  { check, seats }: { check: CheckRow; seats: readonly SeatRow[] },
  now: Date,
): Promise<AfterCommit> {
  const ids = seats.map(({ userId }) => userId);
  await lockAccounts(tx, ids);
  const leaders = await listLeaders(tx, ids);
  const firstSeat = seats.toSorted((a, b) => (a.answeredAt ?? now).getTime() - (b.answeredAt ?? now).getTime())[0]!;
  const group = {
    seats: Object.fromEntries(seats.map(({ userId, position }) => [userId, position])),
    origin: { by: check.kind },
    leaderId: leaders.find((id) => ids.includes(id)) ?? firstSeat.userId,
    ...listAccepted(check),
  };
  const formedMatch = await tx
    .transaction((inner) => formMatch(inner, deps, group))
    .catch((error: unknown) => {
      // A player can't be matched anymore, but the event for that hasn't arrived yet. No one is penalized for this.
      if (error instanceof Refusal) return undefined;
      throw error;
    });
  if (!formedMatch) {
    const states = new Map<string, SeatState>(ids.map((id) => [id, 'released']));
    await checks.setSeats(tx, check.id, states);
    await failCheck(tx, { check, seats, states }, now);
    return doNothing;
  }
  const squadId = (await listSquadsByMatch(tx, ids[0]!, [formedMatch.id])).get(formedMatch.id)!;
  const startsAt = check.startsAt ?? now;
  await createAgreedSession(tx, { squadId, memberIds: ids, startsAt, here: check.kind === 'now' }, now);
  const lockedTickets = await tickets.lockTickets(tx, [...ids].sort());
  await waits.insertWaits(
    tx,
    lockedTickets.map((ticket) => toWaitRow(ticket, 'found', check.openedAt)),
  );
  await tickets.deleteTickets(tx, ids);
  await recordOutcomes(
    tx,
    ids.map((userId) => ({ userId, kind: 'squad', squadId, write: (t) => t(messages.squadMade) })),
    now,
  );
  await checks.setCheck(tx, check.id, {
    state: 'made',
    closedAt: now,
    matchId: formedMatch.id,
    squadId,
    heldUntil: null,
  });
  return formedMatch.after;
}
