import type { LiveBye } from './live.schema.ts';
import { frames } from './live-frames.rules.ts';

/** Who listens; nobody in particular has no session. */
export type Bearer = { sessionId: string; expiresAt: number };

/** The line to a reader, as the server has it. */
type StreamWriter = {
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
  private resolveClosed!: () => void;
  private writer: StreamWriter | undefined;
  /** The line takes no more now, or there is none yet. */
  private isFull = true;
  private changed: Map<string, number> | undefined;
  /** A greeting is due: all topics, which says more than what has changed. */
  private pendingGreeting: (() => string) | undefined;
  private bye: LiveBye['reason'] | undefined;
  private hasEnded = false;

  constructor({ sessionId, expiresAt }: Bearer, onEnd: () => void) {
    this.sessionId = sessionId;
    this.expiresAt = expiresAt;
    this.onEnd = onEnd;
    this.closed = new Promise((resolve) => {
      this.resolveClosed = resolve;
    });
  }

  /** What is to be said goes over this line from now on. */
  attach(line: StreamWriter): void {
    this.writer = line;
    this.isFull = false;
    if (this.bye) this.sendBye(this.bye);
    else this.flush();
  }

  /** The line takes more again. */
  onDrain(): void {
    this.isFull = false;
    this.flush();
  }

  /** Its connection is closed, or it never had one. */
  onDisconnect(): void {
    this.writer = undefined;
    this.resolveClosed();
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd();
  }

  /** @param write writes the greeting when it is the reader's turn, with what is true then */
  greet(write: () => string): void {
    this.pendingGreeting = write;
    this.changed = undefined;
    this.flush();
  }

  publish(topic: string, rev: number): void {
    if (!this.pendingGreeting) {
      this.changed ??= new Map();
      this.changed.set(topic, rev);
    }
    this.flush();
  }

  /** What is new in a topic, as a frame that is written already; a reader that is behind hears of the revision alone. */
  publishPayload(topic: string, rev: number, frame: string): void {
    if (this.hasEnded) return;
    if (this.isFull || this.pendingGreeting) this.publish(topic, rev);
    else this.write(frame);
  }

  /** Tells proxies on the way that the connection is in use; a reader that is behind has more than that to come. */
  sendHeartbeat(): void {
    if (!this.hasEnded && !this.isFull) this.write(frames.beat);
  }

  end(reason: LiveBye['reason']): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.writer) this.sendBye(reason);
    else this.bye = reason;
  }

  private sendBye(reason: LiveBye['reason']): void {
    this.write(frames.bye(reason));
    this.writer?.end();
    this.writer = undefined;
  }

  private flush(): void {
    if (this.hasEnded || this.isFull) return;
    if (this.pendingGreeting) {
      const write = this.pendingGreeting;
      this.pendingGreeting = undefined;
      this.write(write());
    } else if (this.changed) {
      const changed = this.changed;
      this.changed = undefined;
      this.write(frames.change(changed));
    }
  }

  private write(text: string): void {
    this.isFull = !this.writer?.write(text);
  }
}
