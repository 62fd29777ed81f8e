import { randomUUID } from 'node:crypto';
import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { limitToSession } from '../../matcher/explain-facts.ts';
import { type Explanation, explain, type MatchingRules, type PoolPlayer, type Squad } from '../../matcher/run.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs, subtractMs, toUtcMonday } from '../../time/instants.ts';
import { roundStoredScore } from '../matches/matches.rules.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import * as tickets from './queue.queries.ts';
import { ON_PAGE_MS } from './queue.rules.ts';
import type { QueueKind } from './queue.schema.ts';
import { advanceCheck } from './queue-checks.commands.ts';
import * as checks from './queue-checks.queries.ts';
import { getSquadStart } from './queue-groups.rules.ts';
import { isLeaseHeld, type Lease } from './queue-leases.queries.ts';
import { createCheckMessages } from './queue-messages.wording.ts';
import {
  GRACE_MS,
  getHoldMs,
  isOpenState,
  PAGE_SECONDS,
  PUSH_SECONDS,
  SEAT_COUNT,
  TONIGHT_SECONDS,
} from './ready-check.rules.ts';

/** A group found by the matcher, with the ticket versions that the matcher saw. */
export type FoundGroup = { squad: Squad; players: readonly PoolPlayer[]; versions: ReadonlyMap<string, number> };

type ClaimContext = { lease: Lease; kind: QueueKind; rules: MatchingRules };

/**
 * Claims found groups and opens their ready checks in one transaction. Locks everyone's tickets in user order and
 * invites a group only if all its members are still waiting at the version the matcher saw.
 * @returns the invited players; empty when another node leads the pool now
 */
export async function claimGroups(
  deps: Deps,
  by: ClaimContext,
  foundGroups: readonly FoundGroup[],
  now: Date,
): Promise<Set<string>> {
  if (foundGroups.length === 0) return new Set();
  return withDeadlockRetry(deps.db, async (tx) => {
    if (!(await isLeaseHeld(tx, by.lease, now))) return new Set<string>();
    const memberIds = foundGroups.flatMap(({ squad }) => squad.members).sort();
    const rows = await tickets.lockTickets(tx, memberIds);
    const byId = new Map(rows.map((row) => [row.userId, row]));
    const claimable = foundGroups.filter(({ squad, versions }) =>
      squad.members.every((id) => {
        const row = byId.get(id);
        return row?.state === 'waiting' && row.version === versions.get(id);
      }),
    );
    if (claimable.length === 0) return new Set<string>();
    const openedChecks = claimable.map((one) => openCheck(one, by, byId, now));
    await checks.insertChecks(
      tx,
      openedChecks.map(({ check }) => check),
    );
    const seats = openedChecks.flatMap((one) => one.seats);
    await checks.insertSeats(tx, seats);
    await insertOpenedChecks(tx, openedChecks);
    await enqueueNotifications(
      tx,
      deps,
      openedChecks.flatMap(({ check, seats }) => seats.flatMap((seat) => createCheckMessages(check, seat))),
    );
    return new Set(seats.map(({ userId }) => userId));
  });
}

type OpenedCheck = ReturnType<typeof openCheck>;

function openCheck(
  { squad, players }: FoundGroup,
  { kind, rules, lease }: ClaimContext,
  rows: ReadonlyMap<string, tickets.TicketRow>,
  now: Date,
) {
  const id = randomUUID();
  const isOnPage = squad.members.every((userId) => rows.get(userId)!.seenAt > subtractMs(now, ON_PAGE_MS));
  const seconds = kind === 'tonight' ? TONIGHT_SECONDS : isOnPage ? PAGE_SECONDS : PUSH_SECONDS;
  const deadline = addMs(now, seconds * 1000);
  const groups = new Map(squad.members.map((userId) => [userId, rows.get(userId)!.groupId]));
  const check = {
    id,
    kind,
    pool: lease.pool,
    version: 1,
    openedAt: now,
    seconds,
    dueAt: addMs(deadline, GRACE_MS),
    startsAt: kind === 'tonight' ? getSquadStart(squad, now) : null,
    score: roundStoredScore(squad.score),
    parts: squad.parts,
    facts: explainGroup(squad, players, groups, { rules, now }),
    memberIds: [...squad.members],
  };
  const seats = squad.members.map((userId, seat) => ({
    checkId: id,
    userId,
    seat,
    position: squad.positions[userId]!,
    groupId: rows.get(userId)!.groupId,
    askedAt: now,
    deadline,
    word: randomUUID(),
  }));
  return { check, seats };
}

/** Explains a group's score. Players who queue together count as a party. */
function explainGroup(
  squad: Squad,
  players: readonly PoolPlayer[],
  groups: ReadonlyMap<string, string>,
  { rules, now }: { rules: MatchingRules; now: Date },
): Explanation {
  const members = players.map((player) => ({ ...player, party: groups.get(player.id) ?? null }));
  return limitToSession(explain(squad, members, rules, toUtcMonday(now)));
}

async function insertOpenedChecks(tx: Db, openedChecks: readonly OpenedCheck[]): Promise<void> {
  await tickets.putAllIntoChecks(
    tx,
    new Map(openedChecks.flatMap(({ check, seats }) => seats.map(({ userId }) => [userId, check.id] as const))),
  );
}

type ReplacementSearch = {
  lease: Lease;
  checkId: string;
  /** Candidates, best first, with the ticket version that the matcher saw. */
  ranked: readonly { userId: string; version: number; squad: Squad }[];
  players: readonly PoolPlayer[];
  rules: MatchingRules;
};

/**
 * Invites the best candidate for a check's empty seat, once per check.
 * @returns the invited player; undefined when no candidate was available or the seat isn't empty anymore
 */
export async function claimReplacement(
  deps: Deps,
  { lease, checkId, ranked, players, rules }: ReplacementSearch,
  now: Date,
): Promise<string | undefined> {
  return withDeadlockRetry(deps.db, async (tx) => {
    if (!(await isLeaseHeld(tx, lease, now))) return undefined;
    const check = await checks.lockCheck(tx, checkId);
    if (check?.state !== 'open' || check.refilled || !check.emptySince) return undefined;
    const seats = await checks.listSeats(tx, checkId);
    const activeSeats = seats.filter(isOpenState);
    const emptySeat = seats.find(({ seat }) => !activeSeats.some((one) => one.seat === seat));
    if (activeSeats.length !== SEAT_COUNT - 1 || !emptySeat) return undefined;
    const lockedTickets = await tickets.lockTickets(
      tx,
      ranked.map(({ userId }) => userId),
    );
    const best = ranked.find(({ userId, version }) =>
      lockedTickets.some((row) => row.userId === userId && row.state === 'waiting' && row.version === version),
    );
    if (!best) return undefined;
    const row = lockedTickets.find(({ userId }) => userId === best.userId)!;
    const deadline = addMs(now, getHoldMs(check.kind));
    const seat = {
      checkId,
      userId: best.userId,
      seat: emptySeat.seat,
      position: emptySeat.position,
      groupId: row.groupId,
      newcomer: true,
      askedAt: now,
      deadline,
      word: randomUUID(),
    };
    await checks.insertSeats(tx, [seat]);
    await tickets.putAllIntoChecks(tx, new Map([[best.userId, checkId]]));
    const groups = new Map(activeSeats.map(({ userId, groupId }) => [userId, groupId]));
    await checks.setCheck(tx, checkId, {
      refilled: true,
      fiveVersion: check.version + 1,
      memberIds: [...best.squad.members],
      score: roundStoredScore(best.squad.score),
      parts: best.squad.parts,
      facts: explainGroup(best.squad, players, groups, { rules, now }),
    });
    // Inviting a replacement can't complete or fail the check; it only changes when the next step is due.
    await advanceCheck(tx, deps, { ...check, refilled: true, emptySince: null }, now);
    await enqueueNotifications(tx, deps, createCheckMessages(check, seat));
    return best.userId;
  });
}
