import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../time/units.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { whenVisible } from '../../../web/when-visible.ts';
import type { InboxItem, InboxView } from '../notifications.schema.ts';

/** The number of unread messages of who is signed in: the only one in the browser, whoever shows it. */
let unread: number | undefined;
const listeners = new Set<() => void>();

/** An answer that was asked for before the last one that counted says nothing new. */
let asked = 0;
let counted = 0;
let askedAt = 0;
/** Marking changes what counting finds, so counting waits for it. */
let marking: Promise<unknown> = Promise.resolve();

let otherTabs: BroadcastChannel | undefined;
const TABS = 'planet-crew-unread';

/** Without a stream, coming back to the window or going on to another page asks again, but no oftener than this. */
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

/** Asks for the number. Whoever hears that the inbox has changed calls this. @throws ApiError */
export async function refreshUnread(): Promise<void> {
  askedAt = Date.now();
  await marking;
  await fetchUnread(() => unwrap(browserApi().api.notifications.unread.$get()));
}

/** The same when it was not asked for just now; without an answer the known number stays. */
export function refreshOldUnread(): void {
  if (document.visibilityState === 'hidden' || Date.now() - askedAt < FRESH_MS) return;
  refreshUnread().catch(() => {});
}

/** One page of the inbox, or of what of it waits for a word, newest first. @throws ApiError */
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

/** What is on the screen has been seen. When that cannot be told now, it stays unread. */
export function markItemsSeen(items: readonly InboxItem[]): void {
  const ids = items.flatMap((item) => (item.read ? [] : [item.id]));
  if (ids.length > 0) void whenVisible().then(() => markRead(ids).catch(() => {}));
}

/** Knows the number while somebody is signed in, and shares it with the other tabs. @returns how to stop, and forget it */
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

/** Asks again whenever somebody comes back to the window, for as long as there is no stream that would say. */
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

/** The number of unread messages; undefined until it is known. */
export const readUnread = () => unread;
export const useUnread = () => useSyncExternalStore(subscribe, readUnread, () => undefined);
