import type { LiveBye } from './live.schema.ts';
import { frames } from './live-frames.rules.ts';

/** The session that a stream belongs to. Anonymous streams have an empty id and never expire. */
export type StreamBearer = { sessionId: string; expiresAt: number };

/** Writes to a reader's connection. */
type StreamWriter = {
  /** @returns false when the buffer is full; `onDrain` is called once there's space again */
  write: (text: string) => boolean;
  end: () => void;
};

/**
 * One open stream. For a slow reader, it stores only the newest revision of each topic, so the backlog never has more
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
  private changedTopics: Map<string, number> | undefined;
  /** A pending greeting, which lists all topics and replaces pending changes. */
  private pendingGreeting: (() => string) | undefined;
  private bye: LiveBye['reason'] | undefined;
  private hasEnded = false;

  constructor({ sessionId, expiresAt }: StreamBearer, onEnd: () => void) {
    this.sessionId = sessionId;
    this.expiresAt = expiresAt;
    this.onEnd = onEnd;
    this.closed = new Promise((resolve) => {
      this.resolveClosed = resolve;
    });
  }

  /** Attaches the connection and sends pending data. */
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

  /** @param write builds the greeting when it's sent, with the data at that time */
  greet(write: () => string): void {
    this.pendingGreeting = write;
    this.changedTopics = undefined;
    this.flush();
  }

  publish(topic: string, rev: number): void {
    if (!this.pendingGreeting) {
      this.changedTopics ??= new Map();
      this.changedTopics.set(topic, rev);
    }
    this.flush();
  }

  /** Sends a topic's new content as a serialized frame, or only the revision to a slow reader. */
  publishPayload(topic: string, rev: number, frame: string): void {
    if (this.hasEnded) return;
    if (this.isFull || this.pendingGreeting) this.publish(topic, rev);
    else this.write(frame);
  }

  /** Keeps proxies from closing an idle connection. Skips slow readers, which have data pending. */
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
    } else if (this.changedTopics) {
      const changedTopics = this.changedTopics;
      this.changedTopics = undefined;
      this.write(frames.change(changedTopics));
    }
  }

  private write(text: string): void {
    this.isFull = !this.writer?.write(text);
  }
}
