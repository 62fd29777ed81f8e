/** Tracks chat messages: when each was written and how long it took to reach the other members. */
export class WorkMessages {
  readonly playerIds: readonly string[];
  readonly arrivals: number[] = [];
  private readonly members = new Map<string, Set<string>>();
  private readonly pendingMessages = new Map<string, { startedAt: number; isCounted: boolean; missing: Set<string> }>();
  private count = 0;

  constructor(playerIds: readonly string[]) {
    this.playerIds = playerIds;
  }

  /** Adds a user to a chat; from then on, its messages are expected to reach them. */
  addMember(threadId: string, userId: string): void {
    const memberIds = this.members.get(threadId) ?? new Set();
    memberIds.add(userId);
    this.members.set(threadId, memberIds);
  }

  /** @returns a unique text for a new message, whose arrival is tracked from now on */
  begin(threadId: string, authorId: string, isCounted: boolean): string {
    const text = `Message ${this.count++}: see you tonight.`;
    const recipients = new Set(this.members.get(threadId));
    recipients.delete(authorId);
    this.pendingMessages.set(text, { startedAt: performance.now(), isCounted, missing: recipients });
    return text;
  }

  handleRefusal(text: string): void {
    this.pendingMessages.delete(text);
  }

  recordArrival(text: string, userId: string): void {
    const message = this.pendingMessages.get(text);
    if (!message?.missing.delete(userId)) return;
    if (message.isCounted) this.arrivals.push(performance.now() - message.startedAt);
    if (message.missing.size === 0) this.pendingMessages.delete(text);
  }

  /** Number of expected arrivals still missing. */
  get missing(): number {
    return [...this.pendingMessages.values()].reduce(
      (sum, { isCounted, missing }) => sum + (isCounted ? missing.size : 0),
      0,
    );
  }
}
