import { DAY_MS } from '../../../time/units.ts';

/** Returns whether a sign-in is recent enough to count as reauthentication. */
export function isRecent(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() <= DAY_MS;
}
