import type { JobKind } from '../../server/deps.ts';
import { askAfterSessions } from './session-feedback/session-feedback.commands.ts';
import { notifySettledConfirmations } from './sessions/session-confirmation.commands.ts';
import { closeExpiredRunBacks } from './sessions/squad-run-back.commands.ts';
import { sendSessionReminders } from './sessions/squad-session-reminders.commands.ts';
import { offerAllOpenSeats, offerSessionSeats } from './substitutes/substitute-offers.commands.ts';
import { OFFER_JOB } from './substitutes/substitute-seats.commands.ts';

export const squadJobs: JobKind[] = [
  { name: OFFER_JOB, run: (deps, data) => offerSessionSeats(deps, (data as { sessionId: string }).sessionId) },
  { name: 'offer-all-seats', run: (deps, _data, signal) => offerAllOpenSeats(deps, signal) },
  { name: 'remind-of-sessions', run: (deps, _data, signal) => sendSessionReminders(deps, signal) },
  { name: 'tell-what-lasted', run: (deps, _data, signal) => notifySettledConfirmations(deps, signal) },
  { name: 'end-run-backs', run: (deps, _data, signal) => closeExpiredRunBacks(deps, signal) },
  { name: 'ask-after-sessions', run: (deps, _data, signal) => askAfterSessions(deps, signal) },
];
