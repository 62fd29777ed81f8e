import { HOUR_MS } from '../../../time/units.ts';
import type { EventAction, EventKind, Mark } from './security-events.schema.ts';

/** Parses a country code as proxies send it (ISO 3166-1, `T1` for Tor). Returns null when it's unknown. */
export function parseCountry(place: string | null): string | null {
  const code = place?.toUpperCase() ?? '';
  return /^(?!XX)[A-Z]{2}$|^T1$/.test(code) ? code : null;
}

/**
 * Returns the hour in which an event is counted. Returns null for events that get their own entry, because strangers
 * can't trigger them without limit.
 */
export function getCountingHour(kind: EventKind, now: Date): Date | null {
  const isCounted = kind === 'failure' || kind === 'report';
  return isCounted ? new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS) : null;
}

/** An entry is marked when there are this many failures of its kind within an hour. */
export const MANY_FAILURES_COUNT = 5;

const SIGN_IN_ACTIONS: readonly EventAction[] = ['signed_in', 'recovery_used'];

export const isSignIn = (action: EventAction) => SIGN_IN_ACTIONS.includes(action);

/** Whether earlier sign-ins had a known country or network, and whether any had the current one. */
export type SignInHistory = { countries: boolean; sameCountry: boolean; networks: boolean; sameNetwork: boolean };

/** Returns the marks for a new entry. */
export function computeMarks(action: EventAction, { country, network }: EventOrigin, history: SignInHistory): Mark[] {
  if (action === 'factor_removed') return ['factor_removed'];
  if (action === 'not_me') return ['not_me'];
  if (!isSignIn(action)) return [];
  if (country) return history.countries && !history.sameCountry ? ['new_country'] : [];
  // Phones change networks every hour, so a new network only matters when no country is known.
  return network && history.networks && !history.sameNetwork ? ['new_network'] : [];
}

/** The device and approximate location of an entry. */
export type EventOrigin = { device: string | null; network: string | null; country: string | null };
