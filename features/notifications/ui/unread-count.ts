import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../time/units.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import type { InboxItem, InboxView } from '../notifications.schema.ts';

/** The signed-in user's unread count. All places in this browser share it. */
let unread: number | undefined;
const listeners = new Set<() => void>();

/** Numbers of the latest request and the latest applied response, to ignore outdated ones. */
let requestCount = 0;
let countedTurn = 0;
let askedAt = 0;
/** Pending request that marks messages as read. Counting waits until it's done. */
let pendingMark: Promise<unknown> = Promise.resolve();

let otherTabs: BroadcastChannel | undefined;
const TABS = 'planet-crew-unread';

/** Minimum time between reloads on returning to the window or opening another page, without a stream. */
const FRESH_MS = MINUTE_MS / 2;

function setUnread(next: number | undefined): void {
  if (next === unread) return;
  unread = next;
  for (const listener of listeners) listener();
}

async function fetchUnread<T extends { unread: number }>(fetchCount: () => Promise<T>): Promise<T> {
  requestCount += 1;
  const turn = requestCount;
  const count = await fetchCount();
  if (turn < countedTurn) return count;
  countedTurn = turn;
  setUnread(count.unread);
  otherTabs?.postMessage(count.unread);
  return count;
}

/** Loads the count. Call this when the inbox has changed. @throws ApiError */
export async function refreshUnread(): Promise<void> {
  askedAt = Date.now();
  await pendingMark;
  await fetchUnread(() => unwrap(browserApi().api.notifications.unread.$get()));
}

/** Reloads the count unless it was requested recently. If the request fails, the known count stays. */
export function refreshOldUnread(): void {
  if (document.visibilityState === 'hidden' || Date.now() - askedAt < FRESH_MS) return;
  refreshUnread().catch(() => {});
}

/** Loads one page of the inbox, or of the messages that need an answer, newest first. @throws ApiError */
export async function loadInbox({ before, view = 'all' }: { before?: string; view?: InboxView } = {}) {
  await pendingMark;
  const query = { view, ...(before ? { before } : {}) };
  return fetchUnread(() => unwrap(browserApi().api.notifications.$get({ query })));
}

/** Marks these messages as read, or all of them. @throws ApiError */
export async function markRead(ids?: string[]): Promise<void> {
  const markRequest = fetchUnread(() =>
    unwrap(browserApi().api.notifications.read.$post({ json: ids ? { ids } : {} })),
  );
  pendingMark = markRequest.catch(() => {});
  await markRequest;
}

/** Marks messages on screen as read. If the request fails, they stay unread. */
export function markItemsSeen(items: readonly InboxItem[]): void {
  const ids = items.flatMap((item) => (item.read ? [] : [item.id]));
  if (ids.length > 0) void waitUntilVisible().then(() => markRead(ids).catch(() => {}));
}

/**
 * Keeps the count up to date while a user is signed in, and shares it with other tabs. @returns a function that stops
 * this and clears the count
 */
export function followUnread(): () => void {
  otherTabs = new BroadcastChannel(TABS);
  otherTabs.onmessage = ({ data }: MessageEvent<number>) => {
    requestCount += 1;
    countedTurn = requestCount;
    setUnread(data);
  };
  refreshUnread().catch(() => {});
  return () => {
    otherTabs?.close();
    otherTabs = undefined;
    requestCount += 1;
    countedTurn = requestCount;
    setUnread(undefined);
  };
}

/** Reloads the count when the user returns to the window, for pages without a stream that reports changes. */
export function refreshOnReturn(): () => void {
  window.addEventListener('focus', refreshOldUnread);
  document.addEventListener('visibilitychange', refreshOldUnread);
  return () => {
    window.removeEventListener('focus', refreshOldUnread);
    document.removeEventListener('visibilitychange', refreshOldUnread);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the unread count; undefined until it's known. */
export const readUnread = () => unread;
export const useUnread = () => useSyncExternalStore(subscribe, readUnread, () => undefined);
