import type { Db } from '../../../db/database.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { getPeople, type Person as Player } from '../../matches/matches.queries.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { runEachInTransaction } from '../each-in-transaction.commands.ts';
import { nameMember } from '../squad-messages.wording.ts';
import * as messages from '../squads.messages.ts';
import { listRoster, lockSquad, type SquadRow } from '../squads.queries.ts';
import { isActiveSearch, updateOfferedSeats } from '../substitutes/substitute-seats.commands.ts';
import { findSearch, listSubstituteIds } from '../substitutes/substitutes.queries.ts';
import { createSessionMessage, formatNames, formatTimeLine } from './squad-session-messages.wording.ts';
import * as queries from './squad-sessions.queries.ts';
import { CONFIRMATION_DELAY_MS, countYes, isConfirmed } from './squad-sessions.rules.ts';

/** An active, locked squad with its members; `people` also includes its substitutes. */
export type SquadWithMembers = { row: SquadRow; memberIds: string[]; people: Map<string, Player> };

export async function loadSquadWithMembers(tx: Db, row: SquadRow): Promise<SquadWithMembers> {
  const memberIds = (await listRoster(tx, [row.id])).map(({ userId }) => userId);
  const guests = await listSubstituteIds(tx, row.id);
  return { row, memberIds, people: await getPeople(tx, [...memberIds, ...guests]) };
}

const getTimePreferences = ({ people }: SquadWithMembers, userId: string) => toTimePreferences(people.get(userId));

type SessionUpdate = {
  what: string;
  /** Builds the message in the reader's language. @param time the session's time in the reader's time zone */
  write: (t: Translator, time: string) => { title: string; lines: string[] };
  asks?: boolean;
  helpsUntil?: Date;
};
type SessionContext = { squad: SquadWithMembers; session: queries.SessionRow };

/** Notifies a session's players, each in their own language and time zone. */
export async function notifyOfConfirmation(
  tx: Db,
  deps: Deps,
  { squad, session, to }: SessionContext & { to: readonly string[] },
  { write, ...update }: SessionUpdate,
): Promise<void> {
  const about = { squad: squad.row, session };
  const drafts = to.map((userId) => ({
    userId,
    write: (t: Translator) => {
      const content = write(t, formatTimeLine(t, session, getTimePreferences(squad, userId)));
      const isGuest = !squad.memberIds.includes(userId);
      return createSessionMessage(t, about, { ...update, ...content, guest: isGuest });
    },
  }));
  await enqueueNotifications(tx, deps, drafts);
}

/**
 * Updates whether a session is confirmed after an answer. The first confirmation is announced immediately. Later
 * changes are announced after a delay, so a player who withdraws a yes and repeats it causes no notifications.
 * @param options `forGood`: the change is final, so it's announced now; `isAnnounced`: the caller announces it
 * itself; `lost`: a member has dropped out; `substituteLost`: a substitute has dropped out
 */
export async function updateConfirmation(
  tx: Db,
  deps: Deps,
  { squad, session }: SessionContext,
  { forGood = false, isAnnounced = false, ...cause }: ConfirmationChange = {},
): Promise<void> {
  const { row, memberIds } = squad;
  await updateOfferedSeats(tx, deps, { squad: row, memberIds, session }, cause);
  const answers = await queries.listAnswers(tx, [session.id]);
  const isNowConfirmed = isConfirmed(answers, row.size);
  if (isNowConfirmed === session.toldStands) return queries.setConfirmationChangedAt(tx, session.id, null);
  if (isAnnounced) return void (await queries.saveNotifiedState(tx, session.id, isNowConfirmed));
  const isFirstConfirmation = isNowConfirmed && session.toldCount === 0;
  if (isFirstConfirmation || forGood) return notifyConfirmation(tx, deps, { squad, session });
  if (!session.differsSince) await queries.setConfirmationChangedAt(tx, session.id, deps.now());
}

type ConfirmationChange = { forGood?: boolean; isAnnounced?: boolean; lost?: boolean; substituteLost?: boolean };

/** Notifies the players that a session was confirmed, or no longer is. */
async function notifyConfirmation(tx: Db, deps: Deps, { squad, session }: SessionContext): Promise<void> {
  const { row, memberIds } = squad;
  const answers = await queries.listAnswers(tx, [session.id]);
  const isNowConfirmed = isConfirmed(answers, row.size);
  const count = await queries.saveNotifiedState(tx, session.id, isNowConfirmed);
  const answersByUser = new Map(answers.map(({ userId, answer }) => [userId, answer]));
  const guests = answers.flatMap(({ userId, isSubstitute }) => (isSubstitute ? [userId] : []));
  if (isNowConfirmed) {
    const playing = answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : []));
    const to = [...memberIds.filter((id) => answersByUser.get(id) !== 'no'), ...guests];
    const write: SessionUpdate['write'] = (t, time) => ({
      title: t(messages.confirmedTitle, { squad: row.name }),
      lines: [
        time,
        t(messages.confirmedPlayers, {
          names: formatNames(
            t,
            playing.map((userId) => nameMember(t, squad.people, userId)),
          ),
        }),
      ],
    });
    return notifyOfConfirmation(tx, deps, { squad, session, to }, { what: `told-${count}`, write });
  }
  const to = [...memberIds.filter((id) => answersByUser.get(id) === 'yes'), ...guests];
  const missingCount = row.size - countYes(answers);
  const isSearching = isActiveSearch(await findSearch(tx, session.id), session);
  const write: SessionUpdate['write'] = (t, time) => ({
    title: t(messages.unconfirmedTitle, { squad: row.name, missing: missingCount }),
    lines: [time, t(isSearching ? messages.unconfirmedAskingSubs : messages.unconfirmedHint)],
  });
  await notifyOfConfirmation(tx, deps, { squad, session, to }, { what: `told-${count}`, write });
}

/** Notifies members when a session's confirmation has changed and stayed that way for `CONFIRMATION_DELAY_MS`. */
export async function notifySettledConfirmations(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const sessions = await queries.listSessionsToRenotify(deps.db, {
    now,
    since: subtractMs(now, CONFIRMATION_DELAY_MS),
  });
  await runEachInTransaction(
    deps,
    { signal, what: 'could not send a confirmation notice' },
    sessions,
    ({ id, squadId }) =>
      deps.db.transaction(async (tx) => {
        const row = await lockSquad(tx, squadId);
        const session = await queries.findSquadSession(tx, squadId, id);
        // The session was answered, moved or canceled since the lookup, so the notification isn't due.
        if (
          !row ||
          !session?.differsSince ||
          session.calledOffAt ||
          session.differsSince > subtractMs(now, CONFIRMATION_DELAY_MS)
        )
          return;
        await notifyConfirmation(tx, deps, { squad: await loadSquadWithMembers(tx, row), session });
      }),
  );
}
