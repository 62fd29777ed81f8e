import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { findRemainingUsers, isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { ACCESS_POLICY, isDeniedByBan, PENDING_DELETION_REFUSAL } from './access-policy.rules.ts';
import type { Surface } from './access-policy.schema.ts';
import { listActiveBans, listBanScopes } from './bans.queries.ts';
import { isUnreliable } from './reliability/reliability.commands.ts';

/** Returns whether a ban, low reliability or a scheduled account deletion denies a user a surface now. */
export async function isAccessDenied(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  return (await isOngoingAccessDenied(db, deps, userId, surface)) || isTooUnreliable(db, deps, userId, surface);
}

/**
 * Returns whether a ban or a scheduled account deletion stops a user even from continuing something they've already
 * started.
 */
export async function isOngoingAccessDenied(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  return (await isPendingDeletionDenied(db, userId, surface)) || isBannedFrom(db, deps, userId, surface);
}

const isPendingDeletionDenied = async (db: Db, userId: string, surface: Surface) =>
  ACCESS_POLICY[surface].deniedBy.includes('leaving') && isPendingDeletion(db, userId);

const isTooUnreliable = async (db: Db, deps: Pick<Deps, 'now'>, userId: string, surface: Surface) =>
  ACCESS_POLICY[surface].deniedBy.includes('unreliable') && (await isUnreliable(db, deps, userId));

/** Returns whether a ban denies a user a surface now. */
export async function isBannedFrom(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  const bans = await listActiveBans(db, userId, deps.now());
  return bans.some((ban) => isDeniedByBan(ban.scope, surface));
}

/**
 * Refuses a user who is denied access to a surface, with the surface's message. Operations that declare a surface are
 * checked automatically before they run. Commands call this function if only one branch needs the check, or to repeat
 * the check inside their transaction.
 * @throws Refusal leaving or forbidden
 */
export async function requireAccess(db: Db, deps: Pick<Deps, 'now'>, userId: string, surface: Surface): Promise<void> {
  await requireOngoingAccess(db, deps, userId, surface);
  if (!(await isTooUnreliable(db, deps, userId, surface))) return;
  throw new Refusal('forbidden', ACCESS_POLICY[surface].unreliableRefusal!);
}

/**
 * Like `requireAccess`, for something the user had already agreed to. Low reliability doesn't block them, because the
 * other people involved would lose it too.
 * @throws Refusal leaving or forbidden
 */
export async function requireOngoingAccess(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<void> {
  // If the deletion was scheduled during this request, the first check still saw an active account.
  if (await isPendingDeletionDenied(db, userId, surface)) throw new Refusal('leaving', PENDING_DELETION_REFUSAL);
  if (await isBannedFrom(db, deps, userId, surface)) throw new Refusal('forbidden', ACCESS_POLICY[surface].refusal!);
}

/** Returns what `requireOngoingAccess` would throw for each of many users. Users who may continue aren't included. */
export async function findOngoingAccessRefusals(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userIds: readonly string[],
  surface: Surface,
): Promise<Map<string, Refusal>> {
  const leavingFilter = ACCESS_POLICY[surface].deniedBy.includes('leaving')
    ? await findRemainingUsers(db, userIds)
    : new Set(userIds);
  const bans = await listBanScopes(db, userIds, deps.now());
  const bannedIds = new Set(bans.filter(({ scope }) => isDeniedByBan(scope, surface)).map(({ userId }) => userId));
  return new Map(
    userIds.flatMap((userId) => {
      if (!leavingFilter.has(userId)) return [[userId, new Refusal('leaving', PENDING_DELETION_REFUSAL)] as const];
      return bannedIds.has(userId)
        ? [[userId, new Refusal('forbidden', ACCESS_POLICY[surface].refusal!)] as const]
        : [];
    }),
  );
}
