import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import type { Deps } from '../../server/deps.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from '../matches/pool.rules.ts';
import { listBlocksInvolving } from '../profiles/blocks/blocks.queries.ts';
import { listMissingGamertags } from '../profiles/player-views.queries.ts';
import * as tickets from './queue.queries.ts';
import { QUEUE_KINDS, type QueueKind } from './queue.schema.ts';
import type { WaitingPlayer } from './queue-candidates.rules.ts';
import { countFittingAround } from './queue-fitting-players.rules.ts';
import { compileWaitingPlayers } from './queue-groups.rules.ts';

type KnownTicket = WaitingPlayer & { kind: QueueKind; version: number; found: number; step: number };

type ReadContext = { pool: string; now: Date; shouldContinue: () => Promise<boolean> };

/** Batch size for reading profiles. */
const PAGE_SIZE = 2_000;
/** Batch size for updates on how many players fit together. */
const PUBLISH_BATCH = 200;

/** A pool leader's in-memory cache of waiting players. All of it can be reloaded from the database. */
export class QueueCache {
  private readonly ticketsByUser = new Map<string, KnownTicket>();
  private readonly newIds = new Set<string>();
  private rotation = 0;
  private unreachable: string[] = [];

  /**
   * Reads which tickets joined, left or changed. Compares every ticket's version, so nothing is missed.
   * @param context.shouldContinue called between pages
   * @returns whether everything was read
   */
  async read(deps: Deps, { pool, now, shouldContinue }: ReadContext): Promise<boolean> {
    const versions = await tickets.listVersions(deps.db, pool);
    for (const userId of this.ticketsByUser.keys()) if (!versions.has(userId)) this.forget([userId]);
    const changedIds = [...versions].flatMap(([userId, version]) =>
      this.ticketsByUser.get(userId)?.version === version ? [] : [userId],
    );
    for (let offset = 0; offset < changedIds.length; offset += PAGE_SIZE) {
      if (offset > 0 && !(await shouldContinue())) return false;
      const batch = changedIds.slice(offset, offset + PAGE_SIZE);
      const missingGamertags = await listMissingGamertags(deps.db, batch);
      this.unreachable.push(...missingGamertags.keys());
      for (const ticket of await loadWaiting(deps, batch, now)) {
        if (missingGamertags.has(ticket.userId)) continue;
        this.ticketsByUser.set(ticket.userId, { ...ticket, step: -1 });
        this.newIds.add(ticket.userId);
      }
    }
    // The player is hidden, banned or can't be invited to a lobby, so their ticket is about to be removed.
    for (const userId of changedIds)
      if (this.ticketsByUser.get(userId)?.version !== versions.get(userId)) this.forget([userId]);
    return true;
  }

  /** Returns the players read since the last call whom no host could invite. Earlier versions let them join. */
  takeUnreachable(): string[] {
    return this.unreachable.splice(0);
  }

  /** Returns everyone waiting for this kind, in the matcher's format. */
  listWaiting(kind: QueueKind): KnownTicket[] {
    return [...this.ticketsByUser.values()].filter((one) => one.kind === kind);
  }

  /**
   * Returns the players a matching round has to start with: those who joined, changed or reached the next relaxation
   * step since the last round.
   * @param isFullRound whether to return everyone
   */
  listFresh(kind: QueueKind, stepOf: (since: Date) => number, isFullRound: boolean): Set<string> {
    const newIds = new Set<string>();
    for (const ticket of this.ticketsByUser.values()) {
      if (ticket.kind !== kind) continue;
      const step = stepOf(ticket.since);
      if (isFullRound || this.newIds.has(ticket.userId) || step !== ticket.step) newIds.add(ticket.userId);
      ticket.step = step;
      this.newIds.delete(ticket.userId);
    }
    return newIds;
  }

  getVersion(userId: string): number | undefined {
    return this.ticketsByUser.get(userId)?.version;
  }

  forget(userIds: readonly string[]): void {
    for (const userId of userIds) {
      this.ticketsByUser.delete(userId);
      this.newIds.delete(userId);
    }
  }

  /** Marks players who couldn't be invited this time, so the next round starts with them again. */
  refresh(userIds: readonly string[]): void {
    for (const userId of userIds) if (this.ticketsByUser.has(userId)) this.newIds.add(userId);
  }

  /** Loads players who aren't waiting, such as players held by a check. */
  async loadPlayers(deps: Deps, userIds: readonly string[], now: Date): Promise<WaitingPlayer[]> {
    return loadWaiting(deps, userIds, now);
  }

  /** Counts how many players fit together around the next batch of waiting groups. Returns only counts that changed. */
  countFits(rules: MatchingRules, now: Date): Map<string, number> {
    const fittingCounts = new Map<string, number>();
    for (const kind of QUEUE_KINDS) {
      const waitingPlayers = this.listWaiting(kind);
      if (waitingPlayers.length === 0) continue;
      const compiledPool = compileWaitingPlayers(waitingPlayers, rules, kind, now);
      for (const group of this.takeNextGroups(waitingPlayers)) {
        const members = group.map(({ userId }) => compiledPool.indexOf(userId)!);
        const count = countFittingAround(compiledPool, members, this.rotation);
        for (const ticket of group) {
          if (ticket.found !== count) fittingCounts.set(ticket.userId, count);
          ticket.found = count;
        }
      }
    }
    return fittingCounts;
  }

  /** Returns the next batch of waiting groups in the rotation. */
  private takeNextGroups(waitingPlayers: readonly KnownTicket[]): KnownTicket[][] {
    const groups = [...Map.groupBy(waitingPlayers, ({ groupId }) => groupId).values()];
    const firstGroup = this.rotation % groups.length;
    this.rotation += PUBLISH_BATCH;
    return [...groups.slice(firstGroup), ...groups.slice(0, firstGroup)].slice(0, PUBLISH_BATCH);
  }
}

async function loadWaiting(deps: Deps, userIds: readonly string[], now: Date): Promise<Omit<KnownTicket, 'step'>[]> {
  if (userIds.length === 0) return [];
  const ids = [...userIds];
  const rows = new Map((await listPoolRows(deps.db, ids, now)).map((row) => [row.id, row]));
  const constraints = toPlayerConstraints(await listBlocksInvolving(deps.db, ids), []);
  return (await tickets.listTickets(deps.db, ids)).flatMap((ticket) => {
    const row = rows.get(ticket.userId);
    return row ? [{ ...ticket, player: toPoolPlayer(row, constraints) }] : [];
  });
}
