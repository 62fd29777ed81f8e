import type { LiveBye } from './live.schema.ts';
import { frames } from './live-frames.rules.ts';

/** Who listens; nobody in particular has no session. */
export type Bearer = { sessionId: string; expiresAt: number };

/** The line to a reader, as the server has it. */
type Line = {
  /** @returns whether it takes more now; otherwise `drained` says when */
  write: (text: string) => boolean;
  end: () => void;
};

/**
 * One open stream. What a slow reader has not taken yet is kept as the newest revision of each topic, so that it never
 * grows beyond the person's topics.
 */
export class LiveStream {
  /** Resolves when its connection is closed, which may be later than its end. */
  readonly closed: Promise<void>;
  readonly sessionId: string;
  readonly expiresAt: number;
  private readonly onEnd: () => void;
  private settle!: () => void;
  private line: Line | undefined;
  /** The line takes no more now, or there is none yet. */
  private full = true;
  private changed: Map<string, number> | undefined;
  /** A greeting is due: all topics, which says more than what has changed. */
  private greeting: (() => string) | undefined;
  private bye: LiveBye['reason'] | undefined;
  private over = false;

  constructor({ sessionId, expiresAt }: Bearer, onEnd: () => void) {
    this.sessionId = sessionId;
    this.expiresAt = expiresAt;
    this.onEnd = onEnd;
    this.closed = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** What is to be said goes over this line from now on. */
  attach(line: Line): void {
    this.line = line;
    this.full = false;
    if (this.bye) this.sayBye(this.bye);
    else this.flush();
  }

  /** The line takes more again. */
  drained(): void {
    this.full = false;
    this.flush();
  }

  /** Its connection is closed, or it never had one. */
  hungUp(): void {
    this.line = undefined;
    this.settle();
    if (this.over) return;
    this.over = true;
    this.onEnd();
  }

  /** @param write writes the greeting when it is the reader's turn, with what is true then */
  greet(write: () => string): void {
    this.greeting = write;
    this.changed = undefined;
    this.flush();
  }

  publish(topic: string, rev: number): void {
    if (!this.greeting) {
      this.changed ??= new Map();
      this.changed.set(topic, rev);
    }
    this.flush();
  }

  /** What is new in a topic, as a frame that is written already; a reader that is behind hears of the revision alone. */
  say(topic: string, rev: number, frame: string): void {
    if (this.over) return;
    if (this.full || this.greeting) this.publish(topic, rev);
    else this.write(frame);
  }

  /** Tells proxies on the way that the connection is in use; a reader that is behind has more than that to come. */
  beat(): void {
    if (!this.over && !this.full) this.write(frames.beat);
  }

  end(reason: LiveBye['reason']): void {
    if (this.over) return;
    this.over = true;
    if (this.line) this.sayBye(reason);
    else this.bye = reason;
  }

  private sayBye(reason: LiveBye['reason']): void {
    this.write(frames.bye(reason));
    this.line?.end();
    this.line = undefined;
  }

  private flush(): void {
    if (this.over || this.full) return;
    if (this.greeting) {
      const write = this.greeting;
      this.greeting = undefined;
      this.write(write());
    } else if (this.changed) {
      const changed = this.changed;
      this.changed = undefined;
      this.write(frames.change(changed));
    }
  }

  private write(text: string): void {
    this.full = !this.line?.write(text);
  }
}
