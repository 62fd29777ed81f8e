export type TokenBucket = { size: number; perSecond: number };

/** So many subjects are told apart at once; beyond it those who have not asked for longest are forgotten first. */
const MAX_SUBJECTS = 50_000;

/**
 * Token buckets by subject, in the memory of one node: each holds `size` requests and gets `perSecond` back. A subject
 * that is forgotten starts with a full one.
 */
export class TokenBuckets {
  readonly #bucket: TokenBucket;
  readonly #now: () => number;
  readonly #left = new Map<string, { tokens: number; at: number }>();

  /** @param now milliseconds, for tests */
  constructor(bucket: TokenBucket, now: () => number = Date.now) {
    this.#bucket = bucket;
    this.#now = now;
  }

  /** Takes one. @returns 0 when there was one, else the whole seconds until there is one again */
  consume(subject: string): number {
    const { size, perSecond } = this.#bucket;
    const at = this.#now();
    const known = this.#left.get(subject);
    const tokens = known ? Math.min(size, known.tokens + ((at - known.at) / 1000) * perSecond) : size;
    // Put behind all others, so that the first ones of the map are those that have not asked for longest.
    this.#left.delete(subject);
    this.#left.set(subject, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    if (this.#left.size > MAX_SUBJECTS) this.#left.delete(this.#left.keys().next().value!);
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  }
}
