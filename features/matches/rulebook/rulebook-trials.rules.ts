import type { Pool, Result } from '../../../matcher/matcher-schema.ts';
import type { TrialChanges, TrialSide } from './rulebook.schema.ts';

/** Converts a run's results for the console's comparison. */
export function toTrialSide({ certificate }: Result): TrialSide {
  return {
    squads: certificate.squads,
    pairs: certificate.pairs,
    left_over: certificate.leftOver,
    mean_score: certificate.scores.mean,
    wait: certificate.wait.all,
    left_over_by_reason: certificate.leftOverByReason,
    seconds: certificate.seconds,
  };
}

const toGroups = (result: Result) =>
  new Set([...result.squads, ...result.pairs].map(({ members }) => [...members].sort().join('+')));
const listPlacedIds = (result: Result) =>
  new Set([...result.squads, ...result.pairs].flatMap(({ members }) => members));

/** Counts the players who are matched on only one side, and the groups that are the same on both. */
export function compareTrialSides(pool: Pool, currentSide: Result, draftSide: Result): TrialChanges {
  const before = listPlacedIds(currentSide);
  const after = listPlacedIds(draftSide);
  const groups = toGroups(currentSide);
  return {
    pool: pool.players.length,
    gained: [...after].filter((id) => !before.has(id)).length,
    lost: [...before].filter((id) => !after.has(id)).length,
    same_groups: [...toGroups(draftSide)].filter((group) => groups.has(group)).length,
  };
}
