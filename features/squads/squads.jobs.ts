import type { JobKind } from '../../server/deps.ts';
import { askAfterSessions } from './session-feedback/session-feedback.commands.ts';
import { endHours } from './sessions/squad-run-back.commands.ts';
import { remindOfSessions } from './sessions/squad-session-reminders.commands.ts';
import { tellWhatLasted } from './sessions/squad-session-standing.commands.ts';
import { offerSeats, offerSeatsOf } from './stand-ins/stand-in-offers.commands.ts';
import { OFFER_JOB } from './stand-ins/stand-in-seats.commands.ts';

export const squadJobs: JobKind[] = [
  { name: OFFER_JOB, run: (deps, data) => offerSeatsOf(deps, (data as { sessionId: string }).sessionId) },
  { name: 'offer-all-seats', cron: '* * * * *', run: (deps, _data, signal) => offerSeats(deps, signal) },
  { name: 'remind-of-sessions', cron: '* * * * *', run: (deps, _data, signal) => remindOfSessions(deps, signal) },
  { name: 'tell-what-lasted', cron: '* * * * *', run: (deps, _data, signal) => tellWhatLasted(deps, signal) },
  { name: 'end-run-backs', cron: '* * * * *', run: (deps, _data, signal) => endHours(deps, signal) },
  { name: 'ask-after-sessions', cron: '* * * * *', run: (deps, _data, signal) => askAfterSessions(deps, signal) },
];
