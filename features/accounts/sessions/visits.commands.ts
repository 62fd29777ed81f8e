import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of a request, as far as we can trust it. */
export type Visit = { userAgent: string | null; ip: string | null; place: string | null };

export const UNKNOWN_VISIT: Visit = { userAgent: null, ip: null, place: null };

const visits = new AsyncLocalStorage<Visit>();

/** Runs a request handler with its visit, which is used for security events. */
export function runWithVisit<T>(visit: Visit, work: () => T): T {
  return visits.run(visit, work);
}

/** Returns the current request's visit; `UNKNOWN_VISIT` in background work. */
export function getCurrentVisit(): Visit {
  return visits.getStore() ?? UNKNOWN_VISIT;
}
