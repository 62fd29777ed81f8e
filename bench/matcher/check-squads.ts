import { areSeatsCovered, canMeet } from '../../matcher/judge-rows.ts';
import type { MatchingRules, Pool, Result } from '../../matcher/matcher-schema.ts';
import { toWeekBins } from '../../matcher/week.ts';

/**
 * Counts squads that break a rule, contain a player twice or split a party. Compares every squad directly with the
 * rows; the only engine code it uses is the parser of weekly availability.
 */
export function findInvalidSquads(pool: Pool, rules: MatchingRules, result: Result): number {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const partySize = new Map<string, number>();
  for (const { party } of pool.players) if (party !== null) partySize.set(party, (partySize.get(party) ?? 0) + 1);
  const bins = toWeekBins(pool.weekOf);
  const placedIds = new Set<string>();
  let invalidCount = 0;
  for (const squad of result.squads) {
    const members = squad.members.map((id) => byId.get(id)!);
    const isPlacedTwice = squad.members.some((id) => placedIds.has(id));
    for (const id of squad.members) placedIds.add(id);
    const isPartySplit = members.some(
      ({ party }) => party !== null && members.filter((one) => one.party === party).length !== partySize.get(party),
    );
    const hasUnwanted = members.some(({ wants }) => !wants.includes('squad'));
    const isAllowed = areSeatsCovered(members, squad.positions, rules) && canMeet(members, { rules, bins });
    if (isPlacedTwice || isPartySplit || hasUnwanted || !isAllowed) invalidCount++;
  }
  return invalidCount;
}
