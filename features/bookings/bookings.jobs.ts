import type { JobKind } from '../../server/deps.ts';
import { processDueCalls } from './phone-calls/phone-call-processing.commands.ts';
import { sendSessionReminders } from './session-reminders.commands.ts';

export const bookingsJobs: JobKind[] = [
  {
    name: 'session-reminders',
    // Without a payment provider, there can't be any paid sessions.
    run: async (deps) => {
      if (deps.env.STRIPE_SECRET_KEY) await sendSessionReminders(deps);
    },
  },
  { name: 'concierge-calls', run: processDueCalls },
];
