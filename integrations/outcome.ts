/** Why an address takes nothing from us any more; its owner can change each. */
export type ClosedReason = 'not_installed' | 'closed' | 'stopped' | 'no_such_address';

/**
 * How handing a message over went. `retry`: certainly not delivered, may work later, not before `afterMs`. `refused`: this
 * message never will be. `closed`: nothing will, to this address. `unknown`: it may have arrived.
 */
export type Outcome =
  | { outcome: 'sent'; id: string }
  | { outcome: 'retry'; error: string; afterMs?: number | undefined }
  | { outcome: 'closed'; error: string; why: ClosedReason }
  | { outcome: 'refused' | 'unknown'; error: string };

const SECOND_MS = 1_000;

/** What the header `Retry-After` says in seconds, as milliseconds. */
export function parseRetryAfterMs(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return seconds >= 0 ? Math.ceil(seconds * SECOND_MS) : undefined;
}
