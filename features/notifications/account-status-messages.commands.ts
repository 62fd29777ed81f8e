import type { Db } from '../../db/database.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { listAdminIds } from '../moderation/admins.queries.ts';
import { listActiveBans } from '../moderation/bans.queries.ts';
import { isUnreliable } from '../moderation/reliability/reliability.commands.ts';
import * as wording from './account-status-messages.wording.ts';
import { enqueueNotification, enqueueNotifications } from './notifications.commands.ts';

/** The parameters that a `write…` function needs for its message, and the user who gets it. */
type About<Write extends (t: Translator, what: never, ...more: never[]) => unknown> = Parameters<Write>[1] & {
  userId: string;
};

export async function onUserBannedInNotifications(
  tx: Db,
  deps: Deps,
  ban: About<typeof wording.writeBannedMessage>,
): Promise<void> {
  await enqueueNotification(tx, deps, { userId: ban.userId, write: (t) => wording.writeBannedMessage(t, ban) });
}

/** Notifies a user that their ban is over, and which restrictions remain. */
export async function onBanEndedInNotifications(
  tx: Db,
  deps: Deps,
  ban: About<typeof wording.writeBanEndedMessage>,
): Promise<void> {
  const bans = await listActiveBans(tx, ban.userId, deps.now());
  const isStillUnreliable = await isUnreliable(tx, deps, ban.userId);
  const write = (t: Translator) => wording.writeBanEndedMessage(t, ban, { bans, unreliable: isStillUnreliable });
  await enqueueNotification(tx, deps, { userId: ban.userId, write });
}

/** Notifies every admin of a new appeal. */
export async function onAppealFiled(tx: Db, deps: Deps, { appealId }: { appealId: string }): Promise<void> {
  const admins = await listAdminIds(tx);
  await enqueueNotifications(
    tx,
    deps,
    admins.map((userId) => ({ userId, write: (t) => wording.writeAppealFiledMessage(t, appealId, userId) })),
  );
}

type AppealDecision = About<typeof wording.writeAppealRejectedMessage> & { decision: 'granted' | 'rejected' };

/** Notifies a user that their appeal was rejected. A granted appeal lifts the ban, which sends its own notification. */
export async function onAppealDecided(tx: Db, deps: Deps, appeal: AppealDecision): Promise<void> {
  if (appeal.decision !== 'rejected') return;
  const write = (t: Translator) => wording.writeAppealRejectedMessage(t, appeal);
  await enqueueNotification(tx, deps, { userId: appeal.userId, write });
}

/** Notifies a user that they had too many no-shows, with their score, what changes, and how to recover. */
export async function onBecameUnreliable(
  tx: Db,
  deps: Deps,
  what: About<typeof wording.writeUnreliableMessage>,
): Promise<void> {
  await enqueueNotification(tx, deps, { userId: what.userId, write: (t) => wording.writeUnreliableMessage(t, what) });
}

/** Notifies a user that they're reliable again. */
export async function onBecameReliable(
  tx: Db,
  deps: Deps,
  what: About<typeof wording.writeReliableMessage>,
): Promise<void> {
  await enqueueNotification(tx, deps, { userId: what.userId, write: (t) => wording.writeReliableMessage(t, what) });
}
