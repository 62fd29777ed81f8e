import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { FORMAT_FACTS, formatForPlayers } from '../../profiles/group-formats.schema.ts';

/** Number of days after the first session in which members can give feedback. */
export const FEEDBACK_DAYS = 14;
/** Days from the last acceptance until we ask for feedback on a match without a common session. */
export const NO_SESSION_DAYS = 7;
type Played = { status: string; sessions: readonly { end: string }[] | null; closedAt: Date | null };

/** Returns when a match was played, which is when its first session is over. Null if not everyone accepted. */
export function getPlayedAt(match: Played): Date | null {
  if (match.status !== 'mutual' || !match.closedAt) return null;
  const firstSession = match.sessions?.[0];
  return firstSession ? new Date(firstSession.end) : addMs(match.closedAt, NO_SESSION_DAYS * DAY_MS);
}

/** Returns whether members can give feedback now. */
export function isFeedbackOpen(match: Played, now: Date): boolean {
  const playedAt = getPlayedAt(match);
  return playedAt !== null && now >= playedAt && now.getTime() <= playedAt.getTime() + FEEDBACK_DAYS * DAY_MS;
}

/**
 * Returns whether a player was a no-show: more than half of the others who reported say so. In a squad, at least two
 * must say so, so that no single person can decide it.
 * @param size members of the match
 */
export function isNoShow(reports: number, absentReports: number, size: number): boolean {
  return absentReports >= FORMAT_FACTS[formatForPlayers(size)].noShowReports && absentReports * 2 > reports;
}
