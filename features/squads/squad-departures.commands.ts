import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { STANDING, shuts } from '../moderation/standing.rules.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { deleteInvitationsBetween, deleteInvitationsOf } from './invitations/squad-invitations.queries.ts';
import { squadMessage } from './squad-messages.wording.ts';
import { takeOff } from './squads.commands.ts';
import { type LivingSquad, lockSquadOf, rosterOf, squadIdsOf } from './squads.queries.ts';

const { ends } = STANDING.squads;

/** The living squads of somebody, each taken by this transaction when its turn has come. */
async function* lockedSquadsOf(tx: Db, userId: string): AsyncGenerator<LivingSquad> {
  for (const id of await squadIdsOf(tx, userId)) {
    const row = await lockSquadOf(tx, id, userId);
    if (row) yield row;
  }
}

/** Takes somebody who may no longer be matched out of their squads; those who stay hear why. */
export async function leaveBannedSquads(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!shuts(scope, 'squads')) return;
  await deleteInvitationsOf(tx, userId);
  for await (const row of lockedSquadsOf(tx, userId)) {
    await takeOff(tx, deps, row, { userId, reason: 'banned', because: ends[`banned-${scope}`] });
  }
}

/** Takes somebody who is about to leave, or is erased, out of their squads; those who stay hear why. */
export async function leaveAllSquads(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await deleteInvitationsOf(tx, userId);
  for await (const row of lockedSquadsOf(tx, userId)) {
    await takeOff(tx, deps, row, { userId, reason: 'leaving', because: ends.leaving });
  }
}

/** Who has withdrawn their profile stays in their squads, and is asked into no other. */
export async function forgetInvitations(tx: Db, _deps: Deps, { userId }: { userId: string }): Promise<void> {
  await deleteInvitationsOf(tx, userId);
}

/**
 * Parts two players who are in the same squads; for whoever writes a block, in the same transaction. A captain who
 * blocks a member stays, everybody else who blocks leaves, as in a party. Of the block nobody hears.
 */
export async function partSquadmates(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await deleteInvitationsBetween(tx, blockerId, blockedId);
  for await (const row of lockedSquadsOf(tx, blockerId)) {
    const roster = await rosterOf(tx, [row.id]);
    if (!roster.some(({ userId }) => userId === blockedId)) continue;
    const userId = row.captainId === blockerId ? blockedId : blockerId;
    await takeOff(tx, deps, row, { userId, reason: 'parted', because: ends.blocked });
    if (userId === blockerId) continue;
    const title = `Your time in ${row.name} has ended`;
    const what = { title, lines: [ends.blocked, 'Your matches bring the next squad.'], out: true };
    await enqueueNotification(tx, deps, squadMessage({ ...row, rev: row.rev + 1 }, blockedId, what));
  }
}
