import type { JobKind } from '../../server/deps.ts';
import { TIMETABLE } from '../../server/timetable.ts';
import { askAfterSessions } from './session-feedback/session-feedback.commands.ts';
import { notifySettledConfirmations } from './sessions/session-confirmation.commands.ts';
import { closeExpiredRunBacks } from './sessions/squad-run-back.commands.ts';
import { sendSessionReminders } from './sessions/squad-session-reminders.commands.ts';
import { offerAllOpenSeats, offerSessionSeats } from './substitutes/substitute-offers.commands.ts';
import { OFFER_JOB } from './substitutes/substitute-seats.commands.ts';

export const squadJobs: JobKind[] = [
  { name: OFFER_JOB, run: (deps, data) => offerSessionSeats(deps, (data as { sessionId: string }).sessionId) },
  {
    name: 'offer-all-seats',
    cron: TIMETABLE['offer-all-seats'],
    run: (deps, _data, signal) => offerAllOpenSeats(deps, signal),
  },
  {
    name: 'remind-of-sessions',
    cron: TIMETABLE['remind-of-sessions'],
    run: (deps, _data, signal) => sendSessionReminders(deps, signal),
  },
  {
    name: 'tell-what-lasted',
    cron: TIMETABLE['tell-what-lasted'],
    run: (deps, _data, signal) => notifySettledConfirmations(deps, signal),
  },
  {
    name: 'end-run-backs',
    cron: TIMETABLE['end-run-backs'],
    run: (deps, _data, signal) => closeExpiredRunBacks(deps, signal),
  },
  {
    name: 'ask-after-sessions',
    cron: TIMETABLE['ask-after-sessions'],
    run: (deps, _data, signal) => askAfterSessions(deps, signal),
  },
];
