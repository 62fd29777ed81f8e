import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlowReaderGuard } from './slow-readers.ts';

const AFTER_MS = 400;
const FRAME = 'x'.repeat(64 * 1024);
/** Chunks read between pauses, few enough that reading all two hundred takes longer than the timeout. */
const CHUNKS_BETWEEN_PAUSES = 4;

let server: Server;
let reader: Socket;
let slowResponse: ServerResponse;
let guard: ReturnType<typeof createSlowReaderGuard>;

beforeEach(async () => {
  guard = createSlowReaderGuard(AFTER_MS);
  server = createServer((_request, response) => {
    slowResponse = response;
    response.write('hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(reader, 'data');
});
afterEach(() => {
  reader.destroy();
  server.closeAllConnections();
  server.close();
});

/** Writes until the system accepts no more. */
function fillBuffers(): void {
  for (let frames = 0; frames < 200; frames++) {
    slowResponse.write(FRAME);
    guard(slowResponse);
  }
}

describe('createSlowReaderGuard', () => {
  it('closes the connection of a reader that reads nothing', async () => {
    reader.pause();
    fillBuffers();
    expect(slowResponse.writableLength).toBeGreaterThan(0);
    expect(slowResponse.destroyed).toBe(false);
    await expect.poll(() => slowResponse.destroyed, { timeout: 10 * AFTER_MS }).toBe(true);
    expect(slowResponse.socket?.destroyed ?? true).toBe(true);
  });

  it('resets the connection, so that the system discards its buffers', async () => {
    reader.pause();
    fillBuffers();
    slowResponse.end();
    await expect.poll(() => slowResponse.destroyed, { timeout: 10 * AFTER_MS }).toBe(true);
    await expect(once(reader.resume(), 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('closes the connection of a reader that stops after the response has ended', async () => {
    reader.pause();
    fillBuffers();
    slowResponse.end();
    await expect.poll(() => slowResponse.destroyed, { timeout: 10 * AFTER_MS }).toBe(true);
  });

  it('closes the connection of a reader that stops after a long quiet period', async () => {
    await pause(3 * AFTER_MS);
    reader.pause();
    fillBuffers();
    await expect.poll(() => slowResponse.destroyed, { timeout: 10 * AFTER_MS }).toBe(true);
  });

  it("doesn't disconnect slow readers or readers with nothing to read", async () => {
    fillBuffers();
    let bytes = 0;
    let chunks = 0;
    for await (const chunk of reader) {
      bytes += chunk.length;
      chunks += 1;
      if (bytes >= 200 * FRAME.length) break;
      if (chunks % CHUNKS_BETWEEN_PAUSES === 0) await pause(AFTER_MS / 20);
    }
    expect(bytes).toBeGreaterThanOrEqual(200 * FRAME.length);
    await pause(2 * AFTER_MS);
    expect(slowResponse.socket?.writableLength).toBe(0);
  });
});
