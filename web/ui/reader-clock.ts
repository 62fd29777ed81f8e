import { useSyncExternalStore } from 'react';
import type { ClockHours } from '../../time/reader-times.ts';

const KEPT = 'planet-crew-clock';
const listeners = new Set<() => void>();
let clock: ClockHours | undefined;

function kept(): ClockHours | undefined {
  try {
    const hours = Number(localStorage.getItem(KEPT));
    return hours === 12 || hours === 24 ? hours : undefined;
  } catch {
    return undefined;
  }
}

/** What people with this browser's language and region are used to. */
function usual(): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24' ? 24 : 12;
}

/** The clock by which this browser writes times: chosen on the account's page, else the browser's. */
export function browserClock(): ClockHours {
  clock ??= kept() ?? usual();
  return clock;
}

/** What the account says of it, kept for the next page; without storage it is learnt again on each. */
export function learnClock(chosen: ClockHours | null): void {
  try {
    if (chosen === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, String(chosen));
  } catch {}
  const before = clock;
  clock = chosen ?? usual();
  if (clock !== before) for (const listener of listeners) listener();
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The same for what is rendered; on the server and for the first paint twelve hours. */
export const useReaderClock = (): ClockHours => useSyncExternalStore(listen, browserClock, () => 12);
