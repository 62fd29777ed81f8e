/** The parts of the service worker API that ours uses; the DOM types don't include them. */

type Extendable = { waitUntil: (work: Promise<unknown>) => void };

export type PageRequest = Extendable & {
  request: Request;
  /** The response of navigation preload, in browsers that support it. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

export type PushMessageEvent = Extendable & { data: { json: () => unknown } | null };

export type NotificationClick = Extendable & {
  /** ID of the clicked button; empty for the notification itself. */
  action: string;
  notification: { data: unknown; close: () => void };
};

export type SubscriptionChange = Extendable & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

/** Notification options; the built-in type lacks buttons and `renotify`. */
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
  navigator: { onLine: boolean };
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
