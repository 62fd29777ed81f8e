import type { MatchingRules } from '../../matcher/matcher-schema.ts';

/** Returns the values that every list contains, in the order of the first list. */
export function findSharedValues(lists: readonly (readonly string[])[]): string[] {
  return (lists[0] ?? []).filter((word) => lists.every((list) => list.includes(word)));
}

/**
 * Returns the regions that a replacement could come from: all region sets that contain a member's region, including
 * sets that only apply after a wait. The matcher checks each player later.
 * @returns null when the rules don't limit regions
 */
export function listReachableRegions(regions: readonly string[], rules: MatchingRules): string[] | null {
  if (!rules.limits.regions) return null;
  const sets = [...rules.limits.regions, ...rules.relaxation.flatMap((step) => step.regions ?? [])];
  const reachable = sets.filter((set) => regions.some((region) => set.includes(region))).flat();
  return [...new Set([...regions, ...reachable])];
}

type Compared = { region: string; modes: readonly string[]; languages: readonly string[] };

/** Returns the requirements for a replacement who fits the remaining members. */
export function toReplacementRequirements(remainingMembers: readonly Compared[], rules: MatchingRules) {
  return {
    regions: listReachableRegions(
      remainingMembers.map(({ region }) => region),
      rules,
    ),
    modes: findSharedValues(remainingMembers.map(({ modes }) => modes)),
    languages: findSharedValues(remainingMembers.map(({ languages }) => languages)),
  };
}
