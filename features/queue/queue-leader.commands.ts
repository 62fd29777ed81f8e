import { randomUUID } from 'node:crypto';
import { withDeadlockRetry } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs, subtractMs } from '../../time/instants.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { findReachableByPush } from '../notifications/push/push.commands.ts';
import { listQueueOffered } from '../squads/substitutes/substitutes.queries.ts';
import { removeGroup } from './queue.commands.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import {
  ABSENCE_MS,
  GROUP_COOLDOWN_MS,
  ON_PAGE_MS,
  STILL_THERE_AFTER_MS,
  STILL_THERE_WINDOW_MS,
} from './queue.rules.ts';
import { QUEUE_KINDS } from './queue.schema.ts';
import { QueueCache } from './queue-cache.commands.ts';
import { advanceCheck } from './queue-checks.commands.ts';
import * as checks from './queue-checks.queries.ts';
import { claimGroups, claimReplacement, type FoundGroup } from './queue-claims.commands.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { removeWithoutGamertag } from './queue-departures.commands.ts';
import { findGroups, findReplacements } from './queue-groups.rules.ts';
import { deleteLeases, type Lease, takeLease } from './queue-leases.queries.ts';
import { countStepsPassed } from './queue-limits.rules.ts';
import { createStillThereMessage } from './queue-messages.wording.ts';
import { emptyQueue } from './queue-stop.commands.ts';

const LEASE_MS = 6_000;
const RENEW_MS = 2_000;
/** Interval between full rounds, which consider everyone. The rounds in between are incremental. */
const FULL_ROUND_MS = 15_000;
/** Interval between updates to waiting players on how many fit together. */
const NOTIFY_MS = 3_000;
/** Maximum number of groups invited per transaction. */
const CLAIM_BATCH = 25;

type LeadershipState = {
  lease: Lease;
  memory: QueueCache;
  renewed: Date;
  lastFullRoundAt: Date | null;
  notifiedAt: Date | null;
};

/** Checks whether this much time has passed or the clock was set back. */
const isDue = (since: Date | null, now: Date, ms: number) => !since || Math.abs(now.getTime() - since.getTime()) >= ms;

/**
 * Runs matching rounds over the waiting players, one pool of regions at a time. Every node can run a leader. A lease
 * row per pool decides which node leads the pool. The database is the source of truth; a leader can reload everything
 * it caches.
 */
export class QueueLeader {
  readonly id: string = randomUUID();
  private readonly deps: Deps;
  private readonly leaderships = new Map<string, LeadershipState>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Runs one round in every pool it can lease. @returns whether anyone is waiting or invited in any pool */
  async tick(): Promise<boolean> {
    const pools = await tickets.listPoolsInUse(this.deps.db);
    if (pools.length > 0 && (await tickets.findQueuePause(this.deps.db))) {
      await emptyQueue(this.deps);
      return true;
    }
    for (const pool of this.leaderships.keys()) if (!pools.includes(pool)) this.leaderships.delete(pool);
    for (const pool of pools) {
      try {
        await this.tickPool(pool);
      } catch (error) {
        this.deps.log.error({ err: error, pool }, 'queue: matching failed');
        this.leaderships.delete(pool);
      }
    }
    return pools.length > 0;
  }

  /** Releases all leases so another node can take over immediately. */
  async stop(): Promise<void> {
    await deleteLeases(this.deps.db, this.id, await getQueueNow(this.deps));
    this.leaderships.clear();
  }

  private async tickPool(pool: string): Promise<void> {
    const now = await getQueueNow(this.deps);
    if (!(await this.hold(pool, now))) return;
    await this.settleDue(pool, now);
    await this.removeGone(pool, now);
    const leadership = await this.read(pool, now);
    if (!leadership) return;
    await this.removeUnreachable(leadership);
    await this.refill(leadership, now);
    await this.findMatches(leadership, now);
    await this.notifyFound(leadership, now);
  }

  private async notifyFound(leadership: LeadershipState, now: Date): Promise<void> {
    if (!isDue(leadership.notifiedAt, now, NOTIFY_MS)) return;
    leadership.notifiedAt = now;
    const { rules } = await getActiveRules(this.deps.db);
    await tickets.markFound(this.deps.db, leadership.memory.countFits(rules, now));
  }

  /**
   * Loads the waiting players and renews the lease while doing so. With thousands waiting and a busy CPU, the lease
   * would otherwise expire during the first load, which would restart forever.
   */
  private async read(pool: string, now: Date): Promise<LeadershipState | undefined> {
    const hold = async () => this.hold(pool, await getQueueNow(this.deps));
    const leadership = await hold();
    const isCacheComplete = await leadership?.memory.read(this.deps, {
      pool,
      now,
      shouldContinue: async () => (await hold()) !== undefined,
    });
    return isCacheComplete ? hold() : undefined;
  }

  /** Takes or keeps the pool's lease. Discards cached state if another node held it in between. */
  private async hold(pool: string, now: Date): Promise<LeadershipState | undefined> {
    const currentLease = this.leaderships.get(pool);
    if (currentLease && !isDue(currentLease.renewed, now, RENEW_MS)) return currentLease;
    const lease = await takeLease(this.deps.db, { pool, holder: this.id }, { now, until: addMs(now, LEASE_MS) });
    if (!lease) {
      this.leaderships.delete(pool);
      return undefined;
    }
    // If the epoch is only one higher, the lease expired but no other node took it.
    const continuedLeadership = currentLease && lease.epoch - currentLease.lease.epoch <= 1 ? currentLease : undefined;
    const leadership = {
      lease,
      renewed: now,
      memory: continuedLeadership?.memory ?? new QueueCache(),
      lastFullRoundAt: continuedLeadership?.lastFullRoundAt ?? null,
      notifiedAt: continuedLeadership?.notifiedAt ?? null,
    };
    this.leaderships.set(pool, leadership);
    return leadership;
  }

  private async settleDue(pool: string, now: Date): Promise<void> {
    for (const id of await checks.listDueChecks(this.deps.db, pool, now)) {
      try {
        const afterCommit = await withDeadlockRetry(this.deps.db, async (tx) => {
          const check = await checks.lockCheck(tx, id);
          return check && advanceCheck(tx, this.deps, check, now);
        });
        await afterCommit?.();
      } catch (error) {
        // If one check can't be resolved, don't block the others.
        this.deps.log.error({ err: error, check: id }, 'queue: could not resolve a ready check');
      }
    }
  }

  private async removeGone(pool: string, now: Date): Promise<void> {
    const { db } = this.deps;
    const answerDeadline = addMs(now, STILL_THERE_WINDOW_MS);
    await db.transaction(async (tx) => {
      const questions = await tickets.askStillThere(tx, pool, {
        saidBefore: subtractMs(now, STILL_THERE_AFTER_MS),
        until: answerDeadline,
      });
      await enqueueNotifications(
        tx,
        this.deps,
        questions.map((ticket) => createStillThereMessage(ticket, answerDeadline)),
      );
    });
    const leavingTickets = await tickets.listLeavingTickets(db, pool, {
      absentSince: subtractMs(now, ABSENCE_MS),
      now,
    });
    const absentIds = leavingTickets.flatMap(({ userId, why }) => (why === 'absent' ? [userId] : []));
    const reachableIds =
      absentIds.length > 0 ? await findReachableByPush(this.deps, absentIds, 'queue') : new Set<string>();
    for (const { userId, why } of leavingTickets) {
      if (why === 'absent' && reachableIds.has(userId)) continue;
      await withDeadlockRetry(db, async (tx) => {
        const group = await tickets.lockGroupOf(tx, userId);
        const ownTicket = group.find((ticket) => ticket.userId === userId);
        const isBack = why === 'absent' && ownTicket && ownTicket.seenAt >= subtractMs(now, ABSENCE_MS);
        const hasAnswered = why === 'silent' && ownTicket && !ownTicket.stillUntil;
        if (ownTicket?.state !== 'waiting' || isBack || hasAnswered) return;
        const sentence = {
          absent: messages.removedDisconnected,
          silent: messages.removedUnconfirmed,
          over: messages.removedOver,
        }[why];
        await removeGroup(tx, group, { ended: 'out', own: userId, sentence }, now);
      });
    }
  }

  /** Removes players without the gamertag that hosts need. Nodes with an earlier version may still let them join. */
  private async removeUnreachable({ memory }: LeadershipState): Promise<void> {
    for (const userId of memory.takeUnreachable()) {
      try {
        const after = await withDeadlockRetry(this.deps.db, (tx) => removeWithoutGamertag(tx, this.deps, userId));
        await after?.();
      } catch (error) {
        // The player isn't matched in the meantime, and the next round tries again.
        this.deps.log.error({ err: error, userId }, 'queue: a player without a gamertag could not be removed');
      }
    }
  }

  private async refill({ lease, memory }: LeadershipState, now: Date): Promise<void> {
    const { rules } = await getActiveRules(this.deps.db);
    for (const check of await checks.listChecksToRefill(this.deps.db, lease.pool)) {
      const seats = await checks.listSeats(this.deps.db, check.id);
      const activeSeats = seats.filter(({ state }) => state === 'asked' || state === 'ready');
      const emptySeat = seats.find(({ seat }) => !activeSeats.some((one) => one.seat === seat));
      if (!emptySeat) continue;
      const waitingPlayers = await memory.loadPlayers(
        this.deps,
        activeSeats.map(({ userId }) => userId),
        now,
      );
      // A replacement has only seconds to answer, so only invite players with an open page.
      const waitingTickets = memory.listWaiting(check.kind);
      const seenIds = await tickets.listSeenSince(
        this.deps.db,
        waitingTickets.map(({ userId }) => userId),
        subtractMs(now, ON_PAGE_MS),
      );
      const candidates = waitingTickets.filter(({ userId }) => seenIds.has(userId));
      const askedIds = new Set(seats.map(({ userId }) => userId));
      const rankedPlayers = findReplacements(
        { seatedPlayers: waitingPlayers, candidates, seat: emptySeat.position, askedIds },
        { rules, kind: check.kind },
        now,
      );
      const players = [...waitingPlayers, ...candidates].map(({ player }) => player);
      const replacement = await claimReplacement(
        this.deps,
        {
          lease,
          checkId: check.id,
          ranked: rankedPlayers.map(({ userId, squad }) => ({ userId, squad, version: memory.getVersion(userId)! })),
          players,
          rules,
        },
        now,
      );
      if (replacement) memory.forget([replacement]);
    }
  }

  private async findMatches(leadership: LeadershipState, now: Date): Promise<void> {
    const { lease, memory } = leadership;
    const { rules } = await getActiveRules(this.deps.db);
    const isFullRound = isDue(leadership.lastFullRoundAt, now, FULL_ROUND_MS);
    if (isFullRound) leadership.lastFullRoundAt = now;
    // These players have only seconds to join a game that's waiting for them. The next full round includes them again.
    const offeredIds = await listQueueOffered(this.deps.db, now);
    for (const kind of QUEUE_KINDS) {
      const waitingPlayers = memory.listWaiting(kind).filter(({ userId }) => !offeredIds.has(userId));
      const freshIds = memory.listFresh(kind, (since) => countStepsPassed(rules, since, now), isFullRound);
      const newIds = freshIds.difference(offeredIds);
      if (waitingPlayers.length < rules.seats.length || newIds.size === 0) continue;
      const forbiddenGroups = await checks.listRecentGroups(
        this.deps.db,
        lease.pool,
        subtractMs(now, GROUP_COOLDOWN_MS),
      );
      const squads = findGroups({ waiting: waitingPlayers, newIds, forbiddenGroups, rules, kind }, now);
      const byId = new Map(waitingPlayers.map(({ userId, player }) => [userId, player]));
      const foundGroups: FoundGroup[] = squads.map((squad) => ({
        squad,
        players: squad.members.map((id) => byId.get(id)!),
        versions: new Map(squad.members.map((id) => [id, memory.getVersion(id)!])),
      }));
      for (let offset = 0; offset < foundGroups.length; offset += CLAIM_BATCH) {
        const batch = foundGroups.slice(offset, offset + CLAIM_BATCH);
        const groups = await claimGroups(this.deps, { lease, kind, rules }, batch, await getQueueNow(this.deps));
        const members = batch.flatMap(({ squad }) => squad.members);
        memory.forget([...groups]);
        memory.refresh(members.filter((id) => !groups.has(id)));
      }
    }
  }
}
