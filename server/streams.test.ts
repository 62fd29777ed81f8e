import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { expect, test } from 'vitest';
import { finish } from './closing.ts';
import { followStreams } from './streams.ts';

test('a node that stops ends live streams at once and lets other answers come to their end', async () => {
  let answer = () => {};
  let asked = false;
  let closed = false;
  const app = new Hono()
    .get('/live', (c) =>
      streamSSE(c, async (stream) => {
        stream.onAbort(() => {
          closed = true;
        });
        await stream.writeSSE({ data: 'hello' });
        await new Promise(() => {});
      }),
    )
    .get('/slow', async (c) => {
      asked = true;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return c.text('whole');
    });
  const server = createServer(getRequestListener(app.fetch));
  const endStreams = followStreams(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const live = await fetch(`${origin}/live`);
  const reader = live.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('hello');
  const slow = fetch(`${origin}/slow`).then((response) => response.text());
  await expect.poll(() => asked).toBe(true);

  const started = performance.now();
  const finished = finish(server, endStreams);
  await expect(reader.read()).rejects.toThrow();
  await expect.poll(() => closed).toBe(true);
  answer();
  expect(await slow).toBe('whole');
  await finished;
  expect(performance.now() - started).toBeLessThan(5_000);
});
