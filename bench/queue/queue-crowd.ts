import { setTimeout as pause } from 'node:timers/promises';
import { joinQueue, leaveQueue } from '../../features/queue/queue.commands.ts';
import { findTicket, markSeen } from '../../features/queue/queue.queries.ts';
import { answerCheck } from '../../features/queue/queue-answers.commands.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { runAtRate } from '../live/pace.ts';

const SEEN_EVERY_MS = 15_000;
const WATCHED_EVERY_MS = 25;
/** Maximum number of actions in flight. More actions would only wait for each other and delay the players' answers. */
const CONCURRENCY = 24;
/** Roles of the players who join before the one who completes a group. */
const FIRST_ROLES = ['PG', 'SG', 'SF'] as const;
const LAST_ROLE = 'PF';

export type PlayerSupply = Record<'PG' | 'SG' | 'SF' | 'PF' | 'coming', string[]>;
export type CrowdPace = { joins: number; leaves: number; groups: number };

/** A join that completed a group, and when its player got the ready check, in ms of this process's clock. */
export type CompletedMatch = { userId: string; joined: number; asked: number | undefined };

/**
 * Simulates players who join, leave and answer their ready checks, through the product's commands. Most players join
 * and leave again. They only get a spot when a player of each other role joins. Other players complete groups on
 * purpose.
 */
export class QueueCrowd {
  private readonly deps: Deps;
  private readonly supply: PlayerSupply;
  /** Join times of players who haven't left. Each has a ticket or was notified of the outcome. */
  readonly queuedSince = new Map<string, Date>();
  readonly completed: CompletedMatch[] = [];
  readonly counts = { joined: 0, left: 0, tooLate: 0, answered: 0, refused: 0, failed: 0, behind: 0 };
  private readonly arrivedIds: string[] = [];
  private readonly answeredChecks = new Set<string>();
  private readonly waitingFor = new Map<string, CompletedMatch>();
  private next = 0;
  private underWay = 0;
  private stops: (() => Promise<void>)[] = [];

  constructor(deps: Deps, supply: PlayerSupply) {
    this.deps = deps;
    this.supply = supply;
  }

  /** Adds players who are already waiting. */
  adopt(ids: readonly string[]): void {
    for (const id of ids) this.queuedSince.set(id, this.deps.now());
  }

  start({ joins, leaves, groups }: CrowdPace): void {
    const controller = new AbortController();
    const watchLoops = this.keep(controller.signal, WATCHED_EVERY_MS, () => this.watch());
    const presenceLoops = this.keep(controller.signal, SEEN_EVERY_MS, () => this.see());
    this.stops = [
      runAtRate(joins, () => this.inTurn(() => this.come())),
      runAtRate(leaves, () => this.inTurn(() => this.go())),
      runAtRate(groups, () => this.one(() => this.complete())),
      async () => {
        controller.abort();
        await Promise.all([watchLoops, presenceLoops]);
      },
    ];
  }

  /** Stops players from joining and leaving, then from answering ready checks. */
  async stop(): Promise<void> {
    const [joins, leaves, groups, rest] = this.stops;
    await Promise.all([joins!(), leaves!(), groups!()]);
    await rest!();
  }

  private async keep(signal: AbortSignal, ms: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await this.one(work);
      await pause(ms, undefined, { signal }).catch(() => {});
    }
  }

  /** Runs an action, or skips and counts it when too many are in flight. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.underWay >= CONCURRENCY) {
      this.counts.behind += 1;
      return;
    }
    this.underWay += 1;
    await this.one(work);
    this.underWay -= 1;
  }

  private async one(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.counts.failed += 1;
      if (this.counts.failed <= 3) console.error(error);
    }
  }

  private async join(userId: string): Promise<void> {
    const at = this.deps.now();
    await joinQueue(this.deps, { userId }, { kind: 'now', with_party: false, any_language: false });
    this.queuedSince.set(userId, at);
    this.counts.joined += 1;
  }

  private async come(): Promise<void> {
    const { coming } = this.supply;
    const userId = coming[this.next++ % coming.length]!;
    if (this.queuedSince.has(userId)) return;
    await this.join(userId);
    this.arrivedIds.push(userId);
  }

  private async go(): Promise<void> {
    const userId = this.arrivedIds.shift();
    const ticket = userId && (await findTicket(this.deps.db, userId));
    if (!ticket) return;
    try {
      await leaveQueue(this.deps, { userId }, { ticket_id: ticket.id, version: ticket.version });
      this.queuedSince.delete(userId);
      this.counts.left += 1;
    } catch (error) {
      // A match was found before the player could leave.
      if (!(error instanceof Refusal)) throw error;
      this.counts.tooLate += 1;
    }
  }

  private async complete(): Promise<void> {
    const joiningPlayers = FIRST_ROLES.map((role) => this.supply[role].pop());
    const last = this.supply[LAST_ROLE].pop();
    if (!last || joiningPlayers.some((one) => !one)) throw new Error('Nobody is left to complete groups with.');
    for (const userId of joiningPlayers) await this.join(userId!);
    await this.join(last);
    const match: CompletedMatch = { userId: last, joined: performance.now(), asked: undefined };
    this.completed.push(match);
    this.waitingFor.set(last, match);
  }

  /** Accepts every open ready check, like players who see it on screen. */
  private async watch(): Promise<void> {
    const { rows } = await this.deps.database.pool.query<{ user_id: string; check_id: string }>(
      `select s.user_id, s.check_id from queue_checks c join queue_seats s on s.check_id = c.id
        where c.state = 'open' and s.state = 'asked'`,
    );
    const at = performance.now();
    for (const { user_id: userId, check_id: id } of rows) {
      const match = this.waitingFor.get(userId);
      if (match) match.asked ??= at;
      this.waitingFor.delete(userId);
      const key = `${id} ${userId}`;
      if (this.answeredChecks.has(key)) continue;
      this.answeredChecks.add(key);
      void this.one(() => this.answer(userId, id)).finally(() => this.answeredChecks.delete(key));
    }
  }

  private async answer(userId: string, id: string): Promise<void> {
    try {
      await answerCheck(this.deps, { userId }, { id, answer: 'ready' });
      this.counts.answered += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.counts.refused += 1;
    }
  }

  private async see(): Promise<void> {
    await markSeen(this.deps.db, [...this.queuedSince.keys()], this.deps.now());
  }
}
