import { DAY_MS } from '../../../time/units.ts';

/** Whether a sign-in is fresh enough to stand for the person itself. */
export function isRecent(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() <= DAY_MS;
}
