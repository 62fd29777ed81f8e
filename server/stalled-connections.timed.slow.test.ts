import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { closeStalledConnections, serializeRequests } from './connections.ts';

const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');
const AFTER_MS = 1_000;

test('closes a stalled connection after one timeout, even when part of the response was read', async () => {
  const server = createServer(serializeRequests((_request, response) => void response.end(ANSWER)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeStalledConnections(server, AFTER_MS);
  const connectionPromise = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  const [atServer] = (await connectionPromise) as [Socket];
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  const startedAt = performance.now();
  await expect.poll(() => atServer.destroyed, { timeout: 10 * AFTER_MS }).toBe(true);
  const ms = performance.now() - startedAt;
  socket.destroy();
  server.closeAllConnections();
  server.close();
  expect(ms).toBeGreaterThan(0.9 * AFTER_MS);
  expect(ms).toBeLessThan(1.8 * AFTER_MS);
});
