import type { Compiled } from './compile.ts';
import { groupValue } from './group-score.ts';
import { forbiddenByHash, isForbidden } from './board.ts';
import type { Result } from './schema.ts';

/**
 * Squads of an earlier result that still hold in this pool, flat: every member is here, eligible and unchanged, the
 * constraints are still met and no party is torn.
 */
export function keptSquads(
  compiled: Compiled,
  eligible: Uint8Array,
  previous: Result | undefined,
  changed: readonly string[] = [],
): Int32Array {
  if (!previous) return new Int32Array(0);
  const { columns: c, parties } = compiled;
  const seats = c.terms.seats;
  const opened = new Set(changed);
  const forbidden = forbiddenByHash(compiled.forbidden);
  const kept: number[] = [];
  const group = new Int32Array(5);
  for (const squad of previous.squads) {
    if (squad.members.length !== seats || squad.members.some((id) => opened.has(id))) continue;
    let whole = true;
    for (let k = 0; k < seats; k++) {
      const player = compiled.indexOf(squad.members[k]!) ?? -1;
      group[k] = player;
      if (player < 0 || !eligible[player]) whole = false;
    }
    if (!whole || groupValue(c, group, seats, false) < 0 || isForbidden(forbidden, c, group, seats)) continue;
    if (tearsParty(c.party, parties, group, seats)) continue;
    for (let k = 0; k < seats; k++) kept.push(group[k]!);
  }
  return Int32Array.from(kept);
}

function tearsParty(party: Int32Array, parties: number[][], group: Int32Array, seats: number): boolean {
  const members = group.subarray(0, seats);
  return members.some((player) => party[player]! >= 0 && !parties[party[player]!]!.every((one) => members.includes(one)));
}
