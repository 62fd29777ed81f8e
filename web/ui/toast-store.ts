export type Toast = {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'error' | 'info';
  /** One follow-up action, e.g. Undo. Clicking it also closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Subjects of the toast; it's dismissed once one of them changes again (`dismissToastsAbout`). */
  about?: readonly string[];
  /** Milliseconds on screen. Default 5 s, or 10 s with an action; errors stay until they're closed. */
  duration?: number;
};

export type LiveToast = Toast & { id: number };

let toasts: readonly LiveToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly LiveToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Returns whether two toasts say the same, so that one of them is enough. Toasts with a button always differ, because
 * each Undo reverts a different action.
 */
const areSame = (one: Toast, other: Toast): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.tone === other.tone &&
  !one.action &&
  !other.action;

/** Shows a toast and returns its ID. One is on screen at a time (`toast-turns.ts`); the others wait. */
export function showToast(message: Toast): number {
  lastId += 1;
  setToasts([...toasts.filter((item) => !areSame(item, message)), { ...message, id: lastId }]);
  return lastId;
}

export function dismissToast(id: number) {
  setToasts(toasts.filter((item) => item.id !== id));
}

/** Dismisses toasts about these subjects, because their message is outdated and their undo no longer works. */
export function dismissToastsAbout(things: readonly string[]) {
  setToasts(toasts.filter((item) => !item.about?.some((topic) => things.includes(topic))));
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readToasts = () => toasts;

/** Returns how long a toast stays, in milliseconds. */
export function getToastDuration({ duration, action, tone }: Toast): number {
  if (tone === 'error') return Infinity;
  return duration ?? (action ? 10_000 : 5_000);
}
