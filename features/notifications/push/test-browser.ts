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
  const asked: string[] = [];
  context.deps.fetch = (async (url, init) => {
    asked.push(String(url));
    return vendor.request(String(url), init);
  }) as typeof fetch;
  const call = async (who: Holder | undefined, method: string, path: string, body?: unknown) => {
    const answer = await context.app.request(`/api/notifications/push${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0',
        ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as PushStatus & { error?: { message: string } } };
  };
  const subscribe = async (who: Holder, fate?: string): Promise<Subscription> => {
    const { public_key } = (await call(who, 'GET', '')).body;
    const answer = await vendor.request('/sandbox/push/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ applicationServerKey: public_key, fate }),
    });
    return (await answer.json()) as Subscription;
  };
  return {
    call,
    subscribe,
    asked,
    /** Turns on push in a new browser of this user. */
    turnOn: async (who: Holder, { fate, kinds }: { fate?: string; kinds?: string[] } = {}) => {
      const subscription = await subscribe(who, fate);
      const { status, body } = await call(who, 'POST', '/devices', { subscription, ...(kinds ? { kinds } : {}) });
      return { subscription, status, body };
    },
    /** Returns the pushes sent to a browser, newest first. */
    sentTo: async ({ endpoint }: Subscription) => {
      const answer = await vendor.request(`/sandbox/push/messages.json?endpoint=${encodeURIComponent(endpoint)}`);
      const { messages } = (await answer.json()) as { messages: Kept[] };
      return messages.map(({ payload, ...sent }) => ({ ...sent, payload: JSON.parse(payload) as PushPayload }));
    },
    /** Makes the browser's address invalid. */
    forget: ({ endpoint }: Subscription) => vendor.request(new URL(endpoint).pathname, { method: 'DELETE' }),
  };
}
