import type { Translator } from '../../../messages/translator.ts';
import type { Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { getPeople } from '../../matches/matches.queries.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { runEachInTransaction } from '../each-in-transaction.commands.ts';
import { nameMember } from '../squad-messages.wording.ts';
import { findSquad, listRoster } from '../squads.queries.ts';
import { createReminderMessage } from './squad-session-messages.wording.ts';
import * as queries from './squad-sessions.queries.ts';
import { findDueReminder, REMIND_MS, type Reminder } from './squad-sessions.rules.ts';

/**
 * Reminds players who said yes or maybe of their sessions, a day before and an hour before. Members who haven't
 * answered are reminded a day before.
 */
export async function sendSessionReminders(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const nearSessions = await queries.listSessionsToRemind(deps.db, { now, until: addMs(now, REMIND_MS.day) });
  await runEachInTransaction(
    deps,
    { signal, what: 'could not send session reminders' },
    nearSessions,
    async (session) => {
      const reminder = findDueReminder(session, now);
      if (reminder) await sendReminder(deps, session, { which: reminder, now });
    },
  );
}

async function sendReminder(
  deps: Deps,
  session: queries.SessionRow,
  { which, now }: { which: Reminder; now: Date },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await queries.claimReminder(tx, session, { which, now }))) return;
    const squad = await findSquad(tx, session.squadId);
    const answers = await queries.listAnswers(tx, [session.id]);
    const answeredIds = answers.map(({ userId }) => userId);
    const roster = which === 'day' ? await listRoster(tx, [squad.id]) : [];
    const silentIds = roster.flatMap(({ userId }) => (answeredIds.includes(userId) ? [] : [userId]));
    const people = await getPeople(tx, [...answeredIds, ...silentIds]);
    const yesAnswers = answers.filter(({ answer }) => answer === 'yes');
    const goingAnswers = answers.filter(({ answer }) => answer !== 'no');
    const readers = [...goingAnswers, ...silentIds.map((userId) => ({ userId, answer: null, isSubstitute: false }))];
    const drafts = readers.map(({ userId, answer, isSubstitute }) => ({
      userId,
      write: (t: Translator) => {
        const names = yesAnswers.map((one) => nameMember(t, people, one.userId));
        const reader = { times: toTimePreferences(people.get(userId)), answer, isSubstitute };
        return createReminderMessage(t, { squad, session }, reader, { which, names, now });
      },
    }));
    await enqueueNotifications(tx, deps, drafts);
  });
}
