import { useSyncExternalStore } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';
import { getAgeMs } from '../../../web/early-requests.ts';
import { readAuthState, subscribeAuthState } from '../../../web/session-store.ts';
import { syncServerTime } from '../../../web/ui/server-clock.ts';
import type { QueueState } from '../queue.schema.ts';

/** The signed-in user's queue state. Everything in the browser that shows it reads this copy. */
type LocalQueue = {
  /** Undefined until loaded, and for users without a profile. */
  state: QueueState | undefined;
  /** Whether the last load failed. */
  failed: boolean;
  /** Id of the check that's minimized on this page. */
  aside: string | undefined;
  /** Whether updates have failed to arrive for a while. */
  behind: boolean;
};
const EMPTY_QUEUE: LocalQueue = { state: undefined, failed: false, aside: undefined, behind: false };

let queueState = EMPTY_QUEUE;
let ownerId: string | undefined;
const listeners = new Set<() => void>();

/** Numbers of the latest request and of the last applied response. Older responses are ignored. */
let lastRequest = 0;
let lastApplied = 0;
let pendingRead: Promise<void> | undefined;

/** When the user last took a queue action in this tab. */
let lastSentAt = -Infinity;
export const hasSentWithin = (milliseconds: number): boolean => performance.now() - lastSentAt < milliseconds;

const TABS = 'planet-crew-queue';
let otherTabs: BroadcastChannel | undefined;

function setState(next: LocalQueue): void {
  queueState = next;
  for (const listener of listeners) listener();
}

function forget(): void {
  lastRequest += 1;
  lastApplied = lastRequest;
  if (queueState !== EMPTY_QUEUE) setState(EMPTY_QUEUE);
}

/** Clears the state when another user signs in. */
subscribeAuthState(() => {
  const { user, isLoading } = readAuthState();
  if (isLoading || ownerId === user?.id) return;
  if (ownerId !== undefined) forget();
  ownerId = user?.id;
});

/**
 * @param ageMs how long ago the state arrived, because the server's clock has moved on since
 * @returns whether it's the newest known state
 */
function applyState(state: QueueState, requestNumber: number, ageMs = 0): boolean {
  if (requestNumber < lastApplied) return false;
  lastApplied = requestNumber;
  syncServerTime(Date.parse(state.now) + ageMs);
  setState({ ...queueState, state, failed: false });
  return true;
}

async function loadQueue(): Promise<void> {
  // Callers that react to the same update share one request.
  await Promise.resolve();
  pendingRead = undefined;
  lastRequest += 1;
  const requestNumber = lastRequest;
  // A visitor has no queue. The requested page redirects them to sign-in.
  if (!(await getAccessToken())) return forget();
  try {
    const response = await browserApi().api.queue.$get();
    const state = await unwrap(Promise.resolve(response));
    applyState(state, requestNumber, getAgeMs(response));
  } catch (error) {
    if (requestNumber < lastApplied) return;
    // A user without a profile has no queue either.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return forget();
    setState({ ...queueState, failed: true });
    throw error;
  }
}

/** Reloads the queue state. Keeps the known state when there's no response. @throws ApiError */
export function refreshQueue(): Promise<void> {
  pendingRead ??= loadQueue();
  return pendingRead;
}

/**
 * Sends an action to the queue, which responds with the new state. Other tabs get the update too.
 * @throws ApiError when it was refused or didn't arrive
 */
export async function sendQueueAction(action: () => Promise<QueueState>): Promise<QueueState> {
  lastRequest += 1;
  const requestNumber = lastRequest;
  lastSentAt = performance.now();
  const state = await action();
  const newestState = applyState(state, requestNumber);
  otherTabs?.postMessage('changed');
  // A newer read has finished in between, possibly with the state from before this action.
  if (!newestState) refreshQueue().catch(() => {});
  return state;
}

/** Records whether the stream has stopped delivering updates. */
export function setBehind(isBehind: boolean): void {
  if (queueState.behind !== isBehind) setState({ ...queueState, behind: isBehind });
}

export const setCheckAside = (check: string): void => setState({ ...queueState, aside: check });
export const showAgain = (): void => setState({ ...queueState, aside: undefined });

/** Refreshes when another tab changes the queue. @returns a function that stops listening */
export function listenToOtherTabs(): () => void {
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

export const readQueueState = (): LocalQueue => queueState;
export const useQueueHere = (): LocalQueue => useSyncExternalStore(subscribe, readQueueState, () => EMPTY_QUEUE);
