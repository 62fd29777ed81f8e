import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { listAdminIds } from '../moderation/admins.queries.ts';
import { listActiveBans } from '../moderation/bans.queries.ts';
import { isUnreliable } from '../moderation/reliability/reliability.commands.ts';
import * as wording from './account-status-messages.wording.ts';
import { enqueueNotification, enqueueNotifications } from './notifications.commands.ts';

/** Tells somebody that they are banned. */
export async function onUserBannedInNotifications(
  tx: Db,
  deps: Deps,
  ban: Parameters<typeof wording.bannedMessage>[0],
): Promise<void> {
  await enqueueNotification(tx, deps, wording.bannedMessage(ban));
}

/** Tells somebody that their ban is over, and what still holds. */
export async function onBanEndedInNotifications(
  tx: Db,
  deps: Deps,
  ban: Parameters<typeof wording.banEndedMessage>[0],
): Promise<void> {
  const bans = await listActiveBans(tx, ban.userId, deps.now());
  const unreliable = await isUnreliable(tx, deps, ban.userId);
  await enqueueNotification(tx, deps, wording.banEndedMessage(ban, { bans, unreliable }));
}

/** Tells every admin that an appeal waits. */
export async function onAppealFiled(tx: Db, deps: Deps, { appealId }: { appealId: string }): Promise<void> {
  const admins = await listAdminIds(tx);
  await enqueueNotifications(
    tx,
    deps,
    admins.map((adminId) => wording.appealFiledMessage(appealId, adminId)),
  );
}

type AppealDecision = Parameters<typeof wording.appealRejectedMessage>[0] & { decision: 'granted' | 'rejected' };

/** Tells somebody that their appeal was turned down; of a granted one they hear when the ban is lifted. */
export async function onAppealDecided(tx: Db, deps: Deps, appeal: AppealDecision): Promise<void> {
  if (appeal.decision === 'rejected') await enqueueNotification(tx, deps, wording.appealRejectedMessage(appeal));
}

/** Tells somebody that they were missing too often: the number, what changes, and the way back. */
export async function onBecameUnreliable(
  tx: Db,
  deps: Deps,
  what: Parameters<typeof wording.unreliableMessage>[0],
): Promise<void> {
  await enqueueNotification(tx, deps, wording.unreliableMessage(what));
}

/** Tells somebody that they count as reliable again. */
export async function onBecameReliable(
  tx: Db,
  deps: Deps,
  what: Parameters<typeof wording.reliableMessage>[0],
): Promise<void> {
  await enqueueNotification(tx, deps, wording.reliableMessage(what));
}
