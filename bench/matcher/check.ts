import { scoreSquad } from '../../matcher/run.ts';
import type { Pool, Result, Rules } from '../../matcher/schema.ts';

/** Number of squads that are not valid by the public scoring, hold somebody twice, or tear a party. */
export function invalidSquads(pool: Pool, rules: Rules, result: Result): number {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const partySize = new Map<string, number>();
  for (const { party } of pool.players) if (party !== null) partySize.set(party, (partySize.get(party) ?? 0) + 1);
  const seen = new Set<string>();
  let invalid = 0;
  // Every squad is checked for doubles; a sample of large results for validity, which compiles each squad anew.
  const step = Math.max(1, Math.floor(result.squads.length / 2000));
  result.squads.forEach((squad, number) => {
    const members = squad.members.map((id) => byId.get(id)!);
    const twice = squad.members.some((id) => seen.has(id));
    for (const id of squad.members) seen.add(id);
    const torn = members.some(
      ({ party }) => party !== null && members.filter((one) => one.party === party).length !== partySize.get(party),
    );
    const valid = number % step !== 0 || scoreSquad(members, rules, pool.weekOf).valid;
    if (twice || torn || !valid) invalid++;
  });
  return invalid;
}
