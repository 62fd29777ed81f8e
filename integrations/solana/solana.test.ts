import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { readSolanaConfig, readTokens } from './solana.client.ts';
import { createSolanaSandbox } from './solana.sandbox.ts';
import type { Program } from './solana-shapes.ts';

const OWNER = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
const MINT = 'So11111111111111111111111111111111111111112';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** Starts a fake network node with the given response. */
async function serveNode(handler: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => handler(request, body, response));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?api-key=secret`, mint: MINT };
}

const reply = (body: unknown, status = 200) =>
  serveNode((_request, _body, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
const createAccount = (amount: string, decimals = 6) => ({
  pubkey: OWNER,
  account: {
    data: { program: 'spl-token', parsed: { info: { mint: MINT, owner: OWNER, tokenAmount: { amount, decimals } } } },
  },
});
const createAccounts = (...value: unknown[]) => ({ jsonrpc: '2.0', id: 1, result: { context: { slot: 9 }, value } });
const read = (config: { url: string; mint: string }) => readTokens(config, fetch, OWNER);

describe('the Solana client', () => {
  test('sends a JSON-RPC request', async () => {
    let lastRequest: { method: string | undefined; type: string | undefined; body: unknown } | undefined;
    const config = await serveNode((request, body, response) => {
      lastRequest = { method: request.method, type: request.headers['content-type'], body: JSON.parse(body) };
      response.end(JSON.stringify(createAccounts()));
    });
    expect(await read(config)).toBe(0);
    expect(lastRequest).toEqual({
      method: 'POST',
      type: 'application/json',
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'getTokenAccountsByOwner',
        params: [OWNER, { mint: MINT }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
      },
    });
  });

  test('sums all accounts in whole tokens', async () => {
    expect(await read(await reply(createAccounts(createAccount('99999500000'), createAccount('500000'))))).toBe(
      100_000,
    );
  });

  test('parses large amounts exactly, up to the safe integer limit', async () => {
    expect(await read(await reply(createAccounts(createAccount('9007199254740993', 0))))).toBe(Number.MAX_SAFE_INTEGER);
    server!.close();
    expect(await read(await reply(createAccounts(createAccount('18446744073709551615', 9))))).toBe(18_446_744_073);
  });
});

describe('the Solana client on a failing network', () => {
  test.each([
    [
      'rejects the request',
      { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid param: WrongSize' } },
      200,
      '-32602',
    ],
    ['is rate-limited', { jsonrpc: '2.0', id: 1, error: { code: 429, message: 'Too many requests' } }, 429, '429'],
    ['fails', { jsonrpc: '2.0' }, 503, 'answered 503'],
    ['sends no accounts', { jsonrpc: '2.0', result: {} }, 200, 'no list'],
    ['sends an account without an amount', createAccounts({ account: {} }), 200, 'readable amount'],
    ['sends a negative amount', createAccounts(createAccount('-5')), 200, 'readable amount'],
  ])(
    "throws an error that doesn't reveal the node URL when the network %s",
    async (_what, body, status, expectedText) => {
      const problem = await read(await reply(body, status)).catch((error: Error) => error.message);
      expect(problem).toContain(expectedText);
      expect(problem).not.toContain('secret');
    },
  );

  test('throws when the network returns an HTML page instead of JSON', async () => {
    const config = await serveNode((_request, _body, response) =>
      response.writeHead(502).end('<html>Bad gateway</html>'),
    );
    await expect(read(config)).rejects.toThrow('answered 502 without JSON');
  });

  test('throws when the network is unreachable', async () => {
    const config = await reply({});
    await new Promise((resolve) => server!.close(resolve));
    await expect(read(config)).rejects.toThrow('ECONNREFUSED');
  });

  test('times out when the network does not respond', async () => {
    const config = await serveNode(() => {});
    await expect(read(config)).rejects.toThrow('silent');
  });
});

describe('the Solana sandbox', () => {
  const open = (file?: string, program: Program = 'spl-token') => {
    const app = new Hono().route('/sandbox/solana', createSolanaSandbox({ ...(file ? { file } : {}), program }));
    const config = readSolanaConfig({ demo: true, PORT: 3000 })!;
    const post = (path: string, json: object) =>
      app.request(`/sandbox/solana${path}`, { method: 'POST', body: JSON.stringify(json) });
    return {
      app,
      post,
      tokens: (address: string) =>
        readTokens(config, ((url, init) => app.request(String(url), init)) as typeof fetch, address),
    };
  };

  test('provides wallets that sign, and keeps balances across a restart', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'solana-')), 'balances.json');
    const { post, tokens } = open(file);
    const { address } = (await (await post('/wallets', { name: 'one', tokens: 150_000 })).json()) as {
      address: string;
    };
    expect(await tokens(address)).toBe(150_000);
    expect(await open(file).tokens(address)).toBe(150_000);
    expect(await tokens(OWNER)).toBe(0);
    const signResponse = await (await post('/wallets/sign', { name: 'one', message: 'SGk=' })).json();
    expect(signResponse).toEqual({ signature: expect.stringMatching(/^[\w+/]{86}==$/) });
  });

  test('supports the newer token program and its larger accounts', async () => {
    const { post, tokens } = open(undefined, 'spl-token-2022');
    const { address } = (await (await post('/wallets', { name: 'new', tokens: 42 })).json()) as { address: string };
    expect(await tokens(address)).toBe(42);
  });

  test.each([
    ['another mint', [OWNER, { mint: OWNER }, { encoding: 'jsonParsed' }], -32602],
    ['no key', ['0', { mint: MINT }, { encoding: 'jsonParsed' }], -32602],
    ['two filters', [OWNER, { mint: MINT, programId: MINT }, { encoding: 'jsonParsed' }], -32602],
    ['another encoding', [OWNER, { mint: MINT }, { encoding: 'base64' }], -32602],
    ['an undocumented parameter', [OWNER, { mint: MINT }, { encoding: 'jsonParsed', limit: 1 }], -32602],
  ])('refuses %s as the network does', async (_what, params, code) => {
    const question = { jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params };
    const response = await open().app.request('/sandbox/solana/rpc', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
    });
    expect(await response.json()).toMatchObject({ id: 1, error: { code } });
  });

  test('changes balances on its page and fails on demand', async () => {
    const { app, tokens } = open();
    const set = (value: string) =>
      app.request('/sandbox/solana/balances', {
        method: 'POST',
        body: new URLSearchParams({ address: OWNER, tokens: value }),
      });
    expect((await set('42')).status).toBe(302);
    expect(await tokens(OWNER)).toBe(42);
    expect(await (await app.request('/sandbox/solana')).text()).toContain(OWNER);
    expect((await set('many')).status).toBe(422);
    await set('13');
    await expect(tokens(OWNER)).rejects.toThrow('503');
  });

  test('runs only in demo mode and when no network is configured', () => {
    expect(readSolanaConfig({ demo: false, PORT: 3000 })).toBeUndefined();
    const url = 'https://rpc.example.test';
    expect(readSolanaConfig({ demo: true, PORT: 3000, SOLANA_RPC_URL: url, TOKEN_MINT: MINT })).toEqual({
      url,
      mint: MINT,
    });
  });
});
