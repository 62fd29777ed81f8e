import type { Deps } from '../../server/deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { askAfterSessions } from './session-feedback/session-feedback.commands.ts';
import { sendSessionReminders } from './sessions/squad-session-reminders.commands.ts';
import { listSessionsOnClock, shiftSessionIntoPast } from './sessions/squad-sessions.queries.ts';
import { offerAllOpenSeats } from './substitutes/substitute-offers.commands.ts';
import { shiftSubstitutesIntoPast } from './substitutes/substitutes.queries.ts';

/** An upcoming session without feedback requests. */
export type ClockSession = { id: string; squadId: string; squad: string; startsAt: Date };

export const listUpcomingSessions = (deps: Deps): Promise<ClockSession[]> => listSessionsOnClock(deps.db);

/**
 * Moves one session this many hours into the past, as if it had been scheduled earlier, and runs all jobs that are then
 * due.
 * @returns false when the session doesn't exist
 */
export async function fastForwardSession(deps: Deps, sessionId: string, hours: number): Promise<boolean> {
  if (!(await shiftSessionIntoPast(deps.db, sessionId, hours * HOUR_MS))) return false;
  await shiftSubstitutesIntoPast(deps.db, sessionId, hours * HOUR_MS);
  const signal = new AbortController().signal;
  await offerAllOpenSeats(deps, signal);
  await sendSessionReminders(deps, signal);
  await askAfterSessions(deps, signal);
  return true;
}
