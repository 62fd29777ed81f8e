import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of a call, as far as we can trust it. */
export type Visit = { userAgent: string | null; ip: string | null; place: string | null };

export const UNKNOWN_VISIT: Visit = { userAgent: null, ip: null, place: null };

const visits = new AsyncLocalStorage<Visit>();

/** Answers a request. Security events recorded while it runs use this visit. */
export function runWithVisit<T>(visit: Visit, answer: () => T): T {
  return visits.run(visit, answer);
}

/** Returns the origin of the current request; `UNKNOWN_VISIT` in background work. */
export function getCurrentVisit(): Visit {
  return visits.getStore() ?? UNKNOWN_VISIT;
}
