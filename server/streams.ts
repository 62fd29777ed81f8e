import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createSlowReaderGuard } from './slow-readers.ts';

/** The line to whoever reads an answer that goes on. */
type StreamWriter = {
  /** @returns whether it takes more now; otherwise `drained` says when */
  write: (text: string) => boolean;
  end: () => void;
};

/** What an answer goes on with. */
export type ResponseStream = {
  attach: (line: StreamWriter) => void;
  onDrain: () => void;
  /** Its connection is closed, or it never had one. */
  onDisconnect: () => void;
  /** Resolves when its connection is closed, which may be later than its end. */
  closed: Promise<void>;
};

/** How long bytes of a stream may wait without one of them being taken; browsers reconnect by themselves. */
const SLOW_READER_TIMEOUT_MS = 5_000;

/** What the listener hands along with a request: whether it takes streams, and the one that it gets. */
type StreamBindings = { takesStreams?: true; stream?: ResponseStream };

/**
 * Lets an answer go on with a stream: straight to the socket where the listener takes it, which costs a fraction of a
 * body that is read; as a body for whoever asks in memory.
 */
export function respondWithStream(c: Context, stream: ResponseStream): void {
  const bindings = (c.env ?? {}) as StreamBindings;
  if (!c.res.ok) stream.onDisconnect();
  else if (bindings.takesStreams) bindings.stream = stream;
  else c.res = new Response(toReadableStream(stream), c.res);
}

const slowReaders = createSlowReaderGuard(SLOW_READER_TIMEOUT_MS);

/** Writes the head of an answer that goes on, and hands its socket to the stream. */
export function writeStreamHead(
  response: Response,
  bindings: StreamBindings & { outgoing: ServerResponse },
  onWrite = slowReaders,
): Response {
  const { stream, outgoing } = bindings;
  if (!stream) return response;
  if (outgoing.destroyed || outgoing.req.method === 'HEAD') {
    stream.onDisconnect();
    return response;
  }
  outgoing.on('drain', () => stream.onDrain());
  outgoing.on('error', () => stream.onDisconnect());
  outgoing.on('close', () => stream.onDisconnect());
  // Leaves with the first words, which are on their way.
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  stream.attach({
    write: (text) => {
      onWrite(outgoing);
      return outgoing.write(text);
    },
    end: () => {
      onWrite(outgoing);
      outgoing.end();
    },
  });
  return RESPONSE_ALREADY_SENT;
}

function toReadableStream(stream: ResponseStream): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) =>
      stream.attach({
        write: (text) => {
          controller.enqueue(utf8.encode(text));
          return controller.desiredSize! > 0;
        },
        end: () => {
          controller.close();
          stream.onDisconnect();
        },
      }),
    pull: () => stream.onDrain(),
    cancel: () => stream.onDisconnect(),
  });
}

const STREAM = 'text/event-stream';
/** For the last word of streams that end by themselves. */
const CLOSE_GRACE_MS = 200;

/** @param head headers as they are given to `writeHead`, in any of its forms */
function isStream(head: unknown, response: ServerResponse): boolean {
  if (Array.isArray(head)) return head.flat().includes(STREAM);
  const given = head !== null && typeof head === 'object' ? (head as Record<string, unknown>) : {};
  const type = given['content-type'] ?? given['Content-Type'] ?? response.getHeader('content-type');
  return String(type).startsWith(STREAM);
}

/**
 * Keeps an eye on answers that never end by themselves (live news), so that a node which stops need not wait for them.
 * Browsers open their stream again by themselves, at another node.
 * @returns ends those that are open now
 */
export function trackStreams(server: Server): () => void {
  const open = new Set<ServerResponse>();
  // First of all listeners: the answer must not have begun yet.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    const writeHead = response.writeHead;
    // Headers given here are written without being kept, so this is the only place to see them.
    response.writeHead = ((...args: Parameters<ServerResponse['writeHead']>) => {
      if (isStream(args.at(-1), response)) {
        open.add(response);
        response.once('close', () => open.delete(response));
      }
      return writeHead.apply(response, args);
    }) as typeof response.writeHead;
  });
  return () => {
    setTimeout(() => {
      for (const response of open) response.destroy();
    }, CLOSE_GRACE_MS);
  };
}
