import type { PGlite } from '@electric-sql/pglite';

type QueuedMessage = {
  handlerId: number;
  /** One or more protocol messages. */
  message: Uint8Array;
  /** The last message's type. */
  lastType: number;
  onData: (data: Uint8Array) => void;
  resolve: (bytes: number) => void;
  reject: (error: Error) => void;
};

/** Message types of one statement, which ends with a Sync: Parse, Bind, Describe, Execute, Close, Flush, CopyData. */
const STATEMENT_MESSAGE_TYPES = new Set([...'PBDECHd'].map((type) => type.charCodeAt(0)));
/** Message types that get no response before a Flush or a Sync, so they can wait. */
const HELD_MESSAGE_TYPES = new Set([...'PBDEC'].map((type) => type.charCodeAt(0)));
const MAX_HELD_BYTES = 1024 * 1024;
const SYNC_MESSAGE = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);

const countBytes = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);

/**
 * Lets one connection at a time talk to the database: from the first message of a statement to its Sync, and from
 * `begin` to `commit`. The socket server's own queue releases the lock between the messages of one statement. While
 * connections wait for a transaction to end, their messages would then mix, and one connection's values could be bound
 * to another's statement.
 */
export class ConnectionQueue {
  private readonly db: PGlite;
  private queue: QueuedMessage[] = [];
  /** Messages held back for each connection's next statement. */
  private heldBack = new Map<number, Uint8Array[]>();
  private isWorking = false;
  /** The connection that owns the database while its statement or transaction is unfinished. */
  private owner: number | undefined;
  private isMidStatement = false;
  /** The connection whose message is being processed, and a promise that resolves when it's done. */
  private serving: { handlerId: number; done: Promise<void> } | undefined;

  constructor(db: PGlite) {
    this.db = db;
  }

  /**
   * Collects a statement's messages and runs them in one go, which is faster than one call per message.
   * @returns the response's size in bytes, once this message has been processed
   */
  enqueue(handlerId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    const lastType = message[0] ?? 0;
    const parts = [...(this.heldBack.get(handlerId) ?? []), message];
    if (HELD_MESSAGE_TYPES.has(lastType) && countBytes(parts) < MAX_HELD_BYTES) {
      this.heldBack.set(handlerId, parts);
      return Promise.resolve(0);
    }
    this.heldBack.delete(handlerId);
    const joinedMessage = parts.length > 1 ? Buffer.concat(parts) : message;
    return new Promise((resolve, reject) => {
      this.queue.push({ handlerId, message: joinedMessage, lastType, onData, resolve, reject });
      void this.processQueue();
    });
  }

  getQueueLength(): number {
    return this.queue.length;
  }

  clearQueueForHandler(handlerId: number): void {
    this.heldBack.delete(handlerId);
    const droppedMessages = this.queue.filter((one) => one.handlerId === handlerId);
    this.queue = this.queue.filter((one) => one.handlerId !== handlerId);
    for (const message of droppedMessages) message.reject(new Error('The connection has ended.'));
  }

  /** Rolls back the unfinished transaction of a connection that has ended, then lets the next connection proceed. */
  async clearTransactionIfNeeded(handlerId: number): Promise<void> {
    // Wait for the connection's last message, which may begin a transaction that would never end.
    if (this.serving?.handlerId === handlerId) await this.serving.done;
    if (this.owner !== handlerId) return;
    await this.db.runExclusive(async () => {
      if (this.isMidStatement) await this.db.execProtocolRawStream(SYNC_MESSAGE, { onRawData: () => {} });
    });
    if (this.db.isInTransaction()) await this.db.exec('rollback');
    this.isMidStatement = false;
    this.owner = undefined;
    await this.processQueue();
  }

  private takeNext(): QueuedMessage | undefined {
    const index = this.owner === undefined ? 0 : this.queue.findIndex((one) => one.handlerId === this.owner);
    return index < 0 ? undefined : this.queue.splice(index, 1)[0];
  }

  private async processQueue(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    for (let message = this.takeNext(); message; message = this.takeNext()) {
      this.serving = { handlerId: message.handlerId, done: this.runMessage(message) };
      await this.serving.done;
      this.serving = undefined;
    }
    this.isWorking = false;
  }

  private async runMessage(one: QueuedMessage): Promise<void> {
    let bytes = 0;
    try {
      await this.db.runExclusive(() =>
        this.db.execProtocolRawStream(one.message, {
          onRawData: (data) => {
            bytes += data.length;
            one.onData(data);
          },
        }),
      );
      this.isMidStatement = STATEMENT_MESSAGE_TYPES.has(one.lastType);
      this.owner = this.isMidStatement || this.db.isInTransaction() ? one.handlerId : undefined;
      one.resolve(bytes);
    } catch (error) {
      one.reject(error as Error);
    }
  }
}
