import { createECDH } from 'node:crypto';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { PRIVATE_HOST } from '../public-fetch.ts';
import {
  canEncryptFor,
  createPushKeys,
  isPushAddress,
  type PushMessage,
  type PushTarget,
  readPushConfig,
  sendPush,
} from './push.client.ts';
import { createPushSandbox } from './push.sandbox.ts';
import { decryptPush } from './push-decryption.ts';

const env = { demo: true, origin: 'http://localhost:3000', PORT: 3000, MAIL_FROM: 'Planet Crew <crew@example.org>' };
const config = readPushConfig(env);
const keys = createPushKeys();
const message: PushMessage = { payload: '{"title":"Hi"}', urgency: 'normal', ttlSeconds: 60, topic: undefined };

describe('push client', () => {
  let app: Hono;
  let requests: { url: string; init: RequestInit }[];
  let change: (init: RequestInit) => RequestInit;
  beforeEach(() => {
    app = new Hono().route('/sandbox/push', createPushSandbox({ url: `${env.origin}/sandbox/push` }));
    requests = [];
    change = (init) => init;
  });
  const fetcher = (async (url, init) => {
    requests.push({ url: String(url), init: init! });
    return app.request(String(url), change(init!));
  }) as typeof fetch;
  const subscribe = async (subscriptionKind?: string, applicationServerKey = keys.publicKey): Promise<PushTarget> => {
    const body = JSON.stringify({ applicationServerKey, fate: subscriptionKind });
    const response = await app.request('/sandbox/push/subscriptions', { method: 'POST', body });
    expect(response.status).toBe(201);
    return response.json();
  };
  const send = async (target: PushTarget, more: Partial<PushMessage> = {}) =>
    sendPush(config, fetcher, keys, { target, message: { ...message, ...more } });
  const readInbox = async (target: PushTarget) => {
    const address = `/sandbox/push/messages.json?endpoint=${encodeURIComponent(target.endpoint)}`;
    const { messages } = (await (await app.request(address)).json()) as { messages: Record<string, unknown>[] };
    return messages;
  };

  it('delivers to one browser, and only that browser can decrypt the message', async () => {
    const target = await subscribe();
    const other = await subscribe();
    expect(await send(target, { urgency: 'high', ttlSeconds: 80 })).toMatchObject({ outcome: 'sent' });
    expect(await readInbox(target)).toMatchObject([
      { payload: message.payload, urgency: 'high', ttl: 80, topic: null, subject: 'mailto:crew@example.org' },
    ]);
    expect(await readInbox(other)).toEqual([]);
    expect(await (await app.request('/sandbox/push')).text()).toContain('&quot;title&quot;:&quot;Hi&quot;');
    // The server reaches the sandbox over loopback, regardless of the host name browsers use.
    expect(requests.map(({ url }) => new URL(url).host)).toEqual(['127.0.0.1:3000']);
    const encryptedBody = Buffer.from(requests[0]!.init.body as Uint8Array);
    const stranger = createECDH('prime256v1');
    stranger.generateKeys();
    expect(() =>
      decryptPush({ ecdh: stranger, auth: Buffer.from(target.keys.auth, 'base64url') }, encryptedBody),
    ).toThrow();
  });

  it('replaces only older messages with the same topic', async () => {
    const target = await subscribe();
    for (const [payload, topic] of [
      ['1', 'check:a'],
      ['2', 'check:b'],
      ['3', 'check:a'],
    ]) {
      await send(target, { payload: payload!, topic: topic! });
    }
    expect((await readInbox(target)).map(({ payload }) => payload)).toEqual(['3', '2']);
  });

  it.each([
    ['gone', { outcome: 'gone' }],
    ['unknown', { outcome: 'gone' }],
    ['busy', { outcome: 'retry', afterMs: 20_000 }],
    ['down', { outcome: 'retry' }],
    ['large', { outcome: 'refused' }],
  ])('reports the outcome when the subscription is %s', async (subscriptionKind, expectedOutcome) => {
    expect(await send(await subscribe(subscriptionKind))).toMatchObject(expectedOutcome);
  });

  it('refuses messages larger than a push service accepts', async () => {
    const target = await subscribe();
    expect(await send(target, { payload: 'x'.repeat(3_900) })).toMatchObject({ outcome: 'sent' });
    expect(await send(target, { payload: 'x'.repeat(4_096) })).toMatchObject({ outcome: 'refused' });
  });

  it('reports a refusal when the browser subscribed with another key', async () => {
    expect(await send(await subscribe(undefined, createPushKeys().publicKey))).toMatchObject({
      outcome: 'refused',
      error: 'localhost:3000 answered 403',
    });
  });

  const omitHeader = (name: string) => (init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.delete(name);
    return { ...init, headers };
  };
  const replaceHeader = (name: string, value: string) => (init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set(name, value);
    return { ...init, headers };
  };
  it.each([
    ['no time to live', omitHeader('TTL'), 400],
    ['an invalid urgency', replaceHeader('Urgency', 'panic'), 400],
    ['a topic that is too long', replaceHeader('Topic', 'x'.repeat(33)), 400],
    ['another encoding', replaceHeader('Content-Encoding', 'aesgcm'), 400],
    ['no signature', omitHeader('Authorization'), 401],
    ['a made-up signature', replaceHeader('Authorization', `vapid t=a.b.c, k=${keys.publicKey}`), 401],
    ['a changed body', (init: RequestInit) => ({ ...init, body: new Uint8Array(200) }), 400],
  ])('refuses %s in the sandbox', async (_what, override, status) => {
    change = override;
    expect(await send(await subscribe())).toMatchObject({ error: `localhost:3000 answered ${status}` });
  });

  it('signs each message for a single push service, valid for less than a day', async () => {
    await send(await subscribe());
    const authorization = new Headers(requests[0]!.init.headers).get('Authorization')!;
    const claims = JSON.parse(Buffer.from(authorization.split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({ aud: 'http://localhost:3000', sub: 'mailto:crew@example.org' });
    expect(claims.exp - Date.now() / 1_000).toBeLessThan(86_400);
    // Another push service rejects the same signature.
    const otherApp = new Hono().route('/sandbox/push', createPushSandbox({ url: 'https://push.example/sandbox/push' }));
    const response = await otherApp.request('/sandbox/push/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ applicationServerKey: keys.publicKey }),
    });
    const target = (await response.json()) as PushTarget;
    const { headers, body } = requests[0]!.init;
    const { status } = await otherApp.request(new URL(target.endpoint).pathname, { method: 'POST', headers, body });
    expect(status).toBe(401);
  });

  it('retries undelivered messages and reports an unknown outcome when one may have been delivered', async () => {
    const target = await subscribe();
    const createFailure = (code: string) =>
      (async () => {
        throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
      }) as unknown as typeof fetch;
    const sendThrough = (fetch: typeof globalThis.fetch) => sendPush(config, fetch, keys, { target, message });
    expect((await sendThrough(createFailure('ECONNREFUSED'))).outcome).toBe('retry');
    expect((await sendThrough(createFailure('UND_ERR_SOCKET'))).outcome).toBe('unknown');
  });

  it('sends only to public push services or the demo sandbox', async () => {
    const realConfig = readPushConfig({ ...env, demo: false, origin: 'https://planetcrew.example' });
    expect(realConfig).toEqual({ subject: 'https://planetcrew.example', sandboxTarget: undefined });
    expect(isPushAddress(config, `${env.origin}/sandbox/push/send/1`)).toBe(true);
    expect(isPushAddress(config, `${env.origin}/sandbox/push/../../api/site`)).toBe(false);
    expect(isPushAddress(realConfig, 'http://localhost:3000/sandbox/push/send/1')).toBe(false);
    expect(isPushAddress(realConfig, 'https://fcm.googleapis.com/fcm/send/1')).toBe(true);
    const { keys: browserKeys } = await subscribe();
    const target = { endpoint: 'https://169.254.169.254/latest', keys: browserKeys };
    expect(await sendPush(realConfig, fetcher, keys, { target, message })).toMatchObject({ outcome: 'gone' });
    expect(requests).toEqual([]);
  });

  it('connects to real push services only at public addresses', async () => {
    const realConfig = readPushConfig({ ...env, demo: false, origin: 'https://planetcrew.example' });
    const { keys: browserKeys } = await subscribe();
    const endpoint = 'https://push.example.org/send/1';
    const refuseWith = (code: string) =>
      (async (_url: string, init: RequestInit) => {
        requests.push({ url: endpoint, init });
        throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
      }) as unknown as typeof fetch;
    const delivery = await sendPush(realConfig, refuseWith(PRIVATE_HOST), keys, {
      target: { endpoint, keys: browserKeys },
      message,
    });
    // The device stays subscribed, because a temporary DNS error must not remove it.
    expect(delivery).toEqual({ outcome: 'refused', error: 'push.example.org leads into a private network.' });
    expect(requests.at(-1)!.init).toMatchObject({ dispatcher: expect.anything(), redirect: 'manual' });
    await send(await subscribe());
    expect(requests.at(-1)!.init).not.toHaveProperty('dispatcher');
  });

  it("rejects a key that isn't a point on the curve", async () => {
    const { keys } = await subscribe();
    expect(canEncryptFor(keys.p256dh)).toBe(true);
    const bytes = Buffer.from(keys.p256dh, 'base64url');
    bytes[64]! ^= 1;
    expect(canEncryptFor(bytes.toString('base64url'))).toBe(false);
    expect(canEncryptFor('short')).toBe(false);
  });
});
