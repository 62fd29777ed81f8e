import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { hiddenAmong } from '../../profiles/blocks/blocks.queries.ts';
import { followStanding, withMembers } from '../sessions/squad-session-standing.commands.ts';
import { putAnswer } from '../sessions/squad-sessions.queries.ts';
import type { SquadRow } from '../squads.queries.ts';
import type { StandInEnd } from './stand-in-messages.wording.ts';
import { endQuestions, followSeats, leaveAsGuest } from './stand-in-seats.commands.ts';
import * as queries from './stand-ins.queries.ts';

/**
 * Takes somebody out of what they are asked for or stand in for in a locked squad; the seats are offered on. What has
 * begun they have played in.
 * @param why they are told; nothing to who knows it
 */
export async function partStandIn(
  tx: Db,
  deps: Deps,
  row: SquadRow,
  { userId, why }: { userId: string; why: StandInEnd | undefined },
): Promise<void> {
  const now = deps.now();
  for (const { row: question, session } of await queries.liveInSquad(tx, row.id, userId)) {
    if (session.startsAt <= now) continue;
    const standing = question.state === 'in';
    if (why) await endQuestions(tx, deps, { squad: row, session, rows: [question], why });
    else await queries.putState(tx, [question.id], { state: standing ? 'out' : 'withdrawn', now });
    const squad = await withMembers(tx, row);
    if (standing) await followStanding(tx, deps, { squad, session }, { forGood: true, again: true });
    else await followSeats(tx, deps, { squad: row, memberIds: squad.memberIds, session });
  }
  await queries.clearThreadTime(tx, { squadId: row.id, userId });
  await leaveAsGuest(tx, deps, row.id, userId);
}

/**
 * Whoever joins a locked squad plays in its sessions as a member from then on, and has said yes where they stood in. A
 * block between them and a stand-in takes the stand-in out, as one between a member and a stand-in does.
 */
export async function joinAsMember(tx: Db, deps: Deps, row: SquadRow, userId: string): Promise<void> {
  const { id: squadId } = row;
  const now = deps.now();
  for (const { row: question, session } of await queries.liveInSquad(tx, squadId, userId)) {
    if (question.state === 'asked') await queries.putState(tx, [question.id], { state: 'withdrawn', now });
    else if (session.endsAt > now) {
      await putAnswer(tx, session, { userId, answer: 'yes', now, hereAt: question.hereAt });
      await queries.putState(tx, [question.id], { state: 'out', now });
    }
  }
  await queries.clearThreadTime(tx, { squadId, userId });
  for (const guestId of await hiddenAmong(tx, userId, await queries.standInIdsOf(tx, squadId))) {
    await partStandIn(tx, deps, row, { userId: guestId, why: 'parted' });
  }
}

/** Whether somebody stands in, or is asked to, for a session of a squad that another person stands in for as well. */
export async function standInsMeet(tx: Db, squadId: string, [one, other]: [string, string]): Promise<boolean> {
  const mine = await queries.liveInSquad(tx, squadId, one);
  const theirs = await queries.liveInSquad(tx, squadId, other);
  return mine.some(({ session }) =>
    theirs.some((there) => there.row.state === 'in' && there.session.id === session.id),
  );
}
