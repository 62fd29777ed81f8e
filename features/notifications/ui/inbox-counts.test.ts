import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

vi.mock('../../../web/auth-session.ts', () => ({
  getAccessToken: async () => 'a token',
  forgetSession: async () => {},
}));

type Asked = { path: string; body: unknown; answer: (json: unknown, status?: number) => void };
let requests: Asked[];
let listeners: Map<string, () => void>;
let visible: boolean;

/** Loads the module as a separate browser tab would. */
async function openTab() {
  vi.resetModules();
  return import('./inbox-counts.ts');
}

const createItem = (id: string, isRead: boolean) => ({
  ...{ id, kind: 'lfg', title: id, lines: [], address: null, actions: [], createdAt: '2026-03-03T12:00:00.000Z' },
  read: isRead,
});

/** Waits with a long timeout for busy machines, where a module may have to load first. */
const waitSoon = <T>(read: () => T) => vi.waitFor(read, { timeout: 20_000 });

/** Returns the next request; the test supplies its response. */
async function nextRequest(path: string): Promise<Asked> {
  const one = await waitSoon(() => {
    const found = requests.shift();
    if (!found) throw new Error(`nothing asked for ${path}`);
    return found;
  });
  expect(one.path).toBe(path);
  return one;
}
const waitForTasks = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  requests = [];
  listeners = new Map();
  visible = true;
  const listen = (name: string, listener: () => void) => listeners.set(name, listener);
  const forget = (name: string) => listeners.delete(name);
  vi.stubGlobal('window', {
    location: { origin: 'http://tab.test' },
    addEventListener: listen,
    removeEventListener: forget,
  });
  vi.stubGlobal('document', {
    get visibilityState() {
      return visible ? 'visible' : 'hidden';
    },
    addEventListener: listen,
    removeEventListener: forget,
  });
  vi.stubGlobal(
    'fetch',
    (input: string, init?: { body?: string }) =>
      new Promise<Response>((give) => {
        requests.push({
          path: new URL(input).pathname,
          body: init?.body ? JSON.parse(init.body) : undefined,
          answer: (json, status = 200) => give(Response.json(json, { status })),
        });
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('inbox counts', () => {
  test('load immediately, and update from list and mark-as-read responses', async () => {
    const tab = await openTab();
    expect(tab.readCounts().unread).toBeUndefined();
    const stop = tab.followCounts();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 3 });
    await waitSoon(() => expect(tab.readCounts().unread).toBe(3));

    const list = tab.loadInbox();
    (await nextRequest('/api/notifications')).answer({ items: [], unread: 4, next: null });
    await list;
    expect(tab.readCounts().unread).toBe(4);

    tab.markItemsSeen([createItem('new', false), createItem('old', true)] as never);
    const markRequest = await nextRequest('/api/notifications/read');
    expect(markRequest.body).toEqual({ ids: ['new'] });
    markRequest.answer({ unread: 3 });
    await waitSoon(() => expect(tab.readCounts().unread).toBe(3));

    tab.markItemsSeen([createItem('old', true)] as never);
    await waitForTasks();
    expect(requests).toEqual([]);
    stop();
    expect(tab.readCounts()).toEqual({});
  });

  test('keep the number of pending answers when a response has only the unread count', async () => {
    const tab = await openTab();
    const stop = tab.followCounts();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 3, waiting: 2 });
    await waitSoon(() => expect(tab.readCounts()).toEqual({ unread: 3, waiting: 2 }));
    const all = tab.markRead();
    (await nextRequest('/api/notifications/read')).answer({ unread: 0 });
    await all;
    expect(tab.readCounts()).toEqual({ unread: 0, waiting: 2 });
    stop();
  });

  test('use the latest response, and wait for mark-as-read requests before reloading', async () => {
    const tab = await openTab();
    const slowRefresh = tab.refreshCounts();
    const earlyRequest = await nextRequest('/api/notifications/unread');
    const all = tab.markRead();
    const markRequest = await nextRequest('/api/notifications/read');
    expect(markRequest.body).toEqual({});
    const lateRefresh = tab.refreshCounts();
    await waitForTasks();
    expect(requests).toEqual([]);
    markRequest.answer({ unread: 0 });
    await all;
    earlyRequest.answer({ unread: 7 });
    await slowRefresh;
    expect(tab.readCounts().unread).toBe(0);
    (await nextRequest('/api/notifications/unread')).answer({ unread: 1 });
    await lateRefresh;
    expect(tab.readCounts().unread).toBe(1);
  });

  test('keep their values when requests fail, and reload after mark-as-read fails', async () => {
    const tab = await openTab();
    const first = tab.refreshCounts();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 2 });
    await first;
    const markPromise = tab.markRead();
    (await nextRequest('/api/notifications/read')).answer({ error: { code: 'internal', message: 'Not now.' } }, 500);
    await expect(markPromise).rejects.toThrow('Not now.');
    expect(tab.readCounts().unread).toBe(2);
    const again = tab.refreshCounts();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 5 });
    await again;
    expect(tab.readCounts().unread).toBe(5);
  });

  test('are the same in every tab, even when another tab gets a late response', async () => {
    const [one, two] = [await openTab(), await openTab()];
    const stops = [one.followCounts(), two.followCounts()];
    (await nextRequest('/api/notifications/unread')).answer({ unread: 6 });
    const lateRequest = await nextRequest('/api/notifications/unread');
    await waitSoon(() => expect(two.readCounts().unread).toBe(6));
    const all = one.markRead();
    (await nextRequest('/api/notifications/read')).answer({ unread: 0 });
    await all;
    await waitSoon(() => expect(two.readCounts().unread).toBe(0));
    lateRequest.answer({ unread: 6 });
    await waitForTasks();
    expect([one.readCounts().unread, two.readCounts().unread]).toEqual([0, 0]);
    for (const stop of stops) stop();
  });

  test("reload on window focus without a stream, unless they're recent or the page is hidden", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tab = await openTab();
    const stop = tab.followCounts();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 0 });
    await waitSoon(() => expect(tab.readCounts().unread).toBe(0));
    expect(listeners.size).toBe(0);
    const stopLooking = tab.refreshOnReturn();
    listeners.get('focus')!();
    await waitForTasks();
    expect(requests).toEqual([]);

    vi.setSystemTime(Date.now() + 31_000);
    listeners.get('focus')!();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 1 });
    await waitSoon(() => expect(tab.readCounts().unread).toBe(1));

    vi.setSystemTime(Date.now() + 31_000);
    visible = false;
    listeners.get('visibilitychange')!();
    await waitForTasks();
    expect(requests).toEqual([]);
    visible = true;
    listeners.get('visibilitychange')!();
    (await nextRequest('/api/notifications/unread')).answer({ unread: 2 });
    await waitSoon(() => expect(tab.readCounts().unread).toBe(2));

    stopLooking();
    expect(listeners.size).toBe(0);
    stop();
  });
});
