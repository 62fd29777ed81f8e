import { useSyncExternalStore } from 'react';

/** How many clock times on the page are shown without their time zone. */
let shownCount = 0;
const listeners = new Set<() => void>();

function addTimes(by: number): void {
  shownCount += by;
  for (const note of listeners) note();
}

/** Registers one more shown time. @returns a function that unregisters it */
export function registerShownTime(): () => void {
  addTimes(1);
  return () => addTimes(-1);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Returns whether the page must say which zone its times are in. */
export const useZoneNeeded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shownCount > 0,
    () => false,
  );
