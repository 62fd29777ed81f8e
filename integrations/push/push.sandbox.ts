import { createECDH, randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { importJWK, jwtVerify } from 'jose';
import { renderSandboxPage } from '../sandbox-page.ts';
import { type BrowserKeys, decryptPush } from './push-decryption.ts';

const MAX_MESSAGES = 500;
const MAX_BYTES = 4_096;
const DAY_SECONDS = 86_400;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

/** Subscription ids that always get the same response. */
const OUTCOMES = {
  unknown: [404, {}],
  gone: [410, {}],
  large: [413, {}],
  busy: [429, { 'Retry-After': '20' }],
  down: [503, {}],
} as const;
type SandboxOutcome = keyof typeof OUTCOMES;

type Subscription = { keys: BrowserKeys; serverKey: string; outcome: SandboxOutcome | undefined };
type StoredMessage = {
  endpoint: string;
  payload: string;
  ttl: number;
  urgency: string;
  topic: string | null;
  subject: string;
  sentAt: string;
};

/**
 * Creates a push service (RFC 8030, 8291, 8292) that refuses everything a real one may refuse. It generates the keys of
 * its subscriptions itself, as a browser does, so its inbox contains the messages it could decrypt.
 * @param url base URL of the subscriptions, as the browser sees it
 */
export function createPushSandbox({ url }: { url: string }): Hono {
  const subscriptions = new Map<string, Subscription>();
  const messages: StoredMessage[] = [];
  const audience = new URL(url).origin;
  return new Hono()
    .get('/', (c) => c.html(renderInboxPage(messages)))
    .get('/messages.json', (c) => {
      const endpoint = c.req.query('endpoint');
      return c.json({ messages: messages.filter((message) => message.endpoint === (endpoint ?? message.endpoint)) });
    })
    .post('/subscriptions', async (c) => {
      const input = (await c.req.json()) as { applicationServerKey?: string; fate?: SandboxOutcome };
      const { applicationServerKey: serverKey = '', fate } = input;
      if (Buffer.from(serverKey, 'base64url').length !== 65)
        return respondRefused(c, 400, 'applicationServerKey is no key');
      const ecdh = createECDH('prime256v1');
      const keys = { ecdh, auth: randomBytes(16) };
      const p256dh = ecdh.generateKeys('base64url');
      const id = crypto.randomUUID();
      subscriptions.set(id, { keys, serverKey, outcome: fate });
      return c.json({ endpoint: `${url}/send/${id}`, keys: { p256dh, auth: keys.auth.toString('base64url') } }, 201);
    })
    .delete('/send/:id', (c) => c.body(null, subscriptions.delete(c.req.param('id')) ? 204 : 404))
    .post('/send/:id', async (c) => {
      const id = c.req.param('id');
      const subscription = subscriptions.get(id);
      if (!subscription) return respondRefused(c, 404, 'no such subscription');
      const signatureStatus = await verifySignature(c.req.header('Authorization') ?? '', audience);
      if ('fault' in signatureStatus) return respondRefused(c, 401, signatureStatus.fault);
      if (signatureStatus.key !== subscription.serverKey)
        return respondRefused(c, 403, 'made for another application server key');
      const fault = findHeaderFault(c);
      if (fault) return respondRefused(c, 400, fault);
      const body = Buffer.from(await c.req.arrayBuffer());
      if (body.length > MAX_BYTES) return respondRefused(c, 413, `more than ${MAX_BYTES} bytes`);
      if (subscription.outcome) {
        const [status, headers] = OUTCOMES[subscription.outcome];
        return c.json({ message: subscription.outcome }, status, headers);
      }
      let payload: string;
      try {
        payload = decryptPush(subscription.keys, body);
      } catch (error) {
        return respondRefused(c, 400, (error as Error).message);
      }
      const topic = c.req.header('Topic') ?? null;
      const endpoint = `${url}/send/${id}`;
      const olderIndex =
        topic === null ? -1 : messages.findIndex((one) => one.topic === topic && one.endpoint === endpoint);
      if (olderIndex >= 0) messages.splice(olderIndex, 1);
      messages.unshift({
        endpoint,
        payload,
        ttl: Number(c.req.header('TTL')),
        urgency: c.req.header('Urgency') ?? 'normal',
        topic,
        subject: signatureStatus.subject,
        sentAt: new Date().toISOString(),
      });
      messages.length = Math.min(messages.length, MAX_MESSAGES);
      return c.body(null, 201, { Location: `${url}/message/${crypto.randomUUID()}`, TTL: c.req.header('TTL')! });
    });
}

const respondRefused = (c: Context, status: 400 | 401 | 403 | 404 | 413, message: string) =>
  c.json({ message }, status);

/** Returns the signing key and its contact, or a fault if a push service wouldn't accept the signature. */
async function verifySignature(
  header: string,
  audience: string,
): Promise<{ key: string; subject: string } | { fault: string }> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const bytes = Buffer.from(key, 'base64url');
  if (!token || bytes.length !== 65) return { fault: 'Authorization is not "vapid t=…, k=…"' };
  try {
    const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'));
    const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
    const { payload } = await jwtVerify(token, verifier, { audience, algorithms: ['ES256'], requiredClaims: ['exp'] });
    if (payload.exp! > Date.now() / 1_000 + DAY_SECONDS) return { fault: 'exp is more than a day ahead' };
    const subject = String(payload.sub ?? '');
    if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject)) return { fault: 'sub is no address' };
    return { key, subject };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function findHeaderFault(c: Context): string | undefined {
  const [ttl, urgency, topic] = ['TTL', 'Urgency', 'Topic'].map((name) => c.req.header(name));
  if (!/^\d+$/.test(ttl ?? '')) return 'TTL is missing or no number';
  if (urgency !== undefined && !URGENCIES.includes(urgency)) return 'Urgency is none of the four';
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return 'Topic is longer than 32 characters of base64url';
  return c.req.header('Content-Encoding') === 'aes128gcm' ? undefined : 'Content-Encoding is not aes128gcm';
}

const renderInboxPage = (messages: StoredMessage[]) =>
  renderSandboxPage(
    'Push messages',
    html`<h1>Push messages</h1>
      <p>Newest first, opened with the keys that only a browser has. Real browsers get theirs by their own services.</p>
      <ul>
        ${messages.map(
          ({ payload, urgency, ttl, sentAt }) => html`<li>
            <pre>${payload}</pre>
            <small>${urgency}, kept for ${ttl} s, sent ${sentAt}</small>
          </li>`,
        )}
      </ul>
      ${messages.length === 0 ? html`<p>Nothing was sent yet.</p>` : ''}`,
  );
