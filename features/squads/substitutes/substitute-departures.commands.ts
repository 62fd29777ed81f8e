import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import {
  loadSquadWithMembers,
  type SquadWithMembers,
  updateConfirmation,
} from '../sessions/session-confirmation.commands.ts';
import { type SessionRow, upsertAnswer } from '../sessions/squad-sessions.queries.ts';
import { getJoinDeadline } from '../sessions/squad-sessions.rules.ts';
import type { SquadRow } from '../squads.queries.ts';
import type { SubstituteEnd } from './substitute-messages.wording.ts';
import { endSubstituteRequests, removeGuestFromThread, updateOfferedSeats } from './substitute-seats.commands.ts';
import * as queries from './substitutes.queries.ts';

/**
 * Withdraws a user's substitute offers and spots in a locked squad and offers the spots again. Sessions that have
 * started stay as they are.
 * @param why the reason given to the user; undefined when they already know
 */
export async function withdrawSubstitute(
  tx: Db,
  deps: Deps,
  row: SquadRow,
  { userId, why }: { userId: string; why: SubstituteEnd | undefined },
): Promise<void> {
  const now = deps.now();
  for (const { row: question, session } of await queries.listActiveInSquad(tx, row.id, userId)) {
    if (getJoinDeadline(session) <= now) continue;
    const isActive = question.state === 'in';
    if (why) await endSubstituteRequests(tx, deps, { squad: row, session, rows: [question], why });
    else await queries.setRequestState(tx, [question.id], { state: isActive ? 'out' : 'withdrawn', now });
    const squad = await loadSquadWithMembers(tx, row);
    if (isActive) await updateConfirmation(tx, deps, { squad, session }, { forGood: true, substituteLost: true });
    else await updateOfferedSeats(tx, deps, { squad: row, memberIds: squad.memberIds, session });
  }
  await queries.clearChatAccess(tx, { squadId: row.id, userId });
  await removeGuestFromThread(tx, deps, row.id, userId);
}

/** Removes a substitute who's in a session, and offers the spot again. */
export async function removeSubstitute(
  tx: Db,
  deps: Deps,
  { question, session, squad }: { question: queries.SubstituteRow; session: SessionRow; squad: SquadWithMembers },
): Promise<void> {
  await queries.setRequestState(tx, [question.id], { state: 'out', now: deps.now() });
  await removeGuestFromThread(tx, deps, squad.row.id, question.userId);
  await updateConfirmation(tx, deps, { squad, session }, { forGood: true, substituteLost: true });
}

/**
 * Makes a substitute who joins a locked squad a member in its sessions, with a yes where they were subbing in. Removes
 * other substitutes they have a block with.
 */
export async function promoteSubstitute(tx: Db, deps: Deps, row: SquadRow, userId: string): Promise<void> {
  const { id: squadId } = row;
  const now = deps.now();
  for (const { row: question, session } of await queries.listActiveInSquad(tx, squadId, userId)) {
    if (question.state === 'asked') await queries.setRequestState(tx, [question.id], { state: 'withdrawn', now });
    else if (session.endsAt > now) {
      await upsertAnswer(tx, session, { userId, answer: 'yes', now, hereAt: question.hereAt });
      await queries.setRequestState(tx, [question.id], { state: 'out', now });
    }
  }
  await queries.clearChatAccess(tx, { squadId, userId });
  for (const guestId of await listHiddenIds(tx, userId, await queries.listSubstituteIds(tx, squadId))) {
    await withdrawSubstitute(tx, deps, row, { userId: guestId, why: 'parted' });
  }
}

/**
 * Returns whether the second user is a substitute in a session where the first one is a substitute or invited to be.
 */
export async function isSharingSubstituteSession(
  tx: Db,
  squadId: string,
  [one, other]: [string, string],
): Promise<boolean> {
  const ownRequests = await queries.listActiveInSquad(tx, squadId, one);
  const otherRows = await queries.listActiveInSquad(tx, squadId, other);
  return ownRequests.some(({ session }) =>
    otherRows.some((there) => there.row.state === 'in' && there.session.id === session.id),
  );
}
