import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';

/** So long after the first session members can say how it was. */
export const FEEDBACK_DAYS = 14;
/** Without a session in common the squad meets when it likes; it is asked a week after everybody accepted. */
export const NO_SESSION_DAYS = 7;
type Played = { status: string; sessions: readonly { end: string }[] | null; closedAt: Date | null };

/** When a match counts as played: its first session is over; null when it was not accepted by everybody. */
export function playedAt(match: Played): Date | null {
  if (match.status !== 'mutual' || !match.closedAt) return null;
  const first = match.sessions?.[0];
  return first ? new Date(first.end) : addMs(match.closedAt, NO_SESSION_DAYS * DAY_MS);
}

/** Whether members may say now how it was. */
export function isFeedbackOpen(match: Played, now: Date): boolean {
  const played = playedAt(match);
  return played !== null && now >= played && now.getTime() <= played.getTime() + FEEDBACK_DAYS * DAY_MS;
}

/**
 * Whether somebody counts as missing: more than half of the others who said anything name them, and in a squad at least
 * two, so that no single person can decide it.
 * @param size members of the match
 */
export function isNoShow(reports: number, saidAbsent: number, size: number): boolean {
  const least = size > 2 ? 2 : 1;
  return saidAbsent >= least && saidAbsent * 2 > reports;
}
