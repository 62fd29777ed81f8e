import type { QueueCheck, QueueState } from '../../features/queue/queue.schema.ts';
import { chooseForCheck } from './sample-choices.ts';
import { type SampleCrowd, scheduleCall } from './sample-crowd.ts';
import { chooseReplacement } from './sample-fit.ts';

/** How long a sample player rests after a squad, a failed ready check or leaving the queue. */
const COOLDOWN_MS = { squad: 30 * 60_000, failed: 10 * 60_000, left: 5 * 60_000 };
/** Seconds for the replacement to appear in the queue before the decliner declines. */
const SUBSTITUTE_FIRST_S = 4;

/** The sample players in the live queue, and the queue state each of them last saw. */
export class SampleQueue {
  private readonly crowd: SampleCrowd;
  private readonly states = new Map<string, QueueState>();
  private readonly restingUntil = new Map<string, number>();
  /** Replacements who joined to take a decliner's spot, by ready check. */
  private readonly substitutes = new Map<string, string>();

  constructor(crowd: SampleCrowd) {
    this.crowd = crowd;
  }

  /** Returns all players who are waiting or in a ready check. */
  listActive(): string[] {
    return [...this.states.keys()];
  }

  /**
   * Returns whether any of these players is in a ready check. Until it ends, no other sample player joins or leaves.
   */
  isAsked(userIds: readonly string[]): boolean {
    return userIds.some((id) => this.states.get(id)?.check);
  }

  isFree(userId: string): boolean {
    return !this.states.has(userId) && (this.restingUntil.get(userId) ?? 0) < Date.now();
  }

  /** Ends the cooldown of these players, because no one else is available. */
  endRest(userIds: readonly string[]): void {
    for (const id of userIds) this.restingUntil.delete(id);
  }

  /** Joins the queue and receives live updates from then on. */
  async join(userId: string): Promise<void> {
    this.crowd.setQueued(userId, true);
    try {
      this.applyState(userId, await this.crowd.ask<QueueState>(userId, 'POST', '/api/queue', { kind: 'now' }));
    } catch (error) {
      this.leaveForRest(userId, COOLDOWN_MS.failed);
      throw error;
    }
  }

  async leave(userId: string): Promise<void> {
    const ticket = this.states.get(userId)?.ticket;
    if (!ticket) return;
    const { id: ticket_id, version } = ticket;
    this.applyState(
      userId,
      await this.crowd.ask<QueueState>(userId, 'POST', '/api/queue/leave', { ticket_id, version }),
    );
  }

  /** Reads a player's queue state, if they're in the queue. */
  async refreshState(userId: string): Promise<void> {
    if (!this.states.has(userId)) return;
    this.applyState(userId, await this.crowd.ask<QueueState>(userId, 'GET', '/api/queue'));
  }

  private applyState(userId: string, state: QueueState): void {
    const before = this.states.get(userId);
    this.states.set(userId, state);
    const { ticket, check, outcome } = state;
    if (ticket?.still_until) {
      const { id: ticket_id, version, still_until } = ticket;
      const body = { ticket_id, version };
      scheduleCall(this.crowd, `still ${ticket_id} ${still_until}`, 5, userId, 'POST', '/api/queue/still', body);
    }
    if (check) this.answer(userId, check);
    if (ticket || check) return;
    const isNewSquad = outcome?.kind === 'squad' && outcome.id !== before?.outcome?.id;
    this.leaveForRest(userId, isNewSquad ? COOLDOWN_MS.squad : before?.check ? COOLDOWN_MS.failed : COOLDOWN_MS.left);
    if (isNewSquad) this.crowd.engage([userId]);
  }

  private leaveForRest(userId: string, restMs: number): void {
    this.states.delete(userId);
    this.restingUntil.set(userId, Date.now() + restMs);
    this.crowd.setQueued(userId, false);
  }

  /**
   * Answers a ready check that includes people. Ready checks among sample players stay unanswered, which has no
   * penalty.
   */
  private answer(userId: string, check: QueueCheck): void {
    const { id, version, my_answer, seats } = check;
    const players = seats.flatMap(({ player }) => player?.id ?? []);
    const samplePlayers = players.filter(this.crowd.isSample);
    if (my_answer !== null || samplePlayers.length === players.length) return;
    const path = `/api/queue/checks/${id}`;
    scheduleCall(this.crowd, `shown ${id} ${userId}`, 0, userId, 'POST', `${path}/shown`, { version });
    const choice = chooseForCheck(id, samplePlayers, userId);
    const declines = choice.answer === 'not_now';
    if (declines) this.callSubstitute(check, userId, players);
    this.crowd.once(`check ${id} ${userId}`, choice.seconds + (declines ? SUBSTITUTE_FIRST_S : 0), async () => {
      const answer = declines && this.hasSubstitute(id) ? 'not_now' : 'ready';
      this.applyState(userId, await this.crowd.ask<QueueState>(userId, 'POST', `${path}/answer`, { version, answer }));
    });
  }

  /** Makes another sample player join the queue, to be offered the spot. */
  private callSubstitute({ id, seats }: QueueCheck, userId: string, players: readonly string[]): void {
    if (this.substitutes.has(id)) return;
    const seat = seats.find(({ player }) => player?.id === userId)?.position;
    const four = players.filter((one) => one !== userId).flatMap((one) => this.crowd.cardOf(one) ?? []);
    const freeCards = this.crowd.cards.filter((card) => this.isFree(card.id));
    const substitute = seat && four.length === 4 ? chooseReplacement(freeCards, { four, seat }) : undefined;
    if (!substitute) return;
    this.substitutes.set(id, substitute.id);
    this.crowd.once(`substitute ${id}`, 0, () => this.join(substitute.id));
  }

  private hasSubstitute(checkId: string): boolean {
    const userId = this.substitutes.get(checkId);
    return userId !== undefined && this.states.get(userId)?.ticket != null;
  }
}
