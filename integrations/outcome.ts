/** Why an address no longer accepts messages from us. Its owner can change any of these. */
export type ClosedReason = 'not_installed' | 'closed' | 'stopped' | 'no_such_address';

/**
 * Outcome of sending a message. `retry`: not delivered, but may work later, no sooner than `afterMs`. `refused`: this
 * message can't be delivered. `closed`: no message can be delivered to this address. `unknown`: it may have been
 * delivered.
 */
export type Outcome =
  | { outcome: 'sent'; id: string }
  | { outcome: 'retry'; error: string; afterMs?: number | undefined }
  | { outcome: 'closed'; error: string; why: ClosedReason }
  | { outcome: 'refused' | 'unknown'; error: string };

const SECOND_MS = 1_000;

/** Parses the `Retry-After` header, which is in seconds, and returns milliseconds. */
export function parseRetryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return seconds >= 0 ? Math.ceil(seconds * SECOND_MS) : undefined;
}
