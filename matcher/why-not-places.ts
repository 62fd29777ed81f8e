import { groupForbiddenByHash, isForbidden } from './board.ts';
import type { CompiledPool } from './compile.ts';
import { computeGroupValue } from './group-score.ts';
import type { Pool } from './matcher-schema.ts';
import type { Placement } from './why-not-trial.ts';

/**
 * Number of spots in the result's squads that the player could have taken. `plan` and `waited` count the spots whose
 * holder had priority because of a plan or a longer wait.
 */
export type TakenPlaces = { places: number; plan: number; waited: number };

/** Tries the player in every place of every squad, except places taken by a party. */
export function listPlaces(
  compiledPool: CompiledPool,
  { squads }: Placement,
  index: number,
  players: Pool['players'],
): TakenPlaces {
  const { columns: c } = compiledPool;
  const seats = c.terms.seats;
  const self = players[index]!;
  const forbiddenGroups = groupForbiddenByHash(compiledPool.forbidden);
  const group = new Int32Array(5);
  const placeCounts: TakenPlaces = { places: 0, plan: 0, waited: 0 };
  if ((c.wants[index]! & 1) === 0 || c.party[index]! >= 0) return placeCounts;
  for (const squad of squads) {
    for (let k = 0; k < seats; k++) {
      const holder = squad[k]!;
      if (c.party[holder]! >= 0) continue;
      group.set(squad);
      group[k] = index;
      if (computeGroupValue(c, group, seats, false) < 0 || isForbidden(forbiddenGroups, c, group, seats)) continue;
      placeCounts.places++;
      const { priority, waiting } = players[holder]!;
      if (priority > self.priority) placeCounts.plan++;
      else if (waiting > self.waiting) placeCounts.waited++;
    }
  }
  return placeCounts;
}
