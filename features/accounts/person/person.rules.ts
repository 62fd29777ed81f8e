const RECENT_MS = 24 * 60 * 60 * 1000;

/** Whether a sign-in is fresh enough to stand for the person itself. */
export function isRecent(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() <= RECENT_MS;
}
