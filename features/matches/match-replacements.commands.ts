import type { Db } from '../../db/database.ts';
import type { Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { rescue } from '../../matcher/rescue.ts';
import type { Deps } from '../../server/deps.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { formatOfType } from '../profiles/group-formats.schema.ts';
import { hasSquad, listNotLooking } from './looking/looking.commands.ts';
import { toReplacementRequirements } from './match-replacements.rules.ts';
import { notifyMatchEnded } from './matches.commands.ts';
import { findMatch, getAnswers, listMembers, lockMatch, type MatchRow } from './matches.queries.ts';
import { getCooldownStart } from './matches.rules.ts';
import { listJoinedMembers } from './parties/parties.queries.ts';
import { groupPartiesByMember, isPartySplit } from './parties/parties.rules.ts';
import { getProposalWeek } from './pool.commands.ts';
import { listBusyPlayers, listEndedGroups, listPoolRows, listSeatCandidates } from './pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from './pool.rules.ts';
import { createProposals } from './proposals.commands.ts';
import { toNewMatch } from './proposals.rules.ts';
import { type ActiveRules, getActiveRules } from './rulebook/rulebook.commands.ts';

/** Maximum number of candidates for one seat, longest wait first. */
const MAX_CANDIDATES = 2_000;
/** Maximum number of candidates to try, in rank order, before giving up on finding one who's still available. */
const MAX_RANKED = 10;

/**
 * Offers the open seat of a declined squad to the best replacement. The offer is a new match: players who had accepted
 * are asked only about the replacement, so no one is committed to someone they haven't seen. If the replacement also
 * declines, the next-ranked player is asked, up to a small limit. Idempotent per match.
 */
export async function replaceMissingPlayer(deps: Deps, matchId: string): Promise<void> {
  const row = await findMatch(deps.db, matchId);
  if (row?.status !== 'declined') return;
  const responsesByUser = await getAnswers(deps.db, matchId);
  const declinerIds = row.memberIds.filter((id) => responsesByUser[id] === 'decline');
  const activeRules = await getActiveRules(deps.db);
  const substitutes =
    declinerIds.length === 1 ? await rankMatchReplacements(deps, row, declinerIds[0]!, activeRules) : undefined;
  await deps.db.transaction(async (tx) => {
    const lockedMatch = await lockMatch(tx, matchId);
    if (lockedMatch?.status !== 'declined') return;
    const carriedIds = await listCarriedAcceptances(tx, matchId);
    for (const { squad, players, weekOf, id } of substitutes ?? []) {
      const match = toNewMatch(squad, players, activeRules, {
        id: crypto.randomUUID(),
        weekOf,
        runId: row.runId,
        rescuedFrom: row.id,
        rescueDepth: row.rescueDepth + 1,
        substituteId: id,
        carriedIds,
      });
      const [storedMatch] = await createProposals(tx, deps, [match]);
      if (storedMatch) return;
    }
    await notifyMatchEnded(tx, deps, row, { why: 'declined', except: declinerIds });
  });
}

/** Lists the members who accepted, in this match or in the one it replaced. */
async function listCarriedAcceptances(tx: Db, matchId: string): Promise<string[]> {
  const members = await listMembers(tx, [matchId]);
  return members
    .filter((member) => member.response === 'accept' || (member.carried && !member.response))
    .map((member) => member.userId);
}

async function rankMatchReplacements(deps: Deps, row: MatchRow, goneId: string, { rules }: ActiveRules) {
  const now = deps.now();
  const kind = formatOfType(row.type);
  const seat = row.positions[goneId];
  const restIds = row.memberIds.filter((id) => id !== goneId);
  const remainingPlayers = await listPoolRows(deps.db, restIds, now);
  // If another member has left the directory, there's no squad left to complete.
  if (!seat || remainingPlayers.length < restIds.length) return undefined;
  // Don't split players who queue together.
  if (isPartySplit(restIds, groupPartiesByMember(await listJoinedMembers(deps.db, restIds)))) return undefined;
  const requirements = {
    seat,
    ...toReplacementRequirements(remainingPlayers, rules),
    looking: { kind, hasSquad: hasSquad(deps) },
  };
  const candidates = await listSeatCandidates(deps.db, requirements, MAX_CANDIDATES, now);
  const ids = [...remainingPlayers, ...candidates].map((one) => one.id);
  const busy = await listBusyPlayers(deps.db, { ids });
  const constraints = toPlayerConstraints(
    await listBlocksAmong(deps.db, ids),
    busy,
    await listNotLooking(deps.db, deps, ids),
  );
  // Stop if a remaining member already has another match or isn't looking anymore.
  if (restIds.some((id) => constraints.busy.get(id)?.has(kind) || constraints.notLooking.get(id)?.has(kind)))
    return undefined;
  const members = remainingPlayers.map((one) => toPoolPlayer(one, constraints));
  const others = candidates
    .filter((one) => !row.memberIds.includes(one.id))
    .map((one) => toPoolPlayer(one, constraints));
  const weekOf = getProposalWeek(now);
  const forbiddenGroups = await listEndedGroups(deps.db, getCooldownStart(now), restIds[0]);
  const pool: Pool = { weekOf, players: [...members, ...others], forbiddenGroups };
  const byId = new Map<string, PoolPlayer>(pool.players.map((player) => [player.id, player]));
  return rescue({ remaining: restIds, seat }, pool, rules, { limit: MAX_RANKED }).map(({ id, squad }) => ({
    id,
    squad,
    weekOf,
    players: squad.members.map((member) => byId.get(member)!),
  }));
}
