import { useSyncExternalStore } from 'react';

/** How many times stand on the page whose zone nothing beside them says. */
let shown = 0;
const notes = new Set<() => void>();

function count(by: number): void {
  shown += by;
  for (const note of notes) note();
}

/** One more of them. @returns what takes it off again */
export function countTime(): () => void {
  count(1);
  return () => count(-1);
}

function listen(onChange: () => void): () => void {
  notes.add(onChange);
  return () => notes.delete(onChange);
}

/** Whether the page has to say in which zone its times are. */
export const useZoneNeeded = (): boolean =>
  useSyncExternalStore(
    listen,
    () => shown > 0,
    () => false,
  );
