import type { Db } from '../../db/database.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { listAdminIds } from '../moderation/admins.queries.ts';
import { listActiveBans } from '../moderation/bans.queries.ts';
import { isUnreliable } from '../moderation/reliability/reliability.commands.ts';
import * as wording from './account-status-messages.wording.ts';
import { enqueueNotification, enqueueNotifications } from './notifications.commands.ts';

/** Notifies a user that they are banned. */
export async function onUserBannedInNotifications(
  tx: Db,
  deps: Deps,
  ban: Parameters<typeof wording.createBannedMessage>[1],
): Promise<void> {
  await enqueueNotification(tx, deps, wording.createBannedMessage(english, ban));
}

/** Notifies a user that their ban is over, and which restrictions remain. */
export async function onBanEndedInNotifications(
  tx: Db,
  deps: Deps,
  ban: Parameters<typeof wording.createBanEndedMessage>[1],
): Promise<void> {
  const bans = await listActiveBans(tx, ban.userId, deps.now());
  const unreliable = await isUnreliable(tx, deps, ban.userId);
  await enqueueNotification(tx, deps, wording.createBanEndedMessage(english, ban, { bans, unreliable }));
}

/** Notifies every admin of a new appeal. */
export async function onAppealFiled(tx: Db, deps: Deps, { appealId }: { appealId: string }): Promise<void> {
  const admins = await listAdminIds(tx);
  await enqueueNotifications(
    tx,
    deps,
    admins.map((adminId) => wording.createAppealFiledMessage(english, appealId, adminId)),
  );
}

type AppealDecision = Parameters<typeof wording.createAppealRejectedMessage>[1] & { decision: 'granted' | 'rejected' };

/** Notifies a user that their appeal was rejected. A granted appeal lifts the ban, which sends its own notification. */
export async function onAppealDecided(tx: Db, deps: Deps, appeal: AppealDecision): Promise<void> {
  if (appeal.decision === 'rejected')
    await enqueueNotification(tx, deps, wording.createAppealRejectedMessage(english, appeal));
}

/** Notifies a user that they had too many no-shows, with their score, what changes, and how to recover. */
export async function onBecameUnreliable(
  tx: Db,
  deps: Deps,
  what: Parameters<typeof wording.createUnreliableMessage>[1],
): Promise<void> {
  await enqueueNotification(tx, deps, wording.createUnreliableMessage(english, what));
}

/** Notifies a user that they're reliable again. */
export async function onBecameReliable(
  tx: Db,
  deps: Deps,
  what: Parameters<typeof wording.createReliableMessage>[1],
): Promise<void> {
  await enqueueNotification(tx, deps, wording.createReliableMessage(english, what));
}
