import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import type { PushPayload } from '../features/notifications/push/push.schema.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import * as messages from './web.messages.ts';
import type {
  NotificationClick,
  NotificationOptionsShown,
  PushMessageEvent,
  SubscriptionChange,
  WorkerScope,
} from './worker-scope.ts';

const ICON = '/brand/icon-192.png';
const BADGE = '/brand/badge-96.png';
const VIBRATION = [200, 100, 200];

/**
 * Notification for an unreadable push, because phones revoke the permission of a site that shows nothing. The build
 * writes a worker per language, so these texts are in the language of the page that registered it.
 */
const createFallbackPayload = (): PushPayload => ({
  title: readerTranslator(messages.pushUnreadableTitle),
  body: readerTranslator(messages.pushUnreadableBody),
  tag: 'unreadable',
  path: paths.inbox,
  urgent: false,
  over: null,
  actions: [],
  closes: false,
});

function parsePayload(data: PushMessageEvent['data']): PushPayload {
  const fallback = createFallbackPayload();
  try {
    const payload = data?.json() as PushPayload | undefined;
    return typeof payload?.title === 'string' ? { ...fallback, ...payload } : fallback;
  } catch {
    return fallback;
  }
}

const toNotificationOptions = (payload: PushPayload, body: string): NotificationOptionsShown => ({
  body,
  tag: payload.tag,
  icon: ICON,
  badge: BADGE,
  data: payload,
});

/** Shows a notification for every push, even if the event it's about has passed. */
export function showPush(scope: WorkerScope, { data }: Pick<PushMessageEvent, 'data'>, now: number): Promise<void> {
  const payload = parsePayload(data);
  if (payload.closes) return closePush(scope, payload);
  if (payload.over !== null && payload.over <= now) {
    const withoutActions = { ...payload, actions: [] };
    return scope.registration.showNotification(
      readerTranslator(messages.pushExpiredTitle),
      toNotificationOptions(withoutActions, readerTranslator(messages.pushExpiredBody)),
    );
  }
  return scope.registration.showNotification(payload.title, {
    ...toNotificationOptions(payload, payload.body),
    actions: payload.actions.map(({ action, title }) => ({ action, title })),
    ...(payload.urgent ? { requireInteraction: true, renotify: true, vibrate: VIBRATION } : {}),
  });
}

/**
 * Closes a question that was answered elsewhere. Browsers require a notification for every push unless a page is
 * visible, so a silent notification replaces the question. A notification about an answer given on this device stays.
 */
async function closePush(scope: WorkerScope, payload: PushPayload): Promise<void> {
  const onScreen = await scope.registration.getNotifications({ tag: payload.tag });
  const questions = onScreen.filter((one) => isAnswerNeeded(one.data as PushPayload));
  if (onScreen.length > questions.length) return;
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ visibilityState }) => visibilityState === 'visible')) {
    for (const one of questions) one.close();
    return;
  }
  await scope.registration.showNotification(payload.title, {
    ...toNotificationOptions(payload, payload.body),
    silent: true,
  });
}

const isAnswerNeeded = ({ urgent, actions }: PushPayload) => urgent || actions.length > 0;

/** Sends the answer of a notification button; any other click opens the page without answering anything. */
export async function onNotificationClick(
  scope: WorkerScope,
  { action, notification }: NotificationClick,
): Promise<void> {
  notification.close();
  const payload = notification.data as PushPayload;
  const chosenAction = payload.actions.find((one) => one.action === action);
  if (!chosenAction?.url) return openPath(scope, payload.path);
  const response = await sendAnswer(scope, chosenAction.url, chosenAction.body ?? {});
  if (response === undefined) return openPath(scope, payload.path);
  await scope.registration.showNotification(
    chosenAction.title,
    toNotificationOptions({ ...payload, urgent: false, actions: [] }, response),
  );
}

/** @returns the server's confirmation message, or undefined if the request failed */
async function sendAnswer(scope: WorkerScope, path: string, body: object): Promise<string | undefined> {
  try {
    const url = new URL(path, scope.location.origin);
    if (url.origin !== scope.location.origin) return undefined;
    const pushResponse = await scope.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!pushResponse.ok) return undefined;
    const { sentence } = (await pushResponse.json()) as { sentence?: unknown };
    return typeof sentence === 'string' ? sentence : undefined;
  } catch {
    return undefined;
  }
}

/** Focuses the tab that has the page open, or opens one. */
async function openPath(scope: WorkerScope, path: string): Promise<void> {
  const url = new URL(path, scope.location.origin);
  if (url.origin !== scope.location.origin) return;
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const openTab = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  await (openTab ? openTab.focus() : scope.clients.openWindow(url.href));
}

/**
 * Renews an expired or changed push subscription. No page is open, so there's no session, and the old subscription's
 * secret identifies the user instead. If the renewal fails, the next page that the user opens tries again.
 */
export async function renewSubscription(scope: WorkerScope, change: SubscriptionChange): Promise<void> {
  const oldSubscription = change.oldSubscription?.toJSON();
  const key = change.oldSubscription?.options.applicationServerKey;
  if (!oldSubscription?.endpoint || !oldSubscription.keys?.auth || !key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const next = change.newSubscription ?? (await scope.registration.pushManager.subscribe(options));
  const { endpoint, keys } = next.toJSON();
  const renewalResponse = await scope.fetch(endpoints.pushRenewals, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      old: { endpoint: oldSubscription.endpoint, auth: oldSubscription.keys.auth },
      subscription: { endpoint, keys },
    }),
  });
  await renewalResponse.body?.cancel();
}
