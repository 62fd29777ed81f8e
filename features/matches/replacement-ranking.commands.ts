import type { Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { rescue } from '../../matcher/rescue.ts';
import type { Deps } from '../../server/deps.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import { hasSquad, listNotLooking } from './looking/looking.commands.ts';
import { findCommonIntervals } from './match-calendar.rules.ts';
import { toReplacementRequirements } from './match-replacements.rules.ts';
import { getCooldownStart } from './matches.rules.ts';
import { getProposalWeek } from './pool.commands.ts';
import { listBusyPlayers, listEndedGroups, listPoolRows, listSeatCandidates } from './pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from './pool.rules.ts';
import { getActiveRules } from './rulebook/rulebook.commands.ts';

/** Maximum number of candidates for one seat, longest wait first. */
const MAX_CANDIDATES = 2_000;
/** Minimum shared time for a group to play. */
const MIN_MINUTES = 60;

/**
 * Ranks players of the pool who would fit an open seat of people who already play together. If exactly one seat is
 * open, it ranks by the score of the whole squad, otherwise by the hours that all of them share. Includes only players
 * who are looking for this kind of group, have no block with any member and no open match of that kind, and aren't in a
 * party.
 * @param group `kind` of group, `memberIds` of the remaining members, `exceptIds` of players who must not be asked
 */
export async function rankReplacements(
  deps: Deps,
  {
    kind,
    memberIds,
    seat,
    exceptIds,
  }: { kind: GroupFormat; memberIds: readonly string[]; seat: string; exceptIds: readonly string[] },
  limit: number,
): Promise<string[]> {
  const now = deps.now();
  const { rules } = await getActiveRules(deps.db);
  const memberRows = await listPoolRows(deps.db, [...memberIds], now);
  if (memberRows.length === 0) return [];
  const requirements = {
    seat,
    ...toReplacementRequirements(memberRows, rules),
    looking: { kind, hasSquad: hasSquad(deps) },
  };
  const found = await listSeatCandidates(deps.db, requirements, MAX_CANDIDATES, now);
  const rows = found.filter(({ id }) => !memberIds.includes(id) && !exceptIds.includes(id));
  const ids = rows.map(({ id }) => id);
  const busy = await listBusyPlayers(deps.db, { ids });
  // The remaining members are in this squad, so they don't need to be looking for another.
  const constraints = toPlayerConstraints(
    await listBlocksAmong(deps.db, [...memberIds, ...ids]),
    busy,
    await listNotLooking(deps.db, deps, ids),
  );
  const others = rows
    .map((row) => toPoolPlayer(row, constraints))
    .filter(({ wants, blocks }) => wants.includes(kind) && !blocks.some((id) => memberIds.includes(id)));
  const members = memberRows.map((row) => toPoolPlayer(row, constraints));
  const weekOf = getProposalWeek(now);
  if (memberRows.length !== memberIds.length || memberRows.length !== rules.seats.length - 1) {
    return sortByCommonHours(members, others, weekOf).slice(0, limit);
  }
  const forbiddenGroups = await listEndedGroups(deps.db, getCooldownStart(now), memberIds[0]);
  const pool: Pool = { weekOf, players: [...members, ...others], forbiddenGroups };
  return rescue({ remaining: memberIds, seat }, pool, rules, { limit }).map(({ id }) => id);
}

function sortByCommonHours(members: readonly PoolPlayer[], others: readonly PoolPlayer[], weekOf: string): string[] {
  const countCommonMinutes = (other: PoolPlayer) =>
    findCommonIntervals(weekOf, [...members, other]).reduce((sum, [from, to]) => sum + to - from, 0);
  return others
    .map((other) => ({ id: other.id, minutes: countCommonMinutes(other) }))
    .filter(({ minutes }) => minutes >= MIN_MINUTES)
    .sort((a, b) => b.minutes - a.minutes)
    .map(({ id }) => id);
}
