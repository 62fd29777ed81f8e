import { useSyncExternalStore } from 'react';

/** How many times stand on the page whose zone nothing beside them says. */
let shown = 0;
const notes = new Set<() => void>();

function addTimes(by: number): void {
  shown += by;
  for (const note of notes) note();
}

/** One more of them. @returns what takes it off again */
export function registerShownTime(): () => void {
  addTimes(1);
  return () => addTimes(-1);
}

function subscribe(onChange: () => void): () => void {
  notes.add(onChange);
  return () => notes.delete(onChange);
}

/** Whether the page has to say in which zone its times are. */
export const useZoneNeeded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shown > 0,
    () => false,
  );
