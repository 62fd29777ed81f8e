import { type BrowserContext, type CDPSession, expect, type Page, test, type Worker } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { callApi, fetchSession, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const SETTINGS = '/account/notifications';
const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';

const makeQuietPlayer = () =>
  makePublishedPlayer({
    display_name: 'Hears From Afar',
    role: 'PG',
    region: 'EU',
    platform: 'PC',
    languages: [`Cant ${crypto.randomUUID().slice(0, 6)}`],
    modes: ['Rec'],
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
    timezone: 'Europe/Paris',
    overall_rating: 85,
    mic: true,
    discord: 'push_tester',
    consent_comms: true,
  });

/**
 * Replaces the push service, which the test browser lacks, with the sandbox's. The service worker is the browser's own.
 */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript(() => {
    // A headless browser reports "denied" here, although it grants permission when asked.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const STORAGE_KEY = 'push-service-of-the-test';
    const base64url = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    const getSubscription = ({ json, key }: { json: { endpoint: string }; key: number[] }) => ({
      endpoint: json.endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem(STORAGE_KEY);
        return true;
      },
    });
    const readStored = () => JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (readStored() ? getSubscription(readStored()) : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const body = JSON.stringify({ applicationServerKey: base64url(applicationServerKey) });
        const response = await fetch('/sandbox/push/subscriptions', { method: 'POST', body });
        localStorage.setItem(
          STORAGE_KEY,
          JSON.stringify({ json: await response.json(), key: [...applicationServerKey] }),
        );
        return getSubscription(readStored());
      },
    });
  });
}

type PushStatus = { devices: { name: string }[] };
const listDevices = async ({ token }: TestAccount) =>
  (await callApi<PushStatus>(token, 'GET', '/api/notifications/push')).devices;

const getEndpoint = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('push-service-of-the-test')!).json.endpoint as string);

const listSent = async (endpoint: string) => {
  const path = `/sandbox/push/messages.json?endpoint=${encodeURIComponent(endpoint)}`;
  return (await callApi<{ messages: { payload: string }[] }>(undefined, 'GET', path)).messages;
};

/** Returns a function that delivers a push to the worker from a blank page, with none of our pages open. */
async function createDeliverer(context: BrowserContext): Promise<(payload: string) => Promise<void>> {
  const blank = await context.newPage();
  const session: CDPSession = await context.newCDPSession(blank);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ownRegistration = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted,
      );
      if (ownRegistration) resolve(ownRegistration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  return (data) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }).then(() => {});
}

type Note = { title: string; body: string; actions: string[] };

/** Records the notifications the worker shows, because a headless browser can't display them. */
async function watchNotes(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, options });
    };
  });
  return worker;
}

type Options = { body: string; data: unknown; actions?: { title: string }[] };
type Scope = EventTarget & {
  shown: { title: string; options: Options }[];
  registration: { showNotification: (title: string, options: Options) => Promise<void> };
};

const listNotes = (worker: Worker): Promise<Note[]> =>
  worker.evaluate(() =>
    (globalThis as unknown as Scope).shown.map(({ title, options: { body, actions = [] } }) => ({
      title,
      body,
      actions: actions.map((action) => action.title),
    })),
  );

/** Clicks a button of the notification the worker showed last. */
const press = (worker: Worker, action: string): Promise<void> =>
  worker.evaluate((actionName) => {
    const scope = globalThis as unknown as Scope;
    const { data } = scope.shown.at(-1)!.options;
    const more = { action: actionName, notification: { data, close: () => {} }, waitUntil: () => {} };
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), more));
  }, action);

test('delivers a push with no page open, sends its answer and unsubscribes on sign-out', async ({ page, context }) => {
  await withPushService(context);
  const ownAccount = await makeQuietPlayer();
  await signInWithPassword(page, ownAccount.email, undefined, SETTINGS);
  await openHydrated(page, SETTINGS);
  const button = page.getByRole('button', { name: 'Set up Push notifications' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(page.getByText('Push notifications are on in this browser.')).toBeFocused();
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  expect(await listDevices(ownAccount)).toHaveLength(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expectToast(page, 'A test message is on its way');
  const endpoint = await getEndpoint(page);
  await expect.poll(async () => (await listSent(endpoint)).length).toBe(1);
  const [{ payload }] = (await listSent(endpoint)) as [{ payload: string }];

  const worker = await watchNotes(context);
  const deliver = await createDeliverer(context);
  await page.close();
  await deliver(payload);
  const testMessage = {
    title: 'Test message',
    body: 'It arrived, so this device gets our notifications.',
    actions: [],
  };
  await expect.poll(() => listNotes(worker)).toEqual([testMessage]);

  const url = '/api/queue/checks/1/answer-by-token';
  const bodies: unknown[] = [];
  await context.route(`**${url}`, (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ json: { sentence: 'You are in. Waiting for two more.' } });
  });
  const check = {
    ...{ title: 'Match found. 80s left', body: 'Ready up to play.', tag: 'check:1' },
    ...{ path: '/protocol/matches', urgent: true, over: Date.now() + 80_000 },
    actions: [{ action: 'ready', title: 'Ready', url, body: { token: 'word' } }],
  };
  await deliver(JSON.stringify(check));
  const expected = { title: check.title, body: check.body, actions: ['Ready'] };
  await expect.poll(() => listNotes(worker)).toEqual([testMessage, expected]);
  await press(worker, 'ready');
  const confirmation = { title: 'Ready', body: 'You are in. Waiting for two more.', actions: [] };
  await expect.poll(() => listNotes(worker)).toEqual([testMessage, expected, confirmation]);
  expect(bodies).toEqual([{ token: 'word' }]);

  // Signing out in this browser removes its push subscription, so the player's other session lists no devices.
  const otherToken = (await fetchSession(ownAccount.email)).access_token;
  const otherPage = await context.newPage();
  await openHydrated(otherPage, SETTINGS);
  const token = await otherPage.evaluate(
    () => JSON.parse(localStorage.getItem('planet-crew-auth')!).access_token as string,
  );
  await callApi(token, 'POST', '/auth/v1/logout?scope=local', {});
  expect(await listDevices({ ...ownAccount, token: otherToken })).toEqual([]);
});

test('shows the offline page without a network and unregisters when disabled', async ({ page, context }) => {
  const ownAccount = await makeQuietPlayer();
  await signInWithPassword(page, ownAccount.email, undefined, '/protocol/lfg');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await openHydrated(page, '/protocol/lfg');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  await context.setOffline(true);
  await page.goto('/protocol/lfg');
  await expect(page.getByRole('heading', { name: 'No signal out here' })).toBeVisible();
  await expect(page.getByText('Hears From Afar')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No signal out here' })).toBeVisible();
  await context.setOffline(false);
  // The page recovers automatically at the URL the user requested.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No signal out here');
  await expect(page).toHaveURL('/protocol/lfg');

  const listCached = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
  expect(await listCached()).toContain('/offline.html');

  // With SERVICE_WORKER=off, the server sends this worker instead; here it has its own URL. Browsers treat it as an
  // update.
  await page.goto('/sandbox/push');
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker-off.js').then(() => {}));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await listCached()).toEqual([]);
});
