import type { LiveBye } from './live.schema.ts';
import { frames } from './live-frames.rules.ts';

/** The listener's session; anonymous listeners have none. */
export type Bearer = { sessionId: string; expiresAt: number };

/** The server's side of the connection to a reader. */
type StreamWriter = {
  /** @returns whether it accepts more data now; if not, `onDrain` is called once it does */
  write: (text: string) => boolean;
  end: () => void;
};

/**
 * One open stream. For a slow reader, it keeps only the newest revision of each topic, so the backlog never has more
 * entries than the user has topics.
 */
export class LiveStream {
  /** Resolves when the connection closes, which can be after the stream ends. */
  readonly closed: Promise<void>;
  readonly sessionId: string;
  readonly expiresAt: number;
  private readonly onEnd: () => void;
  private resolveClosed!: () => void;
  private writer: StreamWriter | undefined;
  /** True if the connection can't accept more data or doesn't exist yet. */
  private isFull = true;
  private changed: Map<string, number> | undefined;
  /** A pending greeting. It lists all topics, so it replaces pending changes. */
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

  /** Attaches the connection and sends everything through it from now on. */
  attach(line: StreamWriter): void {
    this.writer = line;
    this.isFull = false;
    if (this.bye) this.sendBye(this.bye);
    else this.flush();
  }

  /** Resumes sending when the connection accepts data again. */
  onDrain(): void {
    this.isFull = false;
    this.flush();
  }

  /** Handles a connection that closed or was never opened. */
  onDisconnect(): void {
    this.writer = undefined;
    this.resolveClosed();
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd();
  }

  /** @param write builds the greeting when it can be sent, from the data at that time */
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

  /** Sends new content of a topic as a serialized frame. A slow reader gets only the revision. */
  publishPayload(topic: string, rev: number, frame: string): void {
    if (this.hasEnded) return;
    if (this.isFull || this.pendingGreeting) this.publish(topic, rev);
    else this.write(frame);
  }

  /** Tells proxies that the connection is in use. A slow reader has data pending, so it doesn't need this. */
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
