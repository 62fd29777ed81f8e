import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { expect, test } from 'vitest';
import { drainRequestBodies } from './drain-request-body.ts';
import { closeServer } from './shutdown.ts';
import { type ResponseStream, respondWithStream, trackStreams } from './streams.ts';

test('ends live streams at once when the node stops, but lets other responses finish', async () => {
  let respond = () => {};
  let isAsked = false;
  let isClosed = false;
  const app = new Hono()
    .get('/live', (c) =>
      streamSSE(c, async (stream) => {
        stream.onAbort(() => {
          isClosed = true;
        });
        await stream.writeSSE({ data: 'hello' });
        await new Promise(() => {});
      }),
    )
    .get('/slow', async (c) => {
      isAsked = true;
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      return c.text('whole');
    });
  const server = createServer(getRequestListener(app.fetch));
  const endStreams = trackStreams(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const live = await fetch(`${origin}/live`);
  const reader = live.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('hello');
  const slowText = fetch(`${origin}/slow`).then((response) => response.text());
  await expect.poll(() => isAsked).toBe(true);

  const closePromise = closeServer(server, endStreams);
  await expect(reader.read()).rejects.toThrow();
  await expect.poll(() => isClosed).toBe(true);
  respond();
  expect(await slowText).toBe('whole');
  await closePromise;
});

type Line = Parameters<ResponseStream['attach']>[0];

/** Creates a stream that records its events. */
function recordStream() {
  const happened: string[] = [];
  let line: Line | undefined;
  const stream: ResponseStream = {
    attach: (newLine) => {
      line = newLine;
      happened.push('attached');
    },
    onDrain: () => {},
    onDisconnect: () => void happened.push('hung up'),
    closed: new Promise(() => {}),
  };
  return { stream, happened, line: () => line! };
}

/** Starts a server whose responses continue as a stream, as the API's do. */
async function serveStream(stream: ResponseStream, status: 200 | 429) {
  const app = new Hono().all('/live', async (c) => {
    c.res = new Response(null, { status, headers: { 'Content-Type': 'text/event-stream', 'X-Request-Id': 'seven' } });
    respondWithStream(c, stream);
    return c.res;
  });
  const server: Server = createServer(drainRequestBodies(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`, close };
}

test('writes a stream to the socket with its headers, and detects a disconnect', async () => {
  const { stream, happened, line } = recordStream();
  const { address, close } = await serveStream(stream, 200);
  const abort = new AbortController();
  const pending = fetch(address, { signal: abort.signal });
  await expect.poll(() => happened).toEqual(['attached']);
  line().write('event: greeting\n\n');
  const response = await pending;
  expect([response.status, response.headers.get('Content-Type'), response.headers.get('X-Request-Id')]).toEqual([
    200,
    'text/event-stream',
    'seven',
  ]);
  const reader = response.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('event: greeting\n\n');
  line().write('event: change\n\n');
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('event: change\n\n');
  abort.abort();
  await expect.poll(() => happened).toContain('hung up');
  await close();
});

test('ends the response when the stream ends', async () => {
  const { stream, happened, line } = recordStream();
  const { address, close } = await serveStream(stream, 200);
  const pending = fetch(address);
  await expect.poll(() => happened).toEqual(['attached']);
  line().write('event: bye\n\n');
  line().end();
  expect(await (await pending).text()).toBe('event: bye\n\n');
  await close();
});

test.each([
  ['the request is a HEAD request', 'HEAD', 200],
  ['the request was refused', 'GET', 429],
] as const)('releases a stream when %s', async (_why, method, status) => {
  const { stream, happened } = recordStream();
  const { address, close } = await serveStream(stream, status);
  const response = await fetch(address, { method });
  expect([response.status, await response.text()]).toEqual([status, '']);
  expect(happened).toEqual(['hung up']);
  await close();
});
