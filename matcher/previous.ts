import { forbiddenByHash, isForbidden } from './board.ts';
import type { Compiled } from './compile.ts';
import { groupValue } from './group-score.ts';
import type { Result } from './matcher-schema.ts';

/** The parts of an earlier result that a run needs. */
export type Previous = Pick<Result, 'squads'> & {
  pairs: readonly { members: readonly string[] }[];
  leftOver: readonly { id: string }[];
};

/**
 * Flat list of squads that are still valid, and the fresh players: those who are new, changed, or from a squad that's
 * no longer valid.
 */
export type CarriedOver = {
  kept: Int32Array;
  /** Flat list of pairs whose players are both present and unchanged. Whether they're still free is checked later. */
  pairs: Int32Array;
  fresh: Uint8Array;
};

/**
 * Carries an earlier result over to this pool. Keeps a squad if every member is present, eligible and unchanged, the
 * constraints still hold and no party is split.
 */
export function carryOver(
  compiled: Compiled,
  eligible: Uint8Array,
  previous: Omit<Previous, 'squads'> & { squads: readonly { members: readonly string[] }[] },
  changed: readonly string[],
): CarriedOver {
  const { columns: c, parties } = compiled;
  const seats = c.terms.seats;
  const opened = new Set(changed);
  const forbidden = forbiddenByHash(compiled.forbidden);
  const keptMembers: number[] = [];
  const group = new Int32Array(5);
  const fresh = new Uint8Array(c.size).fill(1);
  const known = (id: string) => {
    const player = compiled.indexOf(id);
    if (player !== undefined && !opened.has(id)) fresh[player] = 0;
  };
  for (const { id } of previous.leftOver) known(id);
  for (const { members } of previous.pairs) for (const id of members) known(id);
  for (const squad of previous.squads) {
    if (squad.members.length !== seats || squad.members.some((id) => opened.has(id))) continue;
    let whole = true;
    for (let k = 0; k < seats; k++) {
      const player = compiled.indexOf(squad.members[k]!) ?? -1;
      group[k] = player;
      if (player < 0 || !eligible[player]) whole = false;
    }
    if (!whole || groupValue(c, group, seats, false) < 0 || isForbidden(forbidden, c, group, seats)) continue;
    if (splitsParty(c.party, parties, group, seats)) continue;
    for (let k = 0; k < seats; k++) {
      keptMembers.push(group[k]!);
      fresh[group[k]!] = 0;
    }
  }
  const pairs: number[] = [];
  for (const { members } of previous.pairs) {
    const both = members.map((id) => (opened.has(id) ? -1 : (compiled.indexOf(id) ?? -1)));
    if (both.length === 2 && !both.includes(-1)) pairs.push(...both);
  }
  return { kept: Int32Array.from(keptMembers), pairs: Int32Array.from(pairs), fresh };
}

function splitsParty(party: Int32Array, parties: number[][], group: Int32Array, seats: number): boolean {
  const members = group.subarray(0, seats);
  return members.some(
    (player) => party[player]! >= 0 && !parties[party[player]!]!.every((one) => members.includes(one)),
  );
}
