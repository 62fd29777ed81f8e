import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('logs no server error when a client disconnects mid-request', async () => {
  const logLine = new Promise<string>((resolve) => {
    const { log } = context.deps;
    for (const level of ['error', 'info'] as const) {
      vi.spyOn(log, level).mockImplementation((...args: unknown[]) => resolve(`${level}: ${args.at(-1)}`));
    }
  });
  const server = createServer(getRequestListener(context.app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = ['POST /auth/v1/signup HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  socket.write([...head, 'Content-Length: 1000', '', '{"email":'].join('\r\n'));
  await once(server, 'request');
  socket.destroy();
  expect(await logLine).toBe('info: client disconnected before the request was complete');
  vi.restoreAllMocks();
  await new Promise((resolve) => server.close(resolve));
});
