import type { Db } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import { isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { isBlockedAmong } from '../profiles/blocks/blocks.queries.ts';
import { listMissingGamertags } from '../profiles/player-views.queries.ts';
import { dropFromQueue } from './queue.commands.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import * as checks from './queue-checks.queries.ts';
import { getQueuePool } from './queue-limits.rules.ts';
import { isOpenState } from './ready-check.rules.ts';

/** Removes a banned user from the queue. Players invited with them keep waiting, without penalties. */
export async function removeBannedFromQueue(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<AfterCommit | undefined> {
  return isDeniedByBan(scope, 'queue') ? dropFromQueue(tx, deps, userId, messages.removedBanned) : undefined;
}

/**
 * Removes a user who deletes their account or unpublishes their profile. Players invited with them keep waiting,
 * without penalties.
 */
export async function removeUserFromQueue(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<AfterCommit | undefined> {
  return dropFromQueue(tx, deps, userId, messages.removedHidden);
}

/**
 * Removes the whole party from the queue when a member leaves the party or the leader ends it. Members who queue alone
 * keep waiting.
 */
export async function removeFormerPartyFromQueue(
  tx: Db,
  deps: Deps,
  { userId, ended }: { userId: string; ended: boolean },
): Promise<AfterCommit | undefined> {
  const ticket = await tickets.findTicket(tx, userId);
  if (!ticket || (await tickets.listGroup(tx, ticket.groupId)).length < 2) return undefined;
  return dropFromQueue(tx, deps, userId, ended ? messages.removedPartyEnded : messages.removedPartyLeft);
}

/**
 * Invalidates the matcher's cached data of a user who saved their profile. A party is matched in the leader's region.
 * Removes a user who can't be invited to a lobby anymore.
 */
export async function refreshTicketProfile(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<AfterCommit | undefined> {
  if (!(await tickets.findTicket(tx, userId))) return undefined;
  const [row] = await listPoolRows(tx, [userId], deps.now());
  if (!row) return undefined;
  if ((await listMissingGamertags(tx, [userId])).size > 0) return removeWithoutGamertag(tx, deps, userId);
  const { rules } = await getActiveRules(tx);
  await tickets.updatePlace(tx, userId, { role: row.role, region: row.region, pool: getQueuePool(row.region, rules) });
  return undefined;
}

/** Removes a player without the gamertag of their platform from the queue; does nothing if they have it. */
export async function removeWithoutGamertag(tx: Db, deps: Deps, userId: string): Promise<AfterCommit | undefined> {
  const kind = (await listMissingGamertags(tx, [userId])).get(userId);
  return kind && dropFromQueue(tx, deps, userId, lazyText(messages.removedNoGamertag, { kind }));
}

/**
 * Separates two players after a block. The blocker leaves a check that includes both, and no one is notified of the
 * block. If they're only waiting, the next matching round handles it.
 */
export async function separateBlockedTickets(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<AfterCommit | undefined> {
  // Lock first. A concurrent claim has either committed by then or will fail.
  const lockedTickets = await tickets.lockTickets(tx, [blockerId, blockedId]);
  const ownTicket = lockedTickets.find(({ userId }) => userId === blockerId);
  const other = lockedTickets.find(({ userId }) => userId === blockedId);
  if (!ownTicket || !other) return undefined;
  if (ownTicket.groupId === other.groupId) return dropFromQueue(tx, deps, blockerId, messages.removedParted);
  if (ownTicket.checkId && ownTicket.checkId === other.checkId) {
    const activeSeats = (await checks.listSeats(tx, ownTicket.checkId)).filter(isOpenState).map(({ userId }) => userId);
    const hasMet = activeSeats.includes(blockerId) && (await isBlockedAmong(tx, blockerId, activeSeats));
    return hasMet ? dropFromQueue(tx, deps, blockerId, messages.removedBlocked) : undefined;
  }
  await tickets.invalidateTickets(tx, [blockerId, blockedId]);
  return undefined;
}
