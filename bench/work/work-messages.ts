/** Tracks chat messages: when each was written and how long it took to reach the other members. */
export class WorkMessages {
  readonly everybody: readonly string[];
  readonly arrivals: number[] = [];
  private readonly members = new Map<string, Set<string>>();
  private readonly waiting = new Map<string, { began: number; isCounted: boolean; missing: Set<string> }>();
  private count = 0;

  constructor(everybody: readonly string[]) {
    this.everybody = everybody;
  }

  /** Adds a user to a chat; from then on, its messages are expected to reach them. */
  joined(threadId: string, userId: string): void {
    const known = this.members.get(threadId) ?? new Set();
    known.add(userId);
    this.members.set(threadId, known);
  }

  /** @returns a unique text for a message that's about to be sent */
  begin(threadId: string, authorId: string, isCounted: boolean): string {
    const text = `Message ${this.count++}: see you tonight.`;
    const missing = new Set(this.members.get(threadId));
    missing.delete(authorId);
    this.waiting.set(text, { began: performance.now(), isCounted, missing });
    return text;
  }

  refused(text: string): void {
    this.waiting.delete(text);
  }

  arrived(text: string, userId: string): void {
    const message = this.waiting.get(text);
    if (!message?.missing.delete(userId)) return;
    if (message.isCounted) this.arrivals.push(performance.now() - message.began);
    if (message.missing.size === 0) this.waiting.delete(text);
  }

  /** Number of expected arrivals still missing. */
  get missing(): number {
    return [...this.waiting.values()].reduce((sum, { isCounted, missing }) => sum + (isCounted ? missing.size : 0), 0);
  }
}
