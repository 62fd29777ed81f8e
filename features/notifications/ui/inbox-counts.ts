import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../time/units.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import type { InboxItem, InboxView } from '../notifications.schema.ts';

/** The signed-in user's counts. All places in this browser share them. */
type Counts = { unread?: number | undefined; waiting?: number | undefined };
const UNKNOWN: Counts = {};
let counts = UNKNOWN;
const listeners = new Set<() => void>();

/** Numbers of the latest request and the latest applied response, to ignore outdated ones. */
let requestCount = 0;
let lastCountedRequest = 0;
let askedAt = 0;
/** Pending request that marks messages as read. Counting waits until it's done. */
let pendingMark: Promise<unknown> = Promise.resolve();

let otherTabs: BroadcastChannel | undefined;
const TABS = 'planet-crew-unread';

/** Minimum time between reloads on returning to the window or opening another page, without a stream. */
const FRESH_MS = MINUTE_MS / 2;

function setCounts(next: Counts): void {
  if (next.unread === counts.unread && next.waiting === counts.waiting) return;
  counts = next;
  for (const listener of listeners) listener();
}

/**
 * Applies the counts of a response. Some responses omit how many topics need an answer; that count then stays the same.
 */
async function fetchCounts<T extends { unread: number; waiting?: number }>(request: () => Promise<T>): Promise<T> {
  requestCount += 1;
  const turn = requestCount;
  const response = await request();
  if (turn < lastCountedRequest) return response;
  lastCountedRequest = turn;
  setCounts({ unread: response.unread, waiting: response.waiting ?? counts.waiting });
  otherTabs?.postMessage(counts);
  return response;
}

/** Loads the counts. Call this when the inbox or a pending action has changed. @throws ApiError */
export async function refreshCounts(): Promise<void> {
  askedAt = Date.now();
  await pendingMark;
  await fetchCounts(() => unwrap(browserApi().api.notifications.unread.$get()));
}

/** Reloads the counts unless it was requested recently. If the request fails, the known counts stay. */
export function refreshOldCounts(): void {
  if (document.visibilityState === 'hidden' || Date.now() - askedAt < FRESH_MS) return;
  refreshCounts().catch(() => {});
}

/** Loads one page of the inbox, or of the messages that need an answer, newest first. @throws ApiError */
export async function loadInbox({ before, view = 'all' }: { before?: string; view?: InboxView } = {}) {
  await pendingMark;
  const query = { view, ...(before ? { before } : {}) };
  return fetchCounts(() => unwrap(browserApi().api.notifications.$get({ query })));
}

/** Marks these messages as read, or all of them. @throws ApiError */
export async function markRead(ids?: string[]): Promise<void> {
  const markRequest = fetchCounts(() =>
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
 * Keeps the counts up to date while a user is signed in, and shares them with other tabs. @returns a function that
 * stops this and clears them
 */
export function followCounts(): () => void {
  otherTabs = new BroadcastChannel(TABS);
  otherTabs.onmessage = ({ data }: MessageEvent<Counts>) => {
    requestCount += 1;
    lastCountedRequest = requestCount;
    setCounts(data);
  };
  refreshCounts().catch(() => {});
  return () => {
    otherTabs?.close();
    otherTabs = undefined;
    requestCount += 1;
    lastCountedRequest = requestCount;
    setCounts(UNKNOWN);
  };
}

/** Reloads the counts when the user returns to the window, for pages without a stream that reports changes. */
export function refreshOnReturn(): () => void {
  window.addEventListener('focus', refreshOldCounts);
  document.addEventListener('visibilitychange', refreshOldCounts);
  return () => {
    window.removeEventListener('focus', refreshOldCounts);
    document.removeEventListener('visibilitychange', refreshOldCounts);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the counts; undefined until they're known. */
export const readCounts = () => counts;
export const useCounts = () => useSyncExternalStore(subscribe, readCounts, () => UNKNOWN);
