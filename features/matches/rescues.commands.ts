import type { Db } from '../../db/database.ts';
import type { Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { rescue } from '../../matcher/rescue.ts';
import type { Deps } from '../../server/deps.ts';
import { blocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { hasSquad, notLooking } from './looking/looking.commands.ts';
import { notifyEnded } from './matches.commands.ts';
import { answersTo, lockMatch, type MatchRow, matchById, membersOf } from './matches.queries.ts';
import { cooldownSince } from './matches.rules.ts';
import { joinedMembers } from './parties/parties.queries.ts';
import { isTornApart, partiesByMember } from './parties/parties.rules.ts';
import { proposalWeek } from './pool.commands.ts';
import { endedGroups, occupied, poolRowsOf, seatCandidates } from './pool.queries.ts';
import { poolPlayer, tiesOf } from './pool.rules.ts';
import { propose } from './proposals.commands.ts';
import { newMatch } from './proposals.rules.ts';
import { reachableRegions, sharedBy } from './rescues.rules.ts';
import { type InForce, rulesInForce } from './rulebook/rulebook.commands.ts';

/** Players looked at for one seat; those who waited longest come first. */
const CANDIDATES = 2_000;
/** Substitutes tried in order until one can still be had. */
const RANKED = 10;

/**
 * Offers the missing seat of a declined squad to the best substitute. The proposal is a new match: whoever had
 * accepted is asked only whether they agree to the substitute, and nobody is committed to somebody they have not
 * seen. When that one declines as well, the next in rank is asked, a few times at most.
 * Running it again for the same match does nothing.
 */
export async function rescueMatch(deps: Deps, matchId: string): Promise<void> {
  const row = await matchById(deps.db, matchId);
  if (row?.status !== 'declined') return;
  const answers = await answersTo(deps.db, matchId);
  const gone = row.memberIds.filter((id) => answers[id] === 'decline');
  const inForce = await rulesInForce(deps.db);
  const substitutes = gone.length === 1 ? await rankSubstitutes(deps, row, gone[0]!, inForce) : undefined;
  await deps.db.transaction(async (tx) => {
    const locked = await lockMatch(tx, matchId);
    if (locked?.status !== 'declined') return;
    const carriedIds = await carriedOf(tx, matchId);
    for (const { squad, players, weekOf, id } of substitutes ?? []) {
      const match = newMatch(squad, players, inForce, {
        id: crypto.randomUUID(),
        weekOf,
        runId: row.runId,
        rescuedFrom: row.id,
        rescueDepth: row.rescueDepth + 1,
        substituteId: id,
        carriedIds,
      });
      const [stored] = await propose(tx, deps, [match]);
      if (stored) return;
    }
    await notifyEnded(tx, deps, row, { why: 'declined', except: gone });
  });
}

/** Who accepted, in this match or in the one that it had saved. */
async function carriedOf(tx: Db, matchId: string): Promise<string[]> {
  const members = await membersOf(tx, [matchId]);
  return members
    .filter((member) => member.response === 'accept' || (member.carried && !member.response))
    .map((member) => member.userId);
}

async function rankSubstitutes(deps: Deps, row: MatchRow, goneId: string, { rules }: InForce) {
  const now = deps.now();
  const seat = row.positions[goneId];
  const restIds = row.memberIds.filter((id) => id !== goneId);
  const rest = await poolRowsOf(deps.db, restIds, now);
  // Somebody else left the directory meanwhile: then there is no squad to save.
  if (!seat || rest.length < restIds.length) return undefined;
  // Nor is there one that would part those who queue together.
  if (isTornApart(restIds, partiesByMember(await joinedMembers(deps.db, restIds)))) return undefined;
  const wanted = {
    seat,
    regions: reachableRegions(
      rest.map((member) => member.region),
      rules,
    ),
    modes: sharedBy(rest.map((member) => member.modes)),
    languages: sharedBy(rest.map((member) => member.languages)),
    looking: { kind: 'squad' as const, hasSquad: hasSquad(deps) },
  };
  const candidates = await seatCandidates(deps.db, wanted, CANDIDATES, now);
  const ids = [...rest, ...candidates].map((one) => one.id);
  const busy = await occupied(deps.db, { ids });
  const ties = tiesOf(await blocksAmong(deps.db, ids), busy, await notLooking(deps.db, deps, ids));
  // Nor one for people who have another by now.
  if (restIds.some((id) => ties.occupied.get(id)?.has('squad') || ties.notLooking.get(id)?.has('squad')))
    return undefined;
  const members = rest.map((one) => poolPlayer(one, ties));
  const others = candidates.filter((one) => !row.memberIds.includes(one.id)).map((one) => poolPlayer(one, ties));
  const weekOf = proposalWeek(now);
  const forbiddenGroups = await endedGroups(deps.db, cooldownSince(now), restIds[0]);
  const pool: Pool = { weekOf, players: [...members, ...others], forbiddenGroups };
  const byId = new Map<string, PoolPlayer>(pool.players.map((player) => [player.id, player]));
  return rescue({ remaining: restIds, seat }, pool, rules, { limit: RANKED }).map(({ id, squad }) => ({
    id,
    squad,
    weekOf,
    players: squad.members.map((member) => byId.get(member)!),
  }));
}
