import { HOUR_MS } from '../../../time/units.ts';
import type { EventAction, EventKind, Mark } from './security-events.schema.ts';

/** The code of a country as proxies write it (ISO 3166-1, `T1` for Tor), or null when they do not know. */
export function parseCountry(place: string | null): string | null {
  const code = place?.toUpperCase() ?? '';
  return /^(?!XX)[A-Z]{2}$|^T1$/.test(code) ? code : null;
}

/** Actions of which others can cause as many as they like are counted by the hour. */
export function getCountingHour(kind: EventKind, now: Date): Date | null {
  const counted = kind === 'failure' || kind === 'report';
  return counted ? new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS) : null;
}

/** So many failures of a kind within an hour stand out. */
export const MANY_FAILURES_COUNT = 5;

const SIGN_IN_ACTIONS: readonly EventAction[] = ['signed_in', 'recovery_used'];

export const isSignIn = (action: EventAction) => SIGN_IN_ACTIONS.includes(action);

/** What is known of earlier sign-ins: whether there were any with a country or network, and whether with this one. */
export type SignInHistory = { countries: boolean; sameCountry: boolean; networks: boolean; sameNetwork: boolean };

/** What stands out about a line when it is written. */
export function computeMarks(action: EventAction, { country, network }: EventOrigin, past: SignInHistory): Mark[] {
  if (action === 'factor_removed') return ['factor_removed'];
  if (action === 'not_me') return ['not_me'];
  if (!isSignIn(action)) return [];
  if (country) return past.countries && !past.sameCountry ? ['new_country'] : [];
  // Phones change their network every hour: it says something only where no country is known.
  return network && past.networks && !past.sameNetwork ? ['new_network'] : [];
}

/** Device and rough place of a line. */
export type EventOrigin = { device: string | null; network: string | null; country: string | null };
