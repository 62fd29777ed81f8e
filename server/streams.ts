import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createSlowReaderGuard } from './slow-readers.ts';

/** The connection to the client of a streaming response. */
type StreamWriter = {
  /** @returns whether it can take more now; if not, `onDrain` is called when it can */
  write: (text: string) => boolean;
  end: () => void;
};

/** The stream that a response continues with. */
export type ResponseStream = {
  attach: (line: StreamWriter) => void;
  onDrain: () => void;
  /** Called when the stream's connection is closed, or if it never had one. */
  onDisconnect: () => void;
  /** Resolves when the connection is closed, which may be after the stream has ended. */
  closed: Promise<void>;
};

/** Maximum time that a stream's bytes wait while the client reads nothing. Browsers reconnect automatically. */
const SLOW_READER_TIMEOUT_MS = 5_000;

/**
 * What the listener passes along with a request: whether it supports streams, and the stream that the response
 * continues with.
 */
type StreamBindings = { takesStreams?: true; stream?: ResponseStream };

/**
 * Lets a response continue as a stream. Where the listener supports it, the stream writes directly to the socket, which
 * is far cheaper than a response body. In-memory requests get a body.
 */
export function respondWithStream(c: Context, stream: ResponseStream): void {
  const bindings = (c.env ?? {}) as StreamBindings;
  if (!c.res.ok) stream.onDisconnect();
  else if (bindings.takesStreams) bindings.stream = stream;
  else c.res = new Response(toReadableStream(stream), c.res);
}

const slowReaders = createSlowReaderGuard(SLOW_READER_TIMEOUT_MS);

/** Writes the head of a streaming response, and hands its socket to the stream. */
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
  // The head is sent together with the first data, which is about to be written.
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
/** How long streams that are being closed get to send their last message. */
const CLOSE_GRACE_MS = 200;

/** @param head headers as passed to `writeHead`, in any of its forms */
function isStream(head: unknown, response: ServerResponse): boolean {
  if (Array.isArray(head)) return head.flat().includes(STREAM);
  const fields = head !== null && typeof head === 'object' ? (head as Record<string, unknown>) : {};
  const type = fields['content-type'] ?? fields['Content-Type'] ?? response.getHeader('content-type');
  return String(type).startsWith(STREAM);
}

/**
 * Tracks live streams, which never end on their own, so that a stopping node doesn't have to wait for them. Browsers
 * automatically reopen their stream on another node.
 * @returns a function that ends the open streams
 */
export function trackStreams(server: Server): () => void {
  const openResponses = new Set<ServerResponse>();
  // Must be the first listener, so that it runs before the response has started.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    const writeHead = response.writeHead;
    // Headers passed to `writeHead` are written without being stored, so this is the only place to see them.
    response.writeHead = ((...args: Parameters<ServerResponse['writeHead']>) => {
      if (isStream(args.at(-1), response)) {
        openResponses.add(response);
        response.once('close', () => openResponses.delete(response));
      }
      return writeHead.apply(response, args);
    }) as typeof response.writeHead;
  });
  return () => {
    setTimeout(() => {
      for (const response of openResponses) response.destroy();
    }, CLOSE_GRACE_MS);
  };
}
