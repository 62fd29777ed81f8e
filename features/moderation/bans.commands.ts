import { type Db, withDeadlockRetry } from '../../db/database.ts';
import {
  type AdminActor,
  type AfterCommit,
  type Deps,
  notifyPublicPagesChanged,
  publishEvent,
} from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { lockAccount, waitForWriters } from '../accounts/account-views.queries.ts';
import { isAdmin } from './admins.queries.ts';
import { recordAudit } from './audit.commands.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import { banEnded, userBanned } from './bans.events.ts';
import * as queries from './bans.queries.ts';
import * as messages from './moderation.messages.ts';
import { computeBanEnd, isBanActive, isBanOutlasted, isCoveredByBan } from './moderation.rules.ts';

export type NewBan = {
  userId: string;
  reason: string;
  /** Null for a permanent ban. */
  days: number | null;
  scope: BanScope;
  /** Flags resolved by the ban; undoing the ban reopens them. */
  flagIds?: string[] | undefined;
};

/**
 * Bans a user, publishes the event and records it. Runs in the caller's transaction, because the moderation queue
 * resolves the flag in the same transaction.
 * @returns `after` is a callback to run after the caller has committed
 * @throws Refusal when the user is unknown, an admin, the admin themselves, or already has an equal or broader ban
 */
export async function banUser(
  tx: Db,
  deps: Deps,
  admin: AdminActor,
  ban: NewBan,
): Promise<{ ban: queries.BanRow; auditId: string; after: AfterCommit }> {
  const now = deps.now();
  await waitForWriters(tx, ban.userId);
  if (!(await lockAccount(tx, ban.userId))) throw new Refusal('not_found', messages.playerNotFound);
  if (ban.userId === admin.userId) throw new Refusal('invalid', messages.cantBanYourself);
  if (await isAdmin(tx, ban.userId)) {
    throw new Refusal('conflict', messages.playerIsAdmin);
  }
  const expiresAt = computeBanEnd(ban.days, now);
  const activeBans = await queries.listActiveBans(tx, ban.userId, now);
  if (activeBans.some((existing) => isCoveredByBan(existing, ban.scope, expiresAt, now))) {
    throw new Refusal('conflict', messages.playerAlreadyBanned);
  }
  const row = await queries.insertBan(tx, {
    userId: ban.userId,
    scope: ban.scope,
    reason: ban.reason,
    expiresAt,
    createdBy: admin.userId,
    createdAt: now,
  });
  const { userId, scope, reason } = ban;
  const afterCommit = await publishEvent(tx, deps, userBanned, { banId: row.id, userId, scope, reason, expiresAt });
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'ban_user',
    targetType: 'user',
    targetId: ban.userId,
    before: { activeBans: activeBans.length, flags: ban.flagIds ?? [] },
    after: { banId: row.id, scope: row.scope, reason: row.reason, expiresAt: toIsoOrNull(expiresAt) },
  });
  return { ban: row, auditId, after: afterCommit };
}

/**
 * Ends a ban early and publishes the event, in the caller's transaction.
 * @returns `after` is a callback to run after the caller has committed
 * @throws Refusal when the ban doesn't exist or is no longer active
 */
export async function liftBan(
  tx: Db,
  deps: Deps,
  admin: AdminActor,
  banId: string,
): Promise<{ auditId: string; after: AfterCommit }> {
  const now = deps.now();
  const ban = await queries.findBan(tx, banId);
  if (!ban) throw new Refusal('not_found', messages.banNotFound);
  if (!isBanActive(ban, now) || !(await queries.markLifted(tx, banId, admin.userId, now))) {
    throw new Refusal('conflict', messages.banAlreadyEnded);
  }
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'lift_ban',
    targetType: 'ban',
    targetId: banId,
    before: { userId: ban.userId, scope: ban.scope, expiresAt: toIsoOrNull(ban.expiresAt) },
    after: { liftedAt: now.toISOString() },
  });
  const afterCommit = await publishEvent(tx, deps, banEnded, {
    banId,
    userId: ban.userId,
    scope: ban.scope,
    how: 'lifted',
    at: now,
  });
  return { auditId, after: afterCommit };
}

const BATCH_SIZE = 200;

/**
 * Publishes an event for each expired ban, exactly once even with several nodes. A ban stops applying at its end, no
 * matter when this runs.
 * @returns how many bans had expired
 */
export async function endExpiredBans(deps: Deps, signal: AbortSignal): Promise<number> {
  const ids = await queries.listUnpublishedExpiries(deps.db, deps.now(), BATCH_SIZE);
  for (const id of ids) {
    if (signal.aborted) break;
    try {
      await endExpiredBan(deps, id);
    } catch (error) {
      // One failure mustn't hold up the other bans. The next run retries the one that failed.
      deps.log.error({ ban: id, err: error }, 'could not notify a user that their ban ended');
    }
  }
  // Cached pages leave out a banned user's profile, offers and listings, which are visible again now.
  if (ids.length > 0) await notifyPublicPagesChanged(deps, {});
  return ids.length;
}

async function endExpiredBan(deps: Deps, id: string): Promise<void> {
  const afterCommit = await withDeadlockRetry(deps.db, async (tx) => {
    const now = deps.now();
    const ban = await queries.markExpiryPublished(tx, id, now);
    if (!ban) return undefined;
    const { userId, scope } = ban;
    if ((await queries.listBans(tx, userId)).some((other) => isBanOutlasted(other, ban))) return undefined;
    return publishEvent(tx, deps, banEnded, { banId: id, userId, scope, how: 'ran_out', at: now });
  });
  await afterCommit?.();
}
