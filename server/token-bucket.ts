export type TokenBucket = { size: number; perSecond: number };

/** Maximum number of subjects. Beyond that, the least recently used subjects are evicted. */
const MAX_SUBJECTS = 50_000;

/**
 * Token buckets by subject, in one node's memory. Each holds `size` tokens and refills at `perSecond`. An evicted
 * subject starts over with a full bucket.
 */
export class TokenBuckets {
  readonly #bucket: TokenBucket;
  readonly #now: () => number;
  readonly #left = new Map<string, { tokens: number; at: number }>();

  /** @param now current time in milliseconds, for tests */
  constructor(bucket: TokenBucket, now: () => number = Date.now) {
    this.#bucket = bucket;
    this.#now = now;
  }

  /**
   * Takes a token.
   * @returns 0 if there was one, otherwise the whole seconds until the next one
   */
  consume(subject: string): number {
    const { size, perSecond } = this.#bucket;
    const at = this.#now();
    const bucket = this.#left.get(subject);
    const tokens = bucket ? Math.min(size, bucket.tokens + ((at - bucket.at) / 1000) * perSecond) : size;
    // Move the subject to the end, so that the least recently used ones come first in the map.
    this.#left.delete(subject);
    this.#left.set(subject, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    if (this.#left.size > MAX_SUBJECTS) this.#left.delete(this.#left.keys().next().value!);
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  }
}
