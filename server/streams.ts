import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const STREAM = 'text/event-stream';

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
export function followStreams(server: Server): () => void {
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
    for (const response of open) response.destroy();
  };
}
