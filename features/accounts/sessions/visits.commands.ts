import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a call comes from, as far as we may believe it. */
export type Visit = { userAgent: string | null; ip: string | null; place: string | null };

export const UNKNOWN_VISIT: Visit = { userAgent: null, ip: null, place: null };

const visits = new AsyncLocalStorage<Visit>();

/** Answers a request; whatever the journal of an account gets to know meanwhile comes from this visit. */
export function runWithVisit<T>(visit: Visit, answer: () => T): T {
  return visits.run(visit, answer);
}

/** Where the request comes from that is being answered; `nowhere` in background work. */
export function getCurrentVisit(): Visit {
  return visits.getStore() ?? UNKNOWN_VISIT;
}
