import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { loadSquadWithMembers, updateConfirmation } from '../sessions/session-confirmation.commands.ts';
import { upsertAnswer } from '../sessions/squad-sessions.queries.ts';
import type { SquadRow } from '../squads.queries.ts';
import type { SubstituteEnd } from './substitute-messages.wording.ts';
import { endSubstituteRequests, removeGuestFromThread, updateOfferedSeats } from './substitute-seats.commands.ts';
import * as queries from './substitutes.queries.ts';

/**
 * Takes somebody out of what they are asked for or stand in for in a locked squad; the seats are offered on. What has
 * begun they have played in.
 * @param why they are told; nothing to who knows it
 */
export async function separateBlockedSubstitute(
  tx: Db,
  deps: Deps,
  row: SquadRow,
  { userId, why }: { userId: string; why: SubstituteEnd | undefined },
): Promise<void> {
  const now = deps.now();
  for (const { row: question, session } of await queries.listActiveInSquad(tx, row.id, userId)) {
    if (session.startsAt <= now) continue;
    const standing = question.state === 'in';
    if (why) await endSubstituteRequests(tx, deps, { squad: row, session, rows: [question], why });
    else await queries.setRequestState(tx, [question.id], { state: standing ? 'out' : 'withdrawn', now });
    const squad = await loadSquadWithMembers(tx, row);
    if (standing) await updateConfirmation(tx, deps, { squad, session }, { forGood: true, again: true });
    else await updateOfferedSeats(tx, deps, { squad: row, memberIds: squad.memberIds, session });
  }
  await queries.clearThreadTime(tx, { squadId: row.id, userId });
  await removeGuestFromThread(tx, deps, row.id, userId);
}

/**
 * Whoever joins a locked squad plays in its sessions as a member from then on, and has said yes where they stood in. A
 * block between them and a stand-in takes the stand-in out, as one between a member and a stand-in does.
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
  await queries.clearThreadTime(tx, { squadId, userId });
  for (const guestId of await listHiddenIds(tx, userId, await queries.listSubstituteIds(tx, squadId))) {
    await separateBlockedSubstitute(tx, deps, row, { userId: guestId, why: 'parted' });
  }
}

/** Whether somebody stands in, or is asked to, for a session of a squad that another person stands in for as well. */
export async function haveSharedSubstituteSession(
  tx: Db,
  squadId: string,
  [one, other]: [string, string],
): Promise<boolean> {
  const mine = await queries.listActiveInSquad(tx, squadId, one);
  const theirs = await queries.listActiveInSquad(tx, squadId, other);
  return mine.some(({ session }) =>
    theirs.some((there) => there.row.state === 'in' && there.session.id === session.id),
  );
}
