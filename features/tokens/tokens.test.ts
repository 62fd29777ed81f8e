import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCALES } from '../../messages/locales.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { readWalletMessage } from '../accounts/web3.rules.ts';
import { getCurrentTier, getHolding } from './tokens.commands.ts';
import type { Holding } from './tokens.schema.ts';

const START = '2026-03-02T12:00:00.000Z';
const timeAfter = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS);

let context: TestContext;
/** Fake network: balances by address, whether it's down, and the number of queries. */
let network: { balances: Record<string, number>; down: boolean; requestCount: number };

beforeAll(async () => {
  context = await openTestContext({
    SOLANA_RPC_URL: 'https://rpc.example.test',
    TOKEN_MINT: 'So11111111111111111111111111111111111111112',
    LANGUAGES: LOCALES.join(','),
  });
  context.deps.fetch = (async (_url: string, init: RequestInit) => {
    network.requestCount++;
    if (network.down) return new Response('Service Unavailable', { status: 503 });
    const { id, params } = JSON.parse(String(init.body));
    const tokenAmount = { amount: `${network.balances[params[0]] ?? 0}000000`, decimals: 6 };
    const value = [{ account: { data: { parsed: { info: { tokenAmount } } } } }];
    return Response.json({ jsonrpc: '2.0', id, result: { value } });
  }) as typeof fetch;
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(START);
  network = { balances: {}, down: false, requestCount: 0 };
});

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
function base58(bytes: Uint8Array): string {
  let text = '';
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n) {
    text = ALPHABET[Number(value % 58n)] + text;
  }
  return text;
}

function makeWallet(tokens: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  network.balances[address] = tokens;
  return { address, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64') };
}

async function ask<T = Holding>(token: string, method: string, path: string, json?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as T & { error?: { message: string } } };
}

const requestChallenge = (token: string, address: string) =>
  ask<{ nonce: string; message: string }>(token, 'POST', '/api/tokens/wallet/challenge', { address });

async function connect(token: string, wallet: ReturnType<typeof makeWallet>) {
  const { body } = await requestChallenge(token, wallet.address);
  return ask(token, 'POST', '/api/tokens/wallet', { nonce: body.nonce, signature: wallet.sign(body.message) });
}

const readHolding = async (token: string) => (await ask(token, 'GET', '/api/tokens/me')).body;
const plan = async (token: string) => (await ask<{ plan: string }>(token, 'GET', '/api/entitlements/me')).body.plan;

describe('connecting a wallet', () => {
  test('shows balance and tier and unlocks Premium once the message is signed', async () => {
    const { accessToken } = await makeUser(context.deps);
    expect(await readHolding(accessToken)).toEqual({ enabled: true, wallet: null, tier: null, wallet_script: null });
    expect(await plan(accessToken)).toBe('Free');
    const wallet = makeWallet(150_000);
    const { status, body } = await connect(accessToken, wallet);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tier: 'Premium',
      wallet: { address: wallet.address, tokens: 150_000, read_at: START, late: false },
    });
    expect(await plan(accessToken)).toBe('Premium');
    const { body: progress } = await ask<{ sample: boolean }>(accessToken, 'GET', '/api/milestones');
    expect(progress.sample).toBe(false);
  });

  test("asks for a signature in the reader's language and accepts it", async () => {
    const { accessToken } = await makeUser(context.deps);
    const wallet = makeWallet(0);
    const response = await context.app.request('/api/tokens/wallet/challenge', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${accessToken}`,
        'Accept-Language': 'fr',
      },
      body: JSON.stringify({ address: wallet.address }),
    });
    const { nonce, message } = (await response.json()) as { nonce: string; message: string };
    expect(message).toContain('te demande de prouver que ce wallet est à toi.');
    const signedBody = { nonce, signature: wallet.sign(message) };
    expect((await ask(accessToken, 'POST', '/api/tokens/wallet', signedBody)).status).toBe(200);
  });

  test('leaves the plan unchanged when the balance is too low', async () => {
    const { accessToken } = await makeUser(context.deps);
    expect((await connect(accessToken, makeWallet(99_999))).body.tier).toBe('Basic');
    expect(await plan(accessToken)).toBe('Free');
  });

  test('accepts each message only once, before it expires, and from the account that requested it', async () => {
    const [one, other] = [await makeUser(context.deps), await makeUser(context.deps)];
    const wallet = makeWallet(0);
    const { body: challengeBody } = await requestChallenge(one.accessToken, wallet.address);
    const signedBody = { nonce: challengeBody.nonce, signature: wallet.sign(challengeBody.message) };
    const stolenResponse = await ask(other.accessToken, 'POST', '/api/tokens/wallet', signedBody);
    expect(stolenResponse).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('unknown or was already used') } },
    });
    expect((await ask(one.accessToken, 'POST', '/api/tokens/wallet', signedBody)).status).toBe(200);
    await ask(one.accessToken, 'DELETE', '/api/tokens/wallet');
    expect((await ask(one.accessToken, 'POST', '/api/tokens/wallet', signedBody)).status).toBe(422);

    const { body: slowBody } = await requestChallenge(one.accessToken, wallet.address);
    context.setNow(timeAfter(10));
    const lateResult = await ask(one.accessToken, 'POST', '/api/tokens/wallet', {
      nonce: slowBody.nonce,
      signature: wallet.sign(slowBody.message),
    });
    expect(lateResult).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('too late') } },
    });
  });

  test("refuses another wallet's signature and invalidates the message", async () => {
    const { accessToken } = await makeUser(context.deps);
    const { body: challengeBody } = await requestChallenge(accessToken, makeWallet(1_000_000).address);
    const forgedInput = { nonce: challengeBody.nonce, signature: makeWallet(0).sign(challengeBody.message) };
    const { status, body } = await ask(accessToken, 'POST', '/api/tokens/wallet', forgedInput);
    expect([status, body.error?.message]).toEqual([
      422,
      expect.stringContaining('The signature isn’t from this wallet.'),
    ]);
    const secondResponse = await ask(accessToken, 'POST', '/api/tokens/wallet', forgedInput);
    expect(secondResponse.body.error?.message).toContain('This message is unknown or was already used.');
  });

  test('allows one account per wallet and one wallet per account', async () => {
    const [one, other] = [await makeUser(context.deps), await makeUser(context.deps)];
    const wallet = makeWallet(0);
    await connect(one.accessToken, wallet);
    const conflictResponse = await connect(other.accessToken, wallet);
    expect([conflictResponse.status, conflictResponse.body.error?.message]).toEqual([
      409,
      expect.stringContaining('another account'),
    ]);
    const second = await requestChallenge(one.accessToken, makeWallet(0).address);
    expect([second.status, second.body.error?.message]).toEqual([409, expect.stringContaining('Disconnect it first')]);
    await ask(one.accessToken, 'DELETE', '/api/tokens/wallet');
    expect((await connect(other.accessToken, wallet)).status).toBe(200);
  });

  test('connects a wallet to only one of two accounts at the same moment', async () => {
    const people = [await makeUser(context.deps), await makeUser(context.deps)];
    const wallet = makeWallet(0);
    const challenges = await Promise.all(
      people.map(({ accessToken }) => requestChallenge(accessToken, wallet.address)),
    );
    const results = await Promise.all(
      people.map(({ accessToken }, index) => {
        const { nonce, message } = challenges[index]!.body;
        return ask(accessToken, 'POST', '/api/tokens/wallet', { nonce, signature: wallet.sign(message) });
      }),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('refuses more than ten messages within ten minutes', async () => {
    const { accessToken } = await makeUser(context.deps);
    const { address } = makeWallet(0);
    for (let round = 0; round < 10; round++) expect((await requestChallenge(accessToken, address)).status).toBe(200);
    expect((await requestChallenge(accessToken, address)).status).toBe(429);
    context.setNow(timeAfter(10));
    expect((await requestChallenge(accessToken, address)).status).toBe(200);
  });

  test('creates a message that cannot be used to sign in', async () => {
    const { accessToken } = await makeUser(context.deps);
    const { body } = await requestChallenge(accessToken, makeWallet(0).address);
    expect(readWalletMessage('solana', body.message)).toBeUndefined();
  });

  test('refuses an invalid address', async () => {
    const { accessToken } = await makeUser(context.deps);
    const { status, body } = await requestChallenge(accessToken, '0xabc');
    expect([status, body.error?.message]).toEqual([422, 'Enter a valid Solana wallet address.']);
  });
});

describe('token balance', () => {
  test('refreshes only when it is ten minutes old', async () => {
    const { accessToken } = await makeUser(context.deps);
    const wallet = makeWallet(100_000);
    await connect(accessToken, wallet);
    network.balances[wallet.address] = 5;
    context.setNow(timeAfter(9));
    expect((await readHolding(accessToken)).tier).toBe('Premium');
    expect(network.requestCount).toBe(1);
    context.setNow(timeAfter(10));
    expect(await readHolding(accessToken)).toMatchObject({ tier: 'Basic', wallet: { tokens: 5 } });
    expect(await plan(accessToken)).toBe('Free');
    expect(network.requestCount).toBe(2);
  });

  test('queries the network once for concurrent requests', async () => {
    const { accessToken } = await makeUser(context.deps);
    await connect(accessToken, makeWallet(7));
    context.setNow(timeAfter(10));
    network.requestCount = 0;
    await Promise.all(Array.from({ length: 8 }, () => readHolding(accessToken)));
    expect(network.requestCount).toBe(1);
  });

  test('keeps the last value for a day and retries while the network is down', async () => {
    const { accessToken, userId } = await makeUser(context.deps);
    await connect(accessToken, makeWallet(100_000));
    network.down = true;
    context.setNow(timeAfter(30));
    expect(await readHolding(accessToken)).toMatchObject({
      tier: 'Premium',
      wallet: { tokens: 100_000, read_at: START, late: true },
    });
    network.requestCount = 0;
    await readHolding(accessToken);
    expect(network.requestCount).toBe(0);
    context.setNow(timeAfter(31));
    await readHolding(accessToken);
    expect(network.requestCount).toBe(1);
    context.setNow(timeAfter(DAY_MINUTES));
    expect(await getHolding(context.deps, { userId })).toMatchObject({ tier: null, wallet: { tokens: 100_000 } });
    expect(await getCurrentTier(context.deps, userId)).toBeNull();
    network.down = false;
    context.setNow(timeAfter(DAY_MINUTES + 1));
    expect(await getHolding(context.deps, { userId })).toMatchObject({ tier: 'Premium', wallet: { late: false } });
  });

  test('stays unknown after connecting during an outage, then loads once the network responds', async () => {
    const { accessToken } = await makeUser(context.deps);
    network.down = true;
    const { status, body } = await connect(accessToken, makeWallet(100_000));
    expect([status, body.tier, body.wallet?.tokens]).toEqual([200, null, null]);
    network.down = false;
    context.setNow(timeAfter(1));
    expect((await readHolding(accessToken)).tier).toBe('Premium');
  });

  test('is deleted with the wallet', async () => {
    const { accessToken } = await makeUser(context.deps);
    await connect(accessToken, makeWallet(1_000_000));
    const { body } = await ask(accessToken, 'DELETE', '/api/tokens/wallet');
    expect(body).toMatchObject({ wallet: null, tier: null });
    expect(await plan(accessToken)).toBe('Free');
  });
});

describe('tokens without a configured network', () => {
  test('show the check as off, refuse new wallets, unlock nothing and can still be disconnected', async () => {
    const { accessToken } = await makeUser(context.deps);
    await connect(accessToken, makeWallet(1_000_000));
    const { env } = context.deps;
    context.deps.env = { ...env, SOLANA_RPC_URL: undefined, TOKEN_MINT: undefined, demo: false };
    try {
      expect(await readHolding(accessToken)).toMatchObject({
        enabled: false,
        tier: null,
        wallet: { tokens: 1_000_000 },
      });
      expect(await plan(accessToken)).toBe('Free');
      expect(await requestChallenge(accessToken, makeWallet(0).address)).toMatchObject({
        status: 503,
        body: { error: { message: expect.stringContaining('check is off') } },
      });
      expect((await ask(accessToken, 'DELETE', '/api/tokens/wallet')).body.wallet).toBeNull();
    } finally {
      context.deps.env = env;
    }
  });
});
