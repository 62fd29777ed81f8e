import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';

/**
 * How long users wait before they can prepare another export. If an export isn't ready by then, its node stopped before
 * finishing it.
 */
export const EXPORT_FRESH_MS = 10 * MINUTE_MS;
/** How long a prepared file is kept. */
export const EXPORT_RETENTION_MS = DAY_MS;

/** Returns when the download of an export ends and when a new one can be prepared. */
export function getExportTimes(requestedAt: string): { keptUntil: string; againFrom: string } {
  const at = Date.parse(requestedAt);
  return {
    keptUntil: new Date(at + EXPORT_RETENTION_MS).toISOString(),
    againFrom: new Date(at + EXPORT_FRESH_MS).toISOString(),
  };
}
