import { readLastPress } from './last-press.ts';
import { readTopModal } from './modal-stack.ts';
import { dismissToast, getToastDuration, type LiveToast, readToasts, subscribeToasts } from './toast-store.ts';

/** How long a toast stays at least while another one waits. */
const MIN_SHOWN_MS = 2_000;

/** How long a toast stays at least once neither the pointer nor the focus is on it anymore. */
const MIN_AFTER_RELEASE_MS = 1_000;

/**
 * Delay while a dialog is open. An action that closes the dialog often shows its toast just before that, and the toast
 * must be announced outside of the dialog.
 */
const SETTLE_DELAY_MS = 80;

/** The one toast on screen. */
export type ToastTurn = {
  toast: LiveToast;
  /** Whether it's on screen for the first time and so must be announced. */
  isNew: boolean;
  /** Number of other toasts: those that wait for their turn, and those that a newer toast covers. */
  others: number;
};

type Arrival = { at: number; pressed: Element | null };

let turn: ToastTurn | null = null;
let shownAt = 0;
/** Since when the pointer or the focus has been on the toast. */
let heldAt: number | undefined;
/** When each toast arrived, and which control had been used last. */
const arrivals = new Map<number, Arrival>();
/** End times of the toasts that have been on screen. */
const endTimes = new Map<number, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/**
 * Errors stay until they're closed, and toasts with a button for their full time, so a newer toast only covers them.
 */
const isKept = ({ tone, action }: LiveToast) => tone === 'error' || action !== undefined;

function setTurn(next: ToastTurn | null): void {
  const isSame = next?.toast.id === turn?.toast.id && next?.others === turn?.others;
  turn = next;
  if (isSame) return;
  for (const listener of listeners) listener();
}

function noteArrivals(toasts: readonly LiveToast[], now: number): void {
  const ids = new Set(toasts.map(({ id }) => id));
  for (const map of [arrivals, endTimes]) for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
  for (const id of ids) if (!arrivals.has(id)) arrivals.set(id, { at: now, pressed: readLastPress() });
}

/** Returns an earlier toast that a newer result of the same press replaces, such as the failure before a success. */
function findReplacedToast(toasts: readonly LiveToast[], newest: LiveToast): LiveToast | undefined {
  if (newest.tone !== 'success' && newest.tone !== 'error') return undefined;
  const pressed = arrivals.get(newest.id)?.pressed;
  return toasts.find(
    ({ id, action }) =>
      id < newest.id && !action && pressed && endTimes.has(id) && arrivals.get(id)?.pressed === pressed,
  );
}

function release(now: number): void {
  if (heldAt === undefined) return;
  for (const [id, end] of endTimes) endTimes.set(id, Math.max(end + now - heldAt, now + MIN_AFTER_RELEASE_MS));
  heldAt = undefined;
}

/** Shows a toast, and drops what it replaces. */
function startTurn(toasts: readonly LiveToast[], toast: LiveToast, now: number): void {
  shownAt = now;
  const isNew = !endTimes.has(toast.id);
  if (isNew) endTimes.set(toast.id, now + getToastDuration(toast));
  setTurn({ toast, isNew, others: toasts.length - 1 });
  const replaced = findReplacedToast(toasts, toast);
  if (replaced) dismissToast(replaced.id);
  else update();
}

/** Returns the milliseconds until a waiting toast may take the place of the current one, if any. */
function getWait(waiting: LiveToast, current: LiveToast | undefined, now: number): number {
  if (current && heldAt !== undefined) return Infinity;
  const settledAt = readTopModal() ? arrivals.get(waiting.id)!.at + SETTLE_DELAY_MS : now;
  return Math.max(current ? shownAt + MIN_SHOWN_MS : now, settledAt) - now;
}

/** Decides which toast is on screen. If it dismisses a toast, the store changes, which calls this function again. */
function update(): void {
  clearTimeout(timer);
  const now = Date.now();
  const toasts = readToasts();
  noteArrivals(toasts, now);
  const current = toasts.find(({ id }) => id === turn?.toast.id);
  if (!current) release(now);
  const expired = toasts.find(({ id }) => heldAt === undefined && (endTimes.get(id) ?? Infinity) <= now);
  if (expired) {
    dismissToast(expired.id);
    return;
  }
  const waiting = toasts.find(({ id }) => !endTimes.has(id));
  const wait = waiting ? getWait(waiting, current, now) : Infinity;
  if (waiting && wait <= 0) {
    if (current && !isKept(current)) dismissToast(current.id);
    else startTurn(toasts, waiting, now);
    return;
  }
  const covered = toasts.findLast(({ id }) => endTimes.has(id));
  if (!current && covered) {
    startTurn(toasts, covered, now);
    return;
  }
  setTurn(current && turn ? { ...turn, others: toasts.length - 1 } : null);
  const untilEnd = heldAt === undefined ? Math.min(...endTimes.values()) - now : Infinity;
  const next = Math.min(wait, untilEnd);
  if (next < Infinity) timer = setTimeout(update, next);
}

export const readToastTurn = (): ToastTurn | null => turn;

let stop: (() => void) | undefined;

export function subscribeToastTurn(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= subscribeToasts(update);
  update();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    stop?.();
    stop = undefined;
  };
}

/** Pauses the time of all toasts while the pointer or the focus is on the one on screen. */
export function holdToast(isHeld: boolean): void {
  const now = Date.now();
  if (isHeld) heldAt ??= now;
  else release(now);
  update();
}
