import { Hono } from 'hono';
import { createPushSandbox } from '../../../integrations/push/push.sandbox.ts';
import type { TestContext } from '../../../server/test-deps.ts';
import type { PushPayload, PushStatus, Subscription } from './push.schema.ts';

type Holder = { accessToken: string };
type Kept = { payload: string; urgency: string; ttl: number; topic: string | null };

/** Opens test browsers whose push service is the sandbox, with requests through `deps.fetch`. */
export function openBrowsers(context: TestContext) {
  const { origin } = context.deps.env;
  const vendor = new Hono().route('/sandbox/push', createPushSandbox({ url: `${origin}/sandbox/push` }));
  const urls: string[] = [];
  context.deps.fetch = (async (url, init) => {
    urls.push(String(url));
    return vendor.request(String(url), init);
  }) as typeof fetch;
  const call = async (user: Holder | undefined, method: string, path: string, body?: unknown) => {
    const response = await context.app.request(`/api/notifications/push${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0',
        ...(user ? { Authorization: `Bearer ${user.accessToken}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as PushStatus & { error?: { message: string } } };
  };
  const subscribe = async (user: Holder, subscriptionKind?: string): Promise<Subscription> => {
    const { public_key } = (await call(user, 'GET', '')).body;
    const response = await vendor.request('/sandbox/push/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ applicationServerKey: public_key, fate: subscriptionKind }),
    });
    return (await response.json()) as Subscription;
  };
  return {
    call,
    subscribe,
    asked: urls,
    /** Turns on push in a new browser of this user. */
    turnOn: async (user: Holder, { fate, kinds }: { fate?: string; kinds?: string[] } = {}) => {
      const subscription = await subscribe(user, fate);
      const { status, body } = await call(user, 'POST', '/devices', { subscription, ...(kinds ? { kinds } : {}) });
      return { subscription, status, body };
    },
    /** Returns the pushes sent to a browser, newest first. */
    sentTo: async ({ endpoint }: Subscription) => {
      const response = await vendor.request(`/sandbox/push/messages.json?endpoint=${encodeURIComponent(endpoint)}`);
      const { messages } = (await response.json()) as { messages: Kept[] };
      return messages.map(({ payload, ...sent }) => ({ ...sent, payload: JSON.parse(payload) as PushPayload }));
    },
    /** Makes the browser's address invalid. */
    forget: ({ endpoint }: Subscription) => vendor.request(new URL(endpoint).pathname, { method: 'DELETE' }),
  };
}
