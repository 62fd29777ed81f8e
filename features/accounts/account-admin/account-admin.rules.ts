import { clampToLastInstant } from '../../../time/postgres-instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';

const UNITS: Record<string, number> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS };

/**
 * Returns when a ban of this length ends.
 * @param duration such as "24h" or "1h30m"; "none" lifts the ban
 * @returns undefined for an invalid duration
 */
export function getBanEnd(duration: string, now: Date): Date | null | undefined {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([text]) => text).join('') !== duration) return undefined;
  const milliseconds = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit!]!, 0);
  return clampToLastInstant(now.getTime() + milliseconds);
}

/** Returns whether a text is a password hash that sign-in can verify. */
export function isPasswordHash(text: string): boolean {
  return /^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/.test(text) || /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.test(text);
}
