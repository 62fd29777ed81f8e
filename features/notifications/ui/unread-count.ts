import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../time/units.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import type { InboxItem, InboxView } from '../notifications.schema.ts';

/** The signed-in user's unread count. All places in this browser share it. */
let unread: number | undefined;
const listeners = new Set<() => void>();

/** Numbers of the latest request and the latest applied response, to ignore outdated ones. */
let asked = 0;
let counted = 0;
let askedAt = 0;
/** Pending request that marks messages as read. Counting waits until it's done. */
let marking: Promise<unknown> = Promise.resolve();

let otherTabs: BroadcastChannel | undefined;
const TABS = 'planet-crew-unread';

/** Minimum time between reloads on returning to the window or opening another page, without a stream. */
const FRESH_MS = MINUTE_MS / 2;

function setUnread(next: number | undefined): void {
  if (next === unread) return;
  unread = next;
  for (const listener of listeners) listener();
}

async function fetchUnread<T extends { unread: number }>(asking: () => Promise<T>): Promise<T> {
  asked += 1;
  const turn = asked;
  const answer = await asking();
  if (turn < counted) return answer;
  counted = turn;
  setUnread(answer.unread);
  otherTabs?.postMessage(answer.unread);
  return answer;
}

/** Loads the count. Call this when the inbox has changed. @throws ApiError */
export async function refreshUnread(): Promise<void> {
  askedAt = Date.now();
  await marking;
  await fetchUnread(() => unwrap(browserApi().api.notifications.unread.$get()));
}

/** Reloads the count unless it was requested recently. If the request fails, the known count stays. */
export function refreshOldUnread(): void {
  if (document.visibilityState === 'hidden' || Date.now() - askedAt < FRESH_MS) return;
  refreshUnread().catch(() => {});
}

/** Loads one page of the inbox, or of the messages that need an answer, newest first. @throws ApiError */
export async function loadInbox({ before, view = 'all' }: { before?: string; view?: InboxView } = {}) {
  await marking;
  const query = { view, ...(before ? { before } : {}) };
  return fetchUnread(() => unwrap(browserApi().api.notifications.$get({ query })));
}

/** Marks these messages as read, or all of them. @throws ApiError */
export async function markRead(ids?: string[]): Promise<void> {
  const marked = fetchUnread(() => unwrap(browserApi().api.notifications.read.$post({ json: ids ? { ids } : {} })));
  marking = marked.catch(() => {});
  await marked;
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
    asked += 1;
    counted = asked;
    setUnread(data);
  };
  refreshUnread().catch(() => {});
  return () => {
    otherTabs?.close();
    otherTabs = undefined;
    asked += 1;
    counted = asked;
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
