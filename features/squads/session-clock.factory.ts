import type { Deps } from '../../server/deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { askAfterSessions } from './session-feedback/session-feedback.commands.ts';
import { remindOfSessions } from './sessions/squad-session-reminders.commands.ts';
import { bringForward, sessionsOnTheClock } from './sessions/squad-sessions.queries.ts';
import { offerSeats } from './stand-ins/stand-in-offers.commands.ts';
import { bringStandInsForward } from './stand-ins/stand-ins.queries.ts';

/** A session of which nobody has been asked yet how it was. */
export type SessionOnTheClock = { id: string; squadId: string; squad: string; startsAt: Date };

export const sessionsThatCome = (deps: Deps): Promise<SessionOnTheClock[]> => sessionsOnTheClock(deps.db);

/**
 * Lets hours pass for one session, as if it had been agreed on so much earlier; what is due then happens.
 * @returns false when there is no such session
 */
export async function letSessionPass(deps: Deps, sessionId: string, hours: number): Promise<boolean> {
  if (!(await bringForward(deps.db, sessionId, hours * HOUR_MS))) return false;
  await bringStandInsForward(deps.db, sessionId, hours * HOUR_MS);
  const signal = new AbortController().signal;
  await offerSeats(deps, signal);
  await remindOfSessions(deps, signal);
  await askAfterSessions(deps, signal);
  return true;
}
