import { groupForbiddenByHash, isForbidden } from './board.ts';
import type { CompiledPool } from './compile.ts';
import { computeGroupValue } from './group-score.ts';
import type { Result } from './matcher-schema.ts';

/** The parts of an earlier result that a run needs. */
export type PreviousRun = Pick<Result, 'squads'> & {
  pairs: readonly { members: readonly string[] }[];
  leftOver: readonly { id: string }[];
};

/**
 * `keptSquads` is a flat list of squads that are still valid. `isNew` marks fresh players: those who are new, changed,
 * or from a squad that's no longer valid.
 */
export type CarriedOver = {
  keptSquads: Int32Array;
  /** Flat list of pairs whose players are both present and unchanged. Whether they're still free is checked later. */
  pairs: Int32Array;
  isNew: Uint8Array;
};

/**
 * Carries an earlier result over to this pool. Keeps a squad if every member is present, eligible and unchanged, the
 * constraints still hold and no party is split.
 */
export function carryOver(
  compiledPool: CompiledPool,
  eligible: Uint8Array,
  previous: Omit<PreviousRun, 'squads'> & { squads: readonly { members: readonly string[] }[] },
  changedIds: readonly string[],
): CarriedOver {
  const { columns: c, parties } = compiledPool;
  const seats = c.terms.seats;
  const openIds = new Set(changedIds);
  const forbiddenGroups = groupForbiddenByHash(compiledPool.forbidden);
  const keptMembers: number[] = [];
  const group = new Int32Array(5);
  const isNew = new Uint8Array(c.size).fill(1);
  const isKnown = (id: string) => {
    const player = compiledPool.indexOf(id);
    if (player !== undefined && !openIds.has(id)) isNew[player] = 0;
  };
  for (const { id } of previous.leftOver) isKnown(id);
  for (const { members } of previous.pairs) for (const id of members) isKnown(id);
  for (const squad of previous.squads) {
    if (squad.members.length !== seats || squad.members.some((id) => openIds.has(id))) continue;
    let isComplete = true;
    for (let k = 0; k < seats; k++) {
      const player = compiledPool.indexOf(squad.members[k]!) ?? -1;
      group[k] = player;
      if (player < 0 || !eligible[player]) isComplete = false;
    }
    if (!isComplete || computeGroupValue(c, group, seats, false) < 0 || isForbidden(forbiddenGroups, c, group, seats))
      continue;
    if (splitsParty(c.party, parties, group, seats)) continue;
    for (let k = 0; k < seats; k++) {
      keptMembers.push(group[k]!);
      isNew[group[k]!] = 0;
    }
  }
  const pairs: number[] = [];
  for (const { members } of previous.pairs) {
    const indexes = members.map((id) => (openIds.has(id) ? -1 : (compiledPool.indexOf(id) ?? -1)));
    if (indexes.length === 2 && !indexes.includes(-1)) pairs.push(...indexes);
  }
  return { keptSquads: Int32Array.from(keptMembers), pairs: Int32Array.from(pairs), isNew };
}

function splitsParty(party: Int32Array, parties: number[][], group: Int32Array, seats: number): boolean {
  const members = group.subarray(0, seats);
  return members.some(
    (player) => party[player]! >= 0 && !parties[party[player]!]!.every((one) => members.includes(one)),
  );
}
