import { randomUUID } from 'node:crypto';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso } from '../../../time/instants.ts';
import { formatOfSize } from '../../profiles/group-formats.schema.ts';
import { toKnownZone } from '../../profiles/local-week.rules.ts';
import { runEachInTransaction } from '../each-in-transaction.commands.ts';
import { nameMember } from '../squad-messages.wording.ts';
import * as messages from '../squads.messages.ts';
import { lockSquad, lockSquadOf, type SquadRow } from '../squads.queries.ts';
import type { RunBackOffer } from '../squads.schema.ts';
import { endSubstitutes } from '../substitutes/substitute-seats.commands.ts';
import {
  loadSquadWithMembers,
  notifyOfConfirmation,
  type SquadWithMembers,
  updateConfirmation,
} from './session-confirmation.commands.ts';
import { PLAYERS_NEEDED, PLAYERS_NEEDED_NOW } from './squad-session-messages.wording.ts';
import { limitSquadNotices } from './squad-sessions.commands.ts';
import * as queries from './squad-sessions.queries.ts';
import { isConfirmed, planRunBack } from './squad-sessions.rules.ts';

/**
 * Returns the offer to run the squad's last session back, for a member. Null when there's no last session or it's
 * already proposed again.
 */
export async function getRunBackOffer(
  deps: Deps,
  row: Pick<SquadRow, 'id' | 'size'>,
  { isAlone, zone }: { isAlone: boolean; zone: string },
): Promise<RunBackOffer | null> {
  const now = deps.now();
  const last = isAlone ? undefined : await queries.findLastSession(deps.db, row, now);
  if (!last) return null;
  const { kind, startsAt, endsAt } = planRunBack(last, now, zone);
  if (await queries.findOpenRunBack(deps.db, { squadId: row.id, follows: last.id, startsAt }, now)) return null;
  return { session_id: last.id, kind, starts_at: toIso(startsAt), ends_at: toIso(endsAt) };
}

/**
 * Proposes the squad's last session again, in one tap. If another member just proposed it, says yes to that proposal.
 * @throws Refusal not_found for anyone outside the squad, conflict when the last session has changed, or it's too late
 * to continue right away
 */
export async function startRunBack(
  deps: Deps,
  actor: Person,
  squadId: string,
  request: { sessionId: string; kind: 'now' | 'week' },
): Promise<void> {
  await limitSquadNotices(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockSquadOf(tx, squadId, actor.userId);
    if (!row) throw new Refusal('not_found', messages.squadNotFound);
    const squad = await loadSquadWithMembers(tx, row);
    if (squad.memberIds.length < 2) throw new Refusal('conflict', messages.aloneInSquad);
    const now = deps.now();
    const last = await queries.findLastSession(tx, row, now);
    if (last?.id !== request.sessionId) throw new Refusal('conflict', messages.nothingToRunBack);
    const zone = toKnownZone(squad.people.get(actor.userId)?.timezone ?? 'UTC');
    const plan = planRunBack(last, now, zone);
    const { startsAt, endsAt, answersUntil } = plan;
    const openRunBack = await queries.findOpenRunBack(tx, { squadId, follows: last.id, startsAt }, now);
    if (openRunBack) return confirmAttendance(tx, deps, { squad, session: openRunBack }, actor);
    if (plan.kind !== request.kind) throw new Refusal('conflict', messages.runBackTooLate);
    const id = randomUUID();
    const times = { startsAt, endsAt, answersUntil, setAt: now, createdAt: now };
    const session = { id, squadId, ...times, follows: last.id, proposedBy: actor.userId, calendarUid: id };
    await queries.insertSession(tx, session);
    await queries.upsertAnswer(tx, session, { userId: actor.userId, answer: 'yes', now });
    const to = squad.memberIds.filter((userId) => userId !== actor.userId);
    const playersNeeded = answersUntil ? PLAYERS_NEEDED_NOW : PLAYERS_NEEDED;
    const storedSession = (await queries.findSession(tx, id))!;
    await notifyOfConfirmation(
      tx,
      deps,
      { squad, session: storedSession, to },
      {
        what: 'proposed',
        asks: true,
        write: (t, time) => ({
          title: t(messages.runBackTitle, { name: nameMember(t, squad.people, actor.userId), squad: row.name }),
          lines: [time, t(playersNeeded[formatOfSize(row.size)])],
        }),
      },
    );
  });
}

async function confirmAttendance(
  tx: Db,
  deps: Deps,
  { squad, session }: { squad: SquadWithMembers; session: queries.SessionRow },
  { userId }: Person,
): Promise<void> {
  const before = await queries.listAnswers(tx, [session.id]);
  if (before.some((one) => one.userId === userId && one.answer === 'yes')) return;
  await queries.upsertAnswer(tx, session, { userId, answer: 'yes', now: deps.now() });
  await updateConfirmation(tx, deps, { squad, session });
}

/** Closes run-backs that didn't get enough yes answers within an hour. */
export async function closeExpiredRunBacks(deps: Deps, signal: AbortSignal): Promise<void> {
  const runBacks = await queries.listExpiredRunBacks(deps.db, deps.now());
  await runEachInTransaction(deps, { signal, what: 'could not close a run-back' }, runBacks, ({ id, squadId }) =>
    deps.db.transaction((tx) => closeRunBack(tx, deps, { id, squadId })),
  );
}

async function closeRunBack(tx: Db, deps: Deps, { id, squadId }: { id: string; squadId: string }): Promise<void> {
  const row = await lockSquad(tx, squadId);
  const session = await queries.findSquadSession(tx, squadId, id);
  const now = deps.now();
  if (!row || !session?.answersUntil || session.answersUntil > now || session.calledOffAt) return;
  const answers = await queries.listAnswers(tx, [id]);
  if (isConfirmed(answers, row.size)) return;
  await endSubstitutes(tx, deps, row, { sessions: [session], why: 'called-off' });
  await queries.markCanceled(tx, [id], now);
  const squad = await loadSquadWithMembers(tx, row);
  const to = answers.flatMap(({ userId, answer, isSubstitute }) => (answer === 'yes' && !isSubstitute ? [userId] : []));
  // Announces that the hour is over. The message is useful until the session's planned end.
  await notifyOfConfirmation(
    tx,
    deps,
    { squad, session, to },
    {
      what: 'hour-over',
      helpsUntil: session.endsAt,
      write: (t, time) => ({
        title: t(messages.runBackClosedTitle, { squad: row.name }),
        lines: [time, t(messages.runBackClosedReason)],
      }),
    },
  );
}
