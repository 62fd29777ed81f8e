export type Toast = {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'error' | 'info';
  /** One follow-up action, e.g. Undo. Clicking it also closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Subjects of the toast; it's dismissed once one of them changes again (`dismissToastsAbout`). */
  about?: readonly string[];
  /** Milliseconds on screen. Default 6 s; 10 s for errors and toasts with an action. */
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

/** Shows a toast and returns its ID. At most four are on screen; the oldest is dropped. */
export function showToast(message: Toast): number {
  lastId += 1;
  setToasts([...toasts, { ...message, id: lastId }].slice(-4));
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
  return duration ?? (action || tone === 'error' ? 10_000 : 6_000);
}
