import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PushPayload } from '../features/notifications/push/push.schema.ts';
import { activateWorker, cacheOfflinePage, respondToPageRequest, unregisterWorker } from './worker-pages.ts';
import { onNotificationClick, renewSubscription, showPush } from './worker-pushes.ts';
import type { NotificationOptionsShown, PageRequest, WorkerScope } from './worker-scope.ts';

const ORIGIN = 'https://planetcrew.example';
const payload: PushPayload = {
  title: 'Match found. 80s left',
  body: 'Ready up to play.',
  tag: 'check:1',
  path: '/protocol/matches',
  urgent: true,
  over: 90_000,
  actions: [
    { action: 'ready', title: 'Ready', url: '/api/queue/checks/1/answer-by-token', body: { token: 'word' } },
    { action: 'look', title: 'Look first' },
  ],
  closes: false,
};

describe('the service worker', () => {
  let scope: WorkerScope;
  let notifications: { title: string; options: NotificationOptionsShown }[];
  let openedUrls: string[];
  let onScreen: { data: unknown; close: () => void }[];
  let tabs: { url: string; visibilityState?: string; focus: () => Promise<unknown> }[];
  let requests: { url: string; init: RequestInit | undefined }[];
  let network: (url: string) => Promise<Response>;
  let caches: Map<string, Map<string, Response>>;
  const listenerNames: string[] = [];
  beforeEach(() => {
    [notifications, openedUrls, tabs, requests, caches, onScreen] = [[], [], [], [], new Map(), []];
    listenerNames.length = 0;
    network = async () => new Response('from the network');
    const getCache = (name: string) => {
      if (!caches.has(name)) caches.set(name, new Map());
      const cache = caches.get(name)!;
      return {
        add: async (request: Request) => {
          listenerNames.push(request.cache);
          cache.set(new URL(request.url).pathname, await network(request.url));
        },
      };
    };
    const match = async (path: string, { cacheName }: { cacheName?: string } = {}) =>
      [...caches]
        .flatMap(([name, cache]) => (cacheName && cacheName !== name ? [] : (cache.get(path) ?? [])))[0]
        ?.clone();
    scope = {
      addEventListener: () => {},
      location: { origin: ORIGIN },
      navigator: { onLine: true },
      caches: {
        open: async (name: string) => getCache(name),
        keys: async () => [...caches.keys()],
        delete: async (name: string) => caches.delete(name),
        match,
      } as unknown as WorkerScope['caches'],
      fetch: (async (input, init) => {
        const url = input instanceof Request ? input.url : new URL(String(input), ORIGIN).href;
        requests.push({ url, init });
        return network(url);
      }) as typeof fetch,
      skipWaiting: vi.fn(async () => {}),
      clients: {
        claim: vi.fn(async () => {}),
        matchAll: async () => tabs,
        openWindow: async (url) => openedUrls.push(url),
      },
      registration: {
        getNotifications: async ({ tag }) => onScreen.filter((one) => (one.data as PushPayload).tag === tag),
        showNotification: async (title, options) => {
          notifications.push({ title, options });
        },
        pushManager: { subscribe: vi.fn() },
        navigationPreload: { enable: vi.fn(async () => {}) },
        unregister: vi.fn(async () => true),
      },
    };
  });
  const arrive = (data: unknown, now = 10_000) => showPush(scope, { data: { json: () => data } }, now);
  const press = async (action: string, data: PushPayload = payload) => {
    const close = vi.fn();
    await onNotificationClick(scope, { action, notification: { data, close }, waitUntil: () => {} });
    expect(close).toHaveBeenCalledOnce();
  };

  it("shows a push with its buttons, and alerts again and stays on screen when it's urgent", async () => {
    await arrive(payload);
    await arrive({ ...payload, urgent: false, over: null, actions: [] });
    expect(notifications).toMatchObject([
      {
        title: payload.title,
        options: {
          body: payload.body,
          tag: 'check:1',
          actions: [
            { action: 'ready', title: 'Ready' },
            { action: 'look', title: 'Look first' },
          ],
          renotify: true,
          requireInteraction: true,
        },
      },
      { title: payload.title, options: { tag: 'check:1' } },
    ]);
    expect(notifications[1]!.options).not.toHaveProperty('requireInteraction');
  });

  it("silently closes an answered question and keeps the notification about this device's answer", async () => {
    const question = { data: payload, close: vi.fn() };
    const closingPayload = { ...payload, title: 'You already answered', urgent: false, actions: [], closes: true };
    onScreen = [question];
    await arrive(closingPayload);
    expect(notifications).toMatchObject([{ title: 'You already answered', options: { tag: 'check:1', silent: true } }]);
    expect(notifications[0]!.options).not.toHaveProperty('requireInteraction');
    tabs.push({ url: `${ORIGIN}/`, visibilityState: 'visible', focus: async () => undefined });
    await arrive(closingPayload);
    expect(question.close).toHaveBeenCalledOnce();
    tabs.length = 0;
    onScreen = [{ data: { ...payload, urgent: false, actions: [] }, close: vi.fn() }];
    await arrive(closingPayload);
    expect(notifications).toHaveLength(1);
  });

  it("shows a notification for every push, even if it's outdated, unreadable or empty", async () => {
    await arrive(payload, 90_000);
    await arrive('words');
    await showPush(scope, { data: null }, 0);
    const failParsing = () => {
      throw new SyntaxError();
    };
    await showPush(scope, { data: { json: failParsing } }, 0);
    expect(notifications.map(({ title }) => title)).toEqual([
      'This has expired',
      ...Array(3).fill('Planet Crew has news for you'),
    ]);
    expect(notifications[0]!.options.actions).toBeUndefined();
    expect(notifications[0]!.options.data).toMatchObject({ path: '/protocol/matches', actions: [] });
  });

  it('sends the answer when a button is pressed and shows the result', async () => {
    network = async () => Response.json({ sentence: 'You are in. Waiting for two more.' });
    await press('ready');
    expect(requests).toMatchObject([
      { url: `${ORIGIN}/api/queue/checks/1/answer-by-token`, init: { method: 'POST', body: '{"token":"word"}' } },
    ]);
    expect(notifications).toMatchObject([
      { title: 'Ready', options: { body: 'You are in. Waiting for two more.', tag: 'check:1' } },
    ]);
    expect(openedUrls).toEqual([]);
  });

  it.each([
    ['is refused', async () => Response.json({ error: {} }, { status: 409 })],
    ['fails', async () => Promise.reject(new TypeError('offline'))],
    ['has no message', async () => Response.json({})],
  ])('opens the page when a response %s', async (_how, response) => {
    network = response;
    await press('ready');
    expect([openedUrls, notifications]).toEqual([[`${ORIGIN}/protocol/matches`], []]);
  });

  it('sends no answer for a click on the notification itself or on a button without an address', async () => {
    await press('');
    await press('look');
    expect([requests, openedUrls]).toEqual([[], Array(2).fill(`${ORIGIN}/protocol/matches`)]);
  });

  it('focuses the tab that has the page open and leaves the others alone', async () => {
    const [focusActive, focusFind] = [vi.fn(), vi.fn()];
    tabs = [
      { url: `${ORIGIN}/protocol/find`, focus: focusFind },
      { url: `${ORIGIN}/protocol/matches?tab=all`, focus: focusActive },
    ];
    await press('');
    expect([focusActive.mock.calls.length, focusFind.mock.calls.length, openedUrls]).toEqual([1, 0, []]);
  });

  it("doesn't send answers to other sites or open them", async () => {
    const foreignPayload = { ...payload, path: 'https://elsewhere.example/', actions: [] };
    await press('', foreignPayload);
    await press('ready', {
      ...foreignPayload,
      actions: [{ action: 'ready', title: 'Ready', url: '//elsewhere.example/answer' }],
    });
    expect([requests, openedUrls, notifications]).toEqual([[], [], []]);
  });

  const navigate = (more: Partial<PageRequest> = {}, request: Partial<Request> = {}) => {
    const responses: Promise<Response>[] = [];
    const event: PageRequest = {
      request: { mode: 'navigate', method: 'GET', url: `${ORIGIN}/protocol/matches`, ...request } as Request,
      waitUntil: () => {},
      respondWith: (response) => responses.push(response),
      ...more,
    };
    respondToPageRequest(scope, event, '/offline.fr.html');
    return responses;
  };

  it('caches only its offline page and serves it only without a network', async () => {
    network = async (url) => new Response(url.endsWith('/offline.fr.html') ? 'no network' : 'fresh');
    await cacheOfflinePage(scope, 'v1', '/offline.fr.html');
    expect(listenerNames).toEqual(['reload']);
    expect(await (await navigate()[0])!.text()).toBe('fresh');
    expect(await (await navigate({ preloadResponse: Promise.resolve(new Response('preloaded')) })[0])!.text()).toBe(
      'preloaded',
    );
    network = async () => new Response('failed', { status: 503 });
    expect((await navigate()[0])!.status).toBe(503);
    network = async () => Promise.reject(new TypeError('offline'));
    expect(await (await navigate()[0])!.text()).toBe('no network');
    expect([...caches].map(([name, cache]) => [name, [...cache.keys()]])).toEqual([
      ['planet-crew-offline-v1', ['/offline.fr.html']],
    ]);
  });

  /** Stores files as a signed-in user's pages do. */
  const storePages = (...pathnames: string[]) =>
    caches.set('planet-crew-pages', new Map(pathnames.map((path) => [path, new Response(`stored ${path}`)])));

  it('serves stored pages and their files only without a network', async () => {
    network = async (url) => new Response(url.endsWith('/offline.fr.html') ? 'no network' : 'fresh');
    await cacheOfflinePage(scope, 'v1', '/offline.fr.html');
    storePages('/protocol/matches', '/assets/page-1.js', '/__manifest');
    const script = { mode: 'cors', url: `${ORIGIN}/assets/page-1.js` } as const;
    expect(await (await navigate()[0])!.text()).toBe('fresh');
    expect(navigate({}, script)).toEqual([]);
    network = async () => Promise.reject(new TypeError('offline'));
    scope.navigator.onLine = false;
    const readOffline = async (url: string) => {
      const response = (await navigate({}, { url: ORIGIN + url })[0])!;
      return response.headers.get('Location') ?? response.text();
    };
    expect(await readOffline('/protocol/matches?x=1')).toBe('stored /protocol/matches');
    // The installed app starts here.
    expect(await readOffline('/dashboard')).toBe(`${ORIGIN}/protocol/matches`);
    expect(await (await navigate({}, script)[0])!.text()).toBe('stored /assets/page-1.js');
    await expect(navigate({}, { ...script, url: `${ORIGIN}/assets/other.js` })[0]).rejects.toThrow('offline');
    expect(navigate({}, { mode: 'cors', url: `${ORIGIN}/__manifest?paths=/faq` })).toHaveLength(1);
    expect(navigate({}, { mode: 'cors', url: `${ORIGIN}/api/squads` })).toEqual([]);
    expect(await readOffline('/protocol/lfg')).toBe('no network');
    await unregisterWorker(scope);
    expect([...caches.keys()]).toEqual([]);
  });

  it('shows the offline page to users whose pages are not stored', async () => {
    network = async (url) => new Response(url.endsWith('/offline.fr.html') ? 'no network' : 'fresh');
    await cacheOfflinePage(scope, 'v1', '/offline.fr.html');
    network = async () => Promise.reject(new TypeError('offline'));
    for (const path of ['/protocol/matches', '/dashboard'])
      expect(await (await navigate({}, { url: ORIGIN + path })[0])!.clone().text()).toBe('no network');
  });

  it('ignores every request except page navigations', () => {
    expect(navigate({}, { mode: 'cors' })).toEqual([]);
    expect(navigate({}, { mode: 'no-cors' })).toEqual([]);
    expect(navigate({}, { method: 'POST' })).toEqual([]);
  });

  it('deletes the cache of its earlier version, and unregisters when disabled', async () => {
    await cacheOfflinePage(scope, 'v1', '/offline.fr.html');
    await cacheOfflinePage(scope, 'v2', '/offline.fr.html');
    caches.set('of-somebody-else', new Map());
    await activateWorker(scope, 'v2');
    expect([...caches.keys()]).toEqual(['planet-crew-offline-v2', 'of-somebody-else']);
    expect(scope.clients.claim).toHaveBeenCalled();
    await unregisterWorker(scope);
    expect([...caches.keys()]).toEqual(['of-somebody-else']);
    expect(scope.registration.unregister).toHaveBeenCalled();
  });

  it("renews a push subscription using the old one's secret", async () => {
    const subscription = (name: string) =>
      ({
        options: { applicationServerKey: new ArrayBuffer(65) },
        toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
      }) as unknown as PushSubscription;
    vi.mocked(scope.registration.pushManager.subscribe).mockResolvedValue(subscription('new'));
    await renewSubscription(scope, { oldSubscription: subscription('old'), waitUntil: () => {} });
    expect(requests[0]!.url).toBe(`${ORIGIN}/api/notifications/push/renewals`);
    expect(JSON.parse(String(requests[0]!.init!.body))).toEqual({
      old: { endpoint: 'https://push.example/old', auth: 'a-old' },
      subscription: { endpoint: 'https://push.example/new', keys: { p256dh: 'p-new', auth: 'a-new' } },
    });
    requests.length = 0;
    await renewSubscription(scope, { oldSubscription: null, waitUntil: () => {} });
    expect(requests).toEqual([]);
  });
});
