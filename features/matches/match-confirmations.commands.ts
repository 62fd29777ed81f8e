import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import type { listNextSessions } from './match-calendar.rules.ts';
import { toTeammates } from './match-cards.commands.ts';
import { createMutualMessage, matchCalendar } from './match-messages.wording.ts';
import type { getPeople, MatchRow } from './matches.queries.ts';

type Confirmation = {
  people: Awaited<ReturnType<typeof getPeople>>;
  sessions: ReturnType<typeof listNextSessions>;
  squadId: string | undefined;
  /** Whether the group plays now. */
  live?: boolean;
};

/** Notifies the members that everyone accepted: who they are, how to contact them and when they can play. */
export async function notifyMatchConfirmed(
  tx: Db,
  deps: Deps,
  row: MatchRow,
  { people, sessions, squadId, live = false }: Confirmation,
): Promise<void> {
  const calendarContext = { origin: deps.env.origin, now: deps.now() };
  await enqueueNotifications(
    tx,
    deps,
    row.memberIds.map((id) => ({
      userId: id,
      write: (t) => {
        const team = toTeammates(t, row, people);
        const calendar = sessions.length > 0 ? matchCalendar(t, { ...row, sessions }, team, calendarContext) : '';
        const reader = { id, times: toTimePreferences(people.get(id)) };
        return createMutualMessage(t, { ...row, squadId, live }, reader, { team, sessions, calendar });
      },
    })),
  );
}
