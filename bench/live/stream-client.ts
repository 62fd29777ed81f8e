import { connect, type Socket } from 'node:net';
import { createFrameReader, getReconnectDelay, type LiveFrame, type Revs } from '../../web/live-frames.ts';

/** Shared by all clients of a run: the node they connect to, and callbacks for received data. */
export type Network = {
  origin: (client: StreamClient) => string;
  /** Called when a topic has a revision that's new to the client. */
  onRevision: (client: StreamClient, topic: string, rev: number) => void;
  /** Called when the update also contains the new content. */
  onPayload: (client: StreamClient, topic: string, payload: unknown) => void;
  /** Called when a connection receives its greeting. */
  onGreeting: (client: StreamClient) => void;
};

/**
 * One browser's stream, which is reopened by the rules of `web/live-connection.ts` whenever it ends. It speaks HTTP
 * over a plain socket, so thousands of clients don't take CPU time from the nodes under test.
 */
export class StreamClient {
  readonly token: string;
  readonly userId: string;
  /** The latest known revision of each topic. */
  revs: Record<string, number> = {};
  /** How many connections the client has opened so far. Each may be greeted more than once. */
  connections = 0;
  private readonly network: Network;
  private failures = 0;
  private isOver = false;
  private socket: Socket | undefined;

  constructor(network: Network, person: { userId: string; token: string }) {
    this.network = network;
    this.userId = person.userId;
    this.token = person.token;
  }

  open(): void {
    if (this.isOver) return;
    this.connections += 1;
    const { hostname, port } = new URL(this.network.origin(this));
    const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) });
    const readFrames = createFrameReader();
    const textOf = answerReader();
    let hasFailed = true;
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      for (const frame of readFrames(textOf(piece))) {
        if (frame.event === 'bye') hasFailed = false;
        this.take(frame);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.isOver) return;
      setTimeout(() => this.open(), getReconnectDelay(this.failures));
      this.failures = hasFailed ? this.failures + 1 : 0;
    });
    const lines = [
      'GET /api/live HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${this.token}`,
      'Accept: text/event-stream',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    this.socket = socket;
  }

  close(): void {
    this.isOver = true;
    this.socket?.destroy();
  }

  private take({ event, data }: LiveFrame): void {
    if (event === 'bye') return;
    if (event === 'words') {
      const { topic, rev, words } = data as { topic: string; rev: number; words: unknown };
      if ((this.revs[topic] ?? 0) >= rev) return;
      this.revs[topic] = rev;
      this.network.onPayload(this, topic, words);
      return;
    }
    const revs = event === 'greeting' ? (data as { topics: Revs }).topics : (data as Revs);
    for (const [topic, rev] of Object.entries(revs)) {
      const knownRev = this.revs[topic];
      this.revs[topic] = rev;
      if (knownRev !== rev) this.network.onRevision(this, topic, rev);
    }
    if (event !== 'greeting') return;
    this.failures = 0;
    this.network.onGreeting(this);
  }
}

/**
 * Reads an HTTP/1.1 chunked response (RFC 9112 7.1).
 * @returns a function that takes the next chunk and returns the text it adds to the body
 * @throws Error if the response isn't a stream; ignores a response from a failing node
 */
function answerReader(): (piece: string) => string {
  let buffer = '';
  let isInBody = false;
  return (piece) => {
    buffer += piece;
    if (!isInBody) {
      const headersEnd = buffer.indexOf('\r\n\r\n');
      if (headersEnd < 0) return '';
      const status = Number(buffer.slice(9, 12));
      if (status >= 400 && status < 500) throw new Error(`A stream was answered with ${status}.`);
      if (status !== 200) return '';
      isInBody = true;
      buffer = buffer.slice(headersEnd + 4);
    }
    let body = '';
    for (;;) {
      const line = buffer.indexOf('\r\n');
      const chunkStart = line + 2;
      const chunkEnd = chunkStart + Number.parseInt(buffer.slice(0, line), 16);
      if (line < 0 || buffer.length < chunkEnd + 2) return body;
      body += buffer.slice(chunkStart, chunkEnd);
      buffer = buffer.slice(chunkEnd + 2);
    }
  };
}
