import type { Pool, Result } from '../../../matcher/matcher-schema.ts';
import type { TrialChanges, TrialSide } from './rulebook.schema.ts';

/** What a run found, as the console compares it. */
export function sideOf({ certificate }: Result): TrialSide {
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

const groupsOf = (result: Result) =>
  new Set([...result.squads, ...result.pairs].map(({ members }) => [...members].sort().join('+')));
const placedIn = (result: Result) => new Set([...result.squads, ...result.pairs].flatMap(({ members }) => members));

/** How many players gain and lose a place, and how many groups stay as they are. */
export function changesOf(pool: Pool, present: Result, tried: Result): TrialChanges {
  const before = placedIn(present);
  const after = placedIn(tried);
  const groups = groupsOf(present);
  return {
    pool: pool.players.length,
    gained: [...after].filter((id) => !before.has(id)).length,
    lost: [...before].filter((id) => !after.has(id)).length,
    same_groups: [...groupsOf(tried)].filter((group) => groups.has(group)).length,
  };
}
