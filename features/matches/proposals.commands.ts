import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import { listNotLooking } from './looking/looking.commands.ts';
import { createProposalMessage } from './match-messages.wording.ts';
import { getExpiry } from './matches.rules.ts';
import { listJoinedMembers } from './parties/parties.queries.ts';
import { groupPartiesByMember, isPartySplit } from './parties/parties.rules.ts';
import { listBusyPlayers } from './pool.queries.ts';
import { toPlayerConstraints } from './pool.rules.ts';
import { type EligiblePlayer, findEligiblePlayers, insertMatches, lockProposalCreation } from './proposals.queries.ts';
import type { NewMatch } from './proposals.rules.ts';

/**
 * Stores proposals and notifies their members, in the caller's transaction. Drops proposals that no longer fit because
 * of a change since the pool was read: a member left the directory, was banned, blocked another member, joined a party,
 * got another proposal or stopped looking.
 * @param options `isConcurrent`: the proposals come from a shard, and other shards with other players may store at the
 *   same time
 * @returns the proposals that were stored
 */
export async function createProposals(
  tx: Db,
  deps: Deps,
  proposals: NewMatch[],
  { isConcurrent = false }: { isConcurrent?: boolean } = {},
): Promise<NewMatch[]> {
  if (proposals.length === 0) return [];
  await lockProposalCreation(tx, isConcurrent);
  const now = deps.now();
  const ids = [...new Set(proposals.flatMap((match) => match.memberIds))];
  const eligible = await findEligiblePlayers(tx, ids, now);
  const validProposals = await filterValidProposals(tx, deps, proposals, eligible);
  if (validProposals.length === 0) return [];
  const expiresAt = getExpiry(now);
  await insertMatches(tx, validProposals, now, expiresAt);
  await enqueueNotifications(
    tx,
    deps,
    validProposals.flatMap((match) =>
      match.memberIds.map((id) => ({
        userId: id,
        write: (t) =>
          createProposalMessage(t, match, { id, times: eligible.get(id)!.times, people: eligible }, expiresAt),
      })),
    ),
  );
  return validProposals;
}

async function filterValidProposals(
  tx: Db,
  deps: Deps,
  proposals: NewMatch[],
  eligible: Map<string, EligiblePlayer>,
): Promise<NewMatch[]> {
  const ids = [...new Set(proposals.flatMap((match) => match.memberIds))];
  const constraints = toPlayerConstraints(
    await listBlocksAmong(tx, ids),
    await listBusyPlayers(tx, { ids }),
    await listNotLooking(tx, deps, ids),
  );
  const parties = groupPartiesByMember(await listJoinedMembers(tx, ids));
  return proposals.filter((match) => {
    if (isPartySplit(match.memberIds, parties)) return false;
    const members = new Set(match.memberIds);
    const isFitting = match.memberIds.every((id) => {
      const isBlocked = constraints.blocks.get(id)?.some((other) => members.has(other));
      const canPlace = !constraints.busy.get(id)?.has(match.kind) && !constraints.notLooking.get(id)?.has(match.kind);
      return eligible.has(id) && canPlace && !isBlocked;
    });
    // Also prevents a second proposal of the same kind for one player within this batch.
    if (isFitting) for (const id of members) markBusy(constraints.busy, id, match.kind);
    return isFitting;
  });
}

function markBusy(busyByUser: Map<string, Set<GroupFormat>>, id: string, kind: GroupFormat): void {
  busyByUser.set(id, (busyByUser.get(id) ?? new Set()).add(kind));
}
