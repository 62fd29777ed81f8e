import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import { type Actor, type Deps, notifyPublicPagesChanged, publishEvent } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { DAY_MS } from '../../time/units.ts';
import { accountDeletionScheduled, accountErased, accountRestored } from './account-deletion.events.ts';
import { listDueForDeletion } from './account-deletion.queries.ts';
import { enqueueAccountEmail } from './account-emails.commands.ts';
import * as messages from './accounts.messages.ts';
import { deleteUser, lockUser, updateUser } from './accounts.queries.ts';
import { requireAal2 } from './person/person.commands.ts';
import { recordEvent } from './security-events/security-events.commands.ts';
import { deleteSessionsOf } from './sessions/sessions.queries.ts';

const DELETION_GRACE_DAYS = 14;
const BATCH_SIZE = 100;

/**
 * Schedules the user's account for deletion in 14 days. Until then, the user can cancel the deletion. The profile is
 * removed from the directory and all other devices are signed out immediately.
 * @returns when the account will be deleted
 */
export async function requestDeletion(deps: Deps, actor: Actor): Promise<Date> {
  await requireAal2(deps, actor, 'delete the account');
  return scheduleDeletion(deps, actor.userId, { keptSessionId: actor.sessionId });
}

type DeletionOptions = {
  /** The session that stays; all others end. */
  keptSessionId?: string;
  /** Runs in the same transaction, such as to write an audit entry. */
  alongside?: (tx: Db, deleteAfter: Date) => Promise<unknown>;
};

/** Schedules the deletion of an account, for the user or for the operator. @returns when it will be deleted */
export async function scheduleDeletion(
  deps: Deps,
  userId: string,
  { keptSessionId, alongside }: DeletionOptions,
): Promise<Date> {
  const deleteAfter = new Date(deps.now().getTime() + DELETION_GRACE_DAYS * DAY_MS);
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    // On a second request the profile is already hidden, so keep the first request's value.
    const hiddenProfile = Boolean(user?.deleteAfter && user.hiddenProfile);
    await updateUser(tx, userId, { deleteAfter, hiddenProfile }, deps.now());
    const due = await publishEvent(tx, deps, accountDeletionScheduled, { userId });
    await deleteSessionsOf(tx, userId, keptSessionId);
    await recordEvent(tx, deps, userId, { action: 'deletion_requested' });
    await enqueueAccountEmail(tx, deps, { kind: 'deletion_requested', userId });
    await alongside?.(tx, deleteAfter);
    return due;
  });
  await after();
  return deleteAfter;
}

/**
 * Cancels the deletion. A hidden profile returns to the directory.
 * @throws Refusal conflict when no deletion is scheduled
 */
export async function cancelDeletion(deps: Deps, actor: Actor): Promise<void> {
  const { userId } = actor;
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.deleteAfter) throw new Refusal('conflict', messages.deletionNotScheduled);
    await updateUser(tx, userId, { deleteAfter: null, hiddenProfile: false }, deps.now());
    const due = await publishEvent(tx, deps, accountRestored, { userId, profileHidden: user.hiddenProfile });
    await recordEvent(tx, deps, userId, { action: 'deletion_cancelled' });
    return due;
  });
  await after();
}

/** @returns whether the account was erased; false if the deletion was canceled in the meantime */
async function eraseAccount(deps: Deps, userId: string): Promise<boolean> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user && !(user.deleteAfter && user.deleteAfter <= deps.now())) return undefined;
    const due = await publishEvent(tx, deps, accountErased, { userId });
    await deleteUser(tx, userId);
    return due;
  });
  await after?.();
  return after !== undefined;
}

/**
 * Deletes the accounts whose 14-day grace period is over. Payment records stay, without the user's identity.
 * @throws the first error, after trying all accounts
 */
export async function eraseDueAccounts(deps: Deps): Promise<number> {
  let deletedCount = 0;
  const failures = new Map<string, unknown>();
  const listNextDue = async () =>
    (await listDueForDeletion(deps.db, deps.now(), BATCH_SIZE + failures.size)).filter((id) => !failures.has(id));
  for (let due = await listNextDue(); due.length > 0; due = await listNextDue()) {
    for (const id of due) {
      try {
        if (await eraseAccount(deps, id)) deletedCount += 1;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        failures.set(id, error);
        deps.log.error({ err: error, userId: id }, 'could not delete an account after its grace period');
      }
    }
  }
  if (deletedCount > 0) await notifyPublicPagesChanged(deps, {});
  for (const error of failures.values()) throw error;
  return deletedCount;
}
