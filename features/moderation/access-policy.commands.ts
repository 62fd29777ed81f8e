import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { findRemainingUsers, isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { ACCESS_POLICY, isDeniedByBan, PENDING_DELETION_REFUSAL } from './access-policy.rules.ts';
import type { Surface } from './access-policy.schema.ts';
import { listActiveBans, listBanScopes } from './bans.queries.ts';
import { isUnreliable } from './reliability/reliability.commands.ts';

/** Whether a ban or their reliability keeps somebody from a surface now, or that they are about to leave. */
export async function isAccessDenied(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  return (await isOngoingAccessDenied(db, deps, userId, surface)) || isTooUnreliable(db, deps, userId, surface);
}

/** Whether a ban keeps somebody even from what they have begun there, or that they are about to leave. */
export async function isOngoingAccessDenied(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  return (await isLeavingDenied(db, userId, surface)) || isBannedFrom(db, deps, userId, surface);
}

const isLeavingDenied = async (db: Db, userId: string, surface: Surface) =>
  ACCESS_POLICY[surface].deniedBy.includes('leaving') && isPendingDeletion(db, userId);

const isTooUnreliable = async (db: Db, deps: Pick<Deps, 'now'>, userId: string, surface: Surface) =>
  ACCESS_POLICY[surface].deniedBy.includes('unreliable') && (await isUnreliable(db, deps, userId));

/** Whether a ban keeps somebody from a surface now. */
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
 * Stops somebody at a surface with its sentence. Operations that name their surface have asked before they run;
 * commands ask where only one of two answers needs it, or again in their transaction.
 * @throws Refusal leaving or forbidden
 */
export async function requireAccess(db: Db, deps: Pick<Deps, 'now'>, userId: string, surface: Surface): Promise<void> {
  await requireOngoingAccess(db, deps, userId, surface);
  if (!(await isTooUnreliable(db, deps, userId, surface))) return;
  const { unreliableText } = ACCESS_POLICY[surface];
  throw new Refusal(
    'forbidden',
    `You were missing too often. ${unreliableText} Why, and the way back: ${paths.standing}.`,
  );
}

/**
 * The same for what somebody had agreed to before: their reliability does not take it from the other side.
 * @throws Refusal leaving or forbidden
 */
export async function requireOngoingAccess(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<void> {
  // Whoever began to leave while they asked was let in by the door as somebody who stays.
  if (await isLeavingDenied(db, userId, surface)) throw new Refusal('leaving', PENDING_DELETION_REFUSAL);
  if (await isBannedFrom(db, deps, userId, surface)) throw new Refusal('forbidden', ACCESS_POLICY[surface].refusal);
}

/** What `requireOngoingAccess` would say to each of many people; those who may go on are not in it. */
export async function findOngoingAccessRefusals(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userIds: readonly string[],
  surface: Surface,
): Promise<Map<string, Refusal>> {
  const staying = ACCESS_POLICY[surface].deniedBy.includes('leaving')
    ? await findRemainingUsers(db, userIds)
    : new Set(userIds);
  const bans = await listBanScopes(db, userIds, deps.now());
  const banned = new Set(bans.filter(({ scope }) => isDeniedByBan(scope, surface)).map(({ userId }) => userId));
  return new Map(
    userIds.flatMap((userId) => {
      if (!staying.has(userId)) return [[userId, new Refusal('leaving', PENDING_DELETION_REFUSAL)] as const];
      return banned.has(userId) ? [[userId, new Refusal('forbidden', ACCESS_POLICY[surface].refusal)] as const] : [];
    }),
  );
}
