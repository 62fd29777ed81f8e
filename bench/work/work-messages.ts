/** What is written in conversations: when, and how long it took until it was with each of the others. */
export class WorkMessages {
  readonly everybody: readonly string[];
  readonly arrivals: number[] = [];
  private readonly members = new Map<string, Set<string>>();
  private readonly waiting = new Map<string, { began: number; isCounted: boolean; missing: Set<string> }>();
  private count = 0;

  constructor(everybody: readonly string[]) {
    this.everybody = everybody;
  }

  /** Somebody is in a thread: from now on they wait for what is written in it. */
  joined(threadId: string, userId: string): void {
    const known = this.members.get(threadId) ?? new Set();
    known.add(userId);
    this.members.set(threadId, known);
  }

  /** @returns the words of a message that is about to be sent, which no other has */
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

  /** How many arrivals are outstanding. */
  get missing(): number {
    return [...this.waiting.values()].reduce((sum, { isCounted, missing }) => sum + (isCounted ? missing.size : 0), 0);
  }
}
