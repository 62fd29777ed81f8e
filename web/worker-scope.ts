/** As much of a service worker's world as ours uses: the types of pages leave it out. */

type Extendable = { waitUntil: (work: Promise<unknown>) => void };

export type PageRequest = Extendable & {
  request: Request;
  /** The answer that the browser has asked for while the worker was starting, where it does so. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

export type PushMessageEvent = Extendable & { data: { json: () => unknown } | null };

export type NotificationClick = Extendable & {
  /** Which button; empty for the notification itself. */
  action: string;
  notification: { data: unknown; close: () => void };
};

export type SubscriptionChange = Extendable & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

/** What the browser draws; its own type of it knows neither buttons nor what buzzes again. */
export type NotificationOptionsShown = {
  body: string;
  tag: string;
  icon: string;
  badge: string;
  data: unknown;
  actions?: { action: string; title: string }[];
  renotify?: boolean;
  silent?: boolean;
  requireInteraction?: boolean;
  vibrate?: number[];
};

type Events = {
  install: Extendable;
  activate: Extendable;
  fetch: PageRequest;
  push: PushMessageEvent;
  notificationclick: NotificationClick;
  pushsubscriptionchange: SubscriptionChange;
};

export type WorkerScope = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void;
  location: { origin: string };
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;
  fetch: typeof fetch;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: {
      type: 'window';
      includeUncontrolled: boolean;
    }) => Promise<readonly { url: string; visibilityState?: string; focus: () => Promise<unknown> }[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  registration: {
    showNotification: (title: string, options: NotificationOptionsShown) => Promise<void>;
    getNotifications: (filter: { tag: string }) => Promise<readonly { data: unknown; close: () => void }[]>;
    pushManager: Pick<PushManager, 'subscribe'>;
    navigationPreload?: { enable: () => Promise<void> };
    unregister: () => Promise<boolean>;
  };
};
