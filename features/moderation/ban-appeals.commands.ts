import { type Db, isUniqueViolation } from '../../db/database.ts';
import { type AfterCommit, type Deps, type Person, publishEvent } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { recordAudit } from './audit.commands.ts';
import { appealDecided, appealFiled } from './ban-appeals.events.ts';
import * as queries from './ban-appeals.queries.ts';
import { liftBan } from './bans.commands.ts';
import { findBan, listActiveBans, listBans } from './bans.queries.ts';
import * as messages from './moderation.messages.ts';
import { isBanActive } from './moderation.rules.ts';
import type { AppealRequest, OwnBan } from './moderation.schema.ts';

/** Lists a user's active bans with their appeals, as that user may see them. */
export async function listOwnBans(deps: Deps, actor: Person): Promise<OwnBan[]> {
  const bans = await listActiveBans(deps.db, actor.userId, deps.now());
  const appeals = await queries.listAppealsAgainst(
    deps.db,
    bans.map((ban) => ban.id),
  );
  return bans.map((ban) => {
    const appeal = appeals.find((each) => each.banId === ban.id);
    return {
      id: ban.id,
      scope: ban.scope,
      reason: ban.reason,
      expires_at: toIsoOrNull(ban.expiresAt),
      created_at: ban.createdAt.toISOString(),
      appeal: appeal
        ? {
            id: appeal.id,
            message: appeal.message,
            status: appeal.status,
            answer: appeal.answer,
            created_at: appeal.createdAt.toISOString(),
            decided_at: toIsoOrNull(appeal.decidedAt),
          }
        : null,
    };
  });
}

/**
 * Files the only appeal that a ban allows.
 * @throws Refusal when the ban is someone else's, over, or already appealed
 */
export async function appealBan(deps: Deps, actor: Person, request: AppealRequest): Promise<void> {
  const ban = (await listBans(deps.db, actor.userId)).find((each) => each.id === request.ban_id);
  if (!ban) throw new Refusal('not_found', messages.banNotFound);
  if (!isBanActive(ban, deps.now())) throw new Refusal('conflict', messages.banAlreadyEnded);
  const afterCommit = await deps.db
    .transaction(async (tx) => {
      const row = await queries.insertAppeal(tx, {
        banId: ban.id,
        userId: actor.userId,
        message: request.message,
        createdAt: deps.now(),
      });
      return publishEvent(tx, deps, appealFiled, { appealId: row.id, banId: ban.id, userId: actor.userId });
    })
    .catch((error) => {
      if (!isUniqueViolation(error, 'ban_appeals_once')) throw error;
      throw new Refusal('conflict', messages.alreadyAppealed);
    });
  await afterCommit();
}

export type AppealDecision = { appealId: string; decision: 'granted' | 'rejected'; answer: string | null };

/**
 * Decides an appeal and publishes the event. If the appeal is granted, the ban is lifted. Runs in the caller's
 * transaction.
 * @returns a callback to run after the caller has committed
 * @throws Refusal when the appeal doesn't exist or was already decided
 */
export async function decideAppeal(tx: Db, deps: Deps, admin: Person, decision: AppealDecision): Promise<AfterCommit> {
  const now = deps.now();
  const row = await queries.lockAppeal(tx, decision.appealId);
  if (!row) throw new Refusal('not_found', messages.appealNotFound);
  if (row.status !== 'open') throw new Refusal('conflict', messages.appealAlreadyDecided);
  await queries.decideAppeal(tx, row.id, {
    status: decision.decision,
    answer: decision.answer,
    decidedBy: admin.userId,
    decidedAt: now,
  });
  const ban = await findBan(tx, row.banId);
  const liftedBan =
    decision.decision === 'granted' && ban && isBanActive(ban, now)
      ? await liftBan(tx, deps, admin, ban.id)
      : undefined;
  await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'decide_appeal',
    targetType: 'appeal',
    targetId: row.id,
    before: { status: 'open' },
    after: { status: decision.decision, answer: decision.answer },
  });
  const afterCommit = await publishEvent(tx, deps, appealDecided, {
    appealId: row.id,
    banId: row.banId,
    userId: row.userId,
    decision: decision.decision,
    answer: decision.answer,
  });
  return async () => {
    await liftedBan?.after();
    await afterCommit();
  };
}
