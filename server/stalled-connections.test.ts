import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { closeStalledConnections, serializeRequests } from './connections.ts';

const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');
const STALLED_MS = 300;
/** Timeout for a slow reader. It's longer because the system frees its buffers of several megabytes in large steps. */
const SLOW_READER_MS = 1_000;
/** Chunks read between pauses, few enough that reading all five hundred takes longer than the timeout. */
const CHUNKS_BETWEEN_PAUSES = 12;
const PAUSE_MS = 30;
const open: (Server | Socket)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) {
      one.closeAllConnections();
      one.close();
    } else one.destroy();
  }
});

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(serializeRequests(listener)).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return server;
}

async function connectTo(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(socket.on('error', () => {}));
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function getText(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe('serializeRequests', () => {
  it('answers pipelined requests one at a time, in order', async () => {
    let running = 0;
    let maxOpen = 0;
    const server = await serve(async (request, response) => {
      maxOpen = Math.max(maxOpen, ++running);
      await pause(5);
      running -= 1;
      if (request.url === '/5') response.setHeader('Connection', 'close');
      response.end(`<${request.url}>`);
    });
    const socket = await connectTo(server);
    socket.write([1, 2, 3, 4, 5].map((no) => get(`/${no}`)).join(''));
    expect((await getText(socket)).match(/<[^>]+>/g)).toEqual(['</1>', '</2>', '</3>', '</4>', '</5>']);
    expect(maxOpen).toBe(1);
  });

  it('accepts a limited number of requests, then closes the connection', async () => {
    let answeredCount = 0;
    const server = await serve((_request, response) => {
      answeredCount += 1;
      setTimeout(() => response.end('done'), 1);
    });
    const socket = await connectTo(server);
    socket.write(get('/').repeat(1_000));
    expect((await getText(socket)).toLowerCase()).toContain('connection: close');
    expect(answeredCount).toBeGreaterThan(10);
    expect(answeredCount).toBeLessThan(20);
  });

  it('skips requests whose connection has closed', async () => {
    const requestedPaths: string[] = [];
    let respond = () => {};
    const server = await serve((request, response) => {
      requestedPaths.push(request.url!);
      respond = () => response.end();
    });
    const socket = await connectTo(server);
    socket.write(get('/first') + get('/second') + get('/third'));
    await expect.poll(() => requestedPaths).toEqual(['/first']);
    socket.destroy();
    await pause(50);
    respond();
    await pause(50);
    expect(requestedPaths).toEqual(['/first']);
  });
});

describe('closeStalledConnections', () => {
  const serveLarge = async (afterMs = STALLED_MS) => {
    const server = await serve((_request, response) => void response.end(ANSWER));
    closeStalledConnections(server, afterMs);
    return server;
  };

  it('closes a connection whose client reads nothing', async () => {
    const server = await serveLarge();
    const connectionPromise = once(server, 'connection');
    const socket = await connectTo(server);
    const [atServer] = (await connectionPromise) as [Socket];
    socket.pause();
    socket.write(get('/').repeat(12));
    await expect.poll(() => atServer.writableLength).toBeGreaterThan(0);
    await expect.poll(() => atServer.destroyed, { timeout: 10 * STALLED_MS }).toBe(true);
    await expect(once(socket.resume(), 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('keeps the connection of a client that reads slowly', async () => {
    const server = await serveLarge(SLOW_READER_MS);
    const socket = await connectTo(server);
    socket.write(get('/').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let bytes = 0;
    let chunks = 0;
    for await (const chunk of socket) {
      bytes += chunk.length;
      chunks += 1;
      if (chunks % CHUNKS_BETWEEN_PAUSES === 0) await pause(PAUSE_MS);
    }
    expect(bytes).toBeGreaterThan(ANSWER.byteLength);
  });

  it('waits for a response that takes a long time to create', async () => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.end('at last'), 3 * STALLED_MS);
    });
    closeStalledConnections(server, STALLED_MS);
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('at last');
  });

  it('closes a connection that sends no request', async () => {
    const server = await serveLarge();
    const socket = await connectTo(server);
    await once(socket.resume(), 'close');
  });
});
