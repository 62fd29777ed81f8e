import type { Actor, Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { DAY_MS } from '../../time/units.ts';
import { directoryChanged } from '../profiles/directory/directory.commands.ts';
import { hideProfile, showProfile } from '../profiles/profiles.commands.ts';
import { dueForDeletion } from './account-deletion.queries.ts';
import { requestMail } from './account-mails.commands.ts';
import { deleteUser, lockUser, updateUser } from './accounts.queries.ts';
import { requireAal2 } from './person/person.commands.ts';
import { recordEvent } from './security-events/security-events.commands.ts';
import { deleteSessionsOf } from './sessions/sessions.queries.ts';

const DAYS_TO_CHANGE_ONES_MIND = 14;
const BATCH = 100;

/**
 * Asks for the deletion of the own account; it happens after 14 days unless it is taken back. The profile leaves the
 * directory and all other devices are signed out at once.
 * @returns when it will happen
 */
export async function requestDeletion(deps: Deps, actor: Actor): Promise<Date> {
  await requireAal2(deps, actor, 'delete the account');
  const deleteAfter = new Date(deps.now().getTime() + DAYS_TO_CHANGE_ONES_MIND * DAY_MS);
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, actor.userId);
    const hidden = (await hideProfile(tx, actor.userId)) || Boolean(user?.deleteAfter && user.hiddenProfile);
    await updateUser(tx, actor.userId, { deleteAfter, hiddenProfile: hidden }, deps.now());
    await deleteSessionsOf(tx, actor.userId, actor.sessionId);
    await recordEvent(tx, deps, actor.userId, {
      action: 'deletion_requested',
      resourceType: 'account',
      success: true,
    });
    await requestMail(tx, deps, { kind: 'deletion_requested', userId: actor.userId });
  });
  await directoryChanged(deps);
  return deleteAfter;
}

/** Takes the wish back; a profile that had to leave the directory is in it again. @throws Refusal conflict when there is none */
export async function cancelDeletion(deps: Deps, actor: Actor): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (!user?.deleteAfter) throw new Refusal('conflict', 'Your account is not going to be deleted.');
    await updateUser(tx, actor.userId, { deleteAfter: null, hiddenProfile: false }, deps.now());
    if (user.hiddenProfile) await showProfile(tx, deps, actor.userId);
    await recordEvent(tx, deps, actor.userId, { action: 'deletion_cancelled', resourceType: 'account', success: true });
  });
  await directoryChanged(deps);
}

/** Deletes the accounts whose time is over; what others still need (money) stays without the person. */
export async function deleteDue(deps: Deps): Promise<number> {
  let deleted = 0;
  for (let due = await dueForDeletion(deps.db, deps.now(), BATCH); due.length > 0; ) {
    for (const id of due) await deleteUser(deps.db, id);
    deleted += due.length;
    due = await dueForDeletion(deps.db, deps.now(), BATCH);
  }
  if (deleted > 0) await deps.bus.publish('public-pages', {});
  return deleted;
}
