import { useSyncExternalStore } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';
import { readAuthState, subscribeAuthState } from '../../../web/session-store.ts';
import { syncServerTime } from '../../../web/ui/server-clock.ts';
import type { QueueState } from '../queue.schema.ts';

/** Where who is signed in stands with the queue: the only such state in the browser, whoever shows it. */
type Here = {
  /** Undefined until it is known, and for who has no profile yet. */
  state: QueueState | undefined;
  /** It could not be read the last time. */
  failed: boolean;
  /** The check that was put aside on this page. */
  aside: string | undefined;
  /** What is shown has been old for a while: no news come through. */
  behind: boolean;
};
const NOTHING: Here = { state: undefined, failed: false, aside: undefined, behind: false };

let here = NOTHING;
let whose: string | undefined;
const listeners = new Set<() => void>();

/** An answer that was asked for before the last one that counted says nothing new. */
let asked = 0;
let counted = 0;
let reading: Promise<void> | undefined;

/** When somebody last pressed something about the queue in this tab. */
let spokeAt = -Infinity;
export const spokeWithin = (milliseconds: number): boolean => performance.now() - spokeAt < milliseconds;

const TABS = 'planet-crew-queue';
let otherTabs: BroadcastChannel | undefined;

function put(next: Here): void {
  here = next;
  for (const listener of listeners) listener();
}

function forget(): void {
  asked += 1;
  counted = asked;
  if (here !== NOTHING) put(NOTHING);
}

/** What one person knows is nothing for who signs in after them. */
subscribeAuthState(() => {
  const { user, isLoading } = readAuthState();
  if (isLoading || whose === user?.id) return;
  if (whose !== undefined) forget();
  whose = user?.id;
});

/** @returns whether it is the newest that is known */
function take(state: QueueState, turn: number): boolean {
  if (turn < counted) return false;
  counted = turn;
  syncServerTime(Date.parse(state.now));
  put({ ...here, state, failed: false });
  return true;
}

async function read(): Promise<void> {
  // Whoever hears of the same news in the same moment shares the question.
  await Promise.resolve();
  reading = undefined;
  asked += 1;
  const turn = asked;
  // A visitor has no queue; the page that they asked for leads them to the sign-in.
  if (!(await getAccessToken())) return forget();
  try {
    take(await unwrap(browserApi().api.queue.$get()), turn);
  } catch (error) {
    if (turn < counted) return;
    // Whoever has no profile yet has no queue either.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return forget();
    put({ ...here, failed: true });
    throw error;
  }
}

/** Asks where things stand; without an answer what is known stays. @throws ApiError */
export function refreshQueue(): Promise<void> {
  reading ??= read();
  return reading;
}

/**
 * A word to the queue, which is answered with where things stand now; the other tabs hear that it was said.
 * @throws ApiError when it was refused or did not arrive
 */
export async function sendQueueAction(word: () => Promise<QueueState>): Promise<QueueState> {
  asked += 1;
  const turn = asked;
  spokeAt = performance.now();
  const state = await word();
  const newest = take(state, turn);
  otherTabs?.postMessage('changed');
  // Something was read meanwhile, maybe before the word was heard.
  if (!newest) refreshQueue().catch(() => {});
  return state;
}

/** Whoever listens to the news notes here whether they come through. */
export function noteBehind(behind: boolean): void {
  if (here.behind !== behind) put({ ...here, behind });
}

export const putAside = (check: string): void => put({ ...here, aside: check });
export const bringBack = (): void => put({ ...here, aside: undefined });

/** Hears from the other tabs. @returns how to stop */
export function followTabs(): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(TABS) : undefined;
  otherTabs = channel;
  channel?.addEventListener('message', () => refreshQueue().catch(() => {}));
  return () => {
    channel?.close();
    if (otherTabs === channel) otherTabs = undefined;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readQueueState = (): Here => here;
export const useQueueHere = (): Here => useSyncExternalStore(subscribe, readQueueState, () => NOTHING);
