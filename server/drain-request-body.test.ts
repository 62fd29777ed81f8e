import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { drainRequestBodies } from './drain-request-body.ts';

const SIZE = 4 * 1024 * 1024;
let server: Server;
let socket: Socket;
afterEach(() => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Starts a server that gives this response to every request but GET, and opens a connection to it. */
async function openConnection(handler: (request: Request) => Promise<Response> | Response) {
  server = createServer(
    drainRequestBodies((request) => (request.method === 'GET' ? new Response('still here') : handler(request))),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let output = '';
  socket.on('data', (chunk) => {
    output += chunk;
  });
  socket.on('error', (error) => {
    output += String(error);
  });
  const waitFor = async (text: string) => {
    while (!output.includes(text) && !socket.closed) await setTimeout(10);
    return output;
  };
  const send = (bytes: string | Buffer) => new Promise((resolve) => socket.write(bytes, resolve));
  return { waitFor, send };
}

describe("a request body that's refused before it's fully received", () => {
  it.each([
    ['before reading the body', async () => new Response('Too large.', { status: 413 })],
    [
      'after reading the first part',
      async (request: Request) => {
        await request.body!.getReader().read();
        return new Response('Too large.', { status: 413 });
      },
    ],
  ])('keeps the connection open when refused %s, and the rest arrives slowly', async (_when, handler) => {
    const { waitFor, send } = await openConnection(handler);
    await send(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n`);
    await send(Buffer.alloc(SIZE / 2));
    expect(await waitFor('Too large.')).toMatch(/^HTTP\/1\.1 413 /);
    await setTimeout(1_200);
    await send(Buffer.alloc(SIZE / 2));
    await send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await waitFor('still here')).toMatch(/HTTP\/1\.1 200 [\s\S]*still here/);
  });
});
