import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/**
 * Runs as a separate process. It serves the recorded response of a URL at `/same` with the product's HTTP stack,
 * identical in bytes and headers, and reports its address to the parent.
 */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

type Answer = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };

/** Reads the raw bytes; `fetch` would decompress them. */
function fetchPage(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered with ${response.statusCode}.`));
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const headers = Object.entries(response.headers as Record<string, string>);
        const responseHeaders = headers.filter(([name]) => !CONNECTION_HEADERS.includes(name));
        resolve({ headers: Object.fromEntries(responseHeaders), body: new Uint8Array(Buffer.concat(chunks)) });
      });
    }).once('error', reject);
  });
}

const { headers, body } = await fetchPage(process.argv[2] ?? '');
const app = new Hono().get('/same', (c) => c.body(body, 200, headers));
const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ origin: `http://localhost:${port}`, bytes: body.byteLength });
});
