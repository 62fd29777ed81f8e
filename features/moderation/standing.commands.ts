import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { isLeaving, stayingAmong } from '../accounts/account-deletion.queries.ts';
import { activeBans, banScopesOf } from './bans.queries.ts';
import { isUnreliable } from './reliability/reliability.commands.ts';
import { LEAVING_REFUSAL, STANDING, shuts } from './standing.rules.ts';
import type { Surface } from './standing.schema.ts';

/** Whether a ban or their reliability keeps somebody from a surface now, or that they are about to leave. */
export async function isShutOut(db: Db, deps: Pick<Deps, 'now'>, userId: string, surface: Surface): Promise<boolean> {
  return (await isShutOutOfBegun(db, deps, userId, surface)) || isTooUnreliable(db, deps, userId, surface);
}

/** Whether a ban keeps somebody even from what they have begun there, or that they are about to leave. */
export async function isShutOutOfBegun(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  return (await hasLeft(db, userId, surface)) || isBannedFrom(db, deps, userId, surface);
}

const hasLeft = async (db: Db, userId: string, surface: Surface) =>
  STANDING[surface].shutBy.includes('leaving') && isLeaving(db, userId);

const isTooUnreliable = async (db: Db, deps: Pick<Deps, 'now'>, userId: string, surface: Surface) =>
  STANDING[surface].shutBy.includes('unreliable') && (await isUnreliable(db, deps, userId));

/** Whether a ban keeps somebody from a surface now. */
export async function isBannedFrom(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<boolean> {
  const bans = await activeBans(db, userId, deps.now());
  return bans.some((ban) => shuts(ban.scope, surface));
}

/**
 * Stops somebody at a surface with its sentence. Operations that name their surface have asked before they run;
 * commands ask where only one of two answers needs it, or again in their transaction.
 * @throws Refusal leaving or forbidden
 */
export async function requireStanding(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<void> {
  await requireStandingToGoOn(db, deps, userId, surface);
  if (!(await isTooUnreliable(db, deps, userId, surface))) return;
  const { unreliable } = STANDING[surface];
  throw new Refusal('forbidden', `You were missing too often. ${unreliable} Why, and the way back: ${paths.standing}.`);
}

/**
 * The same for what somebody had agreed to before: their reliability does not take it from the other side.
 * @throws Refusal leaving or forbidden
 */
export async function requireStandingToGoOn(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userId: string,
  surface: Surface,
): Promise<void> {
  // Whoever began to leave while they asked was let in by the door as somebody who stays.
  if (await hasLeft(db, userId, surface)) throw new Refusal('leaving', LEAVING_REFUSAL);
  if (await isBannedFrom(db, deps, userId, surface)) throw new Refusal('forbidden', STANDING[surface].refusal);
}

/** What `requireStandingToGoOn` would say to each of many people; those who may go on are not in it. */
export async function refusalsToGoOn(
  db: Db,
  deps: Pick<Deps, 'now'>,
  userIds: readonly string[],
  surface: Surface,
): Promise<Map<string, Refusal>> {
  const staying = STANDING[surface].shutBy.includes('leaving') ? await stayingAmong(db, userIds) : new Set(userIds);
  const bans = await banScopesOf(db, userIds, deps.now());
  const banned = new Set(bans.filter(({ scope }) => shuts(scope, surface)).map(({ userId }) => userId));
  return new Map(
    userIds.flatMap((userId) => {
      if (!staying.has(userId)) return [[userId, new Refusal('leaving', LEAVING_REFUSAL)] as const];
      return banned.has(userId) ? [[userId, new Refusal('forbidden', STANDING[surface].refusal)] as const] : [];
    }),
  );
}
