import type { MatchingRules, PoolPlayer } from './matcher-schema.ts';
import { BIN_MINUTES, type toWeekBins, WEEK_WORDS } from './week.ts';

type JudgeContext = { rules: MatchingRules; bins: ReturnType<typeof toWeekBins> };

/**
 * Returns whether people may be proposed together, based only on their rows and plain string comparison. The only
 * engine code it uses is the parser of weekly windows. The caller checks parties and forbidden groups.
 */
export function canMeet(members: readonly PoolPlayer[], { rules, bins }: JudgeContext): boolean {
  const { limits } = rules;
  const isSamePlatform = members.every(({ platform }) => platform === members[0]!.platform);
  const hasCommonPlatform = !limits.platform || isSamePlatform || members.every(({ crossplay }) => crossplay);
  const hasMode = !limits.commonMode || hasCommonWord(members.map(({ modes }) => modes));
  const hasCommonLanguage = !limits.commonLanguage || hasCommonWord(members.map(({ languages }) => languages));
  const wishGroups = Object.values(
    Object.groupBy(
      members.flatMap(({ wishes }) => Object.entries(wishes)),
      ([name]) => name,
    ),
  );
  const hasCommonWishes = wishGroups.every(
    (words) => new Set(words?.map(([, word]) => word).filter((word) => word !== null)).size < 2,
  );
  const isBlocked = members.some((one) => members.some((other) => other !== one && one.blocks.includes(other.id)));
  const ratings = members.map(({ rating }) => rating).filter((rating) => rating !== null);
  const spread = ratings.length < 2 ? 0 : Math.max(...ratings) - Math.min(...ratings);
  return (
    hasCommonPlatform &&
    hasMode &&
    hasCommonLanguage &&
    hasCommonWishes &&
    !isBlocked &&
    canRegionsMeet(members, rules) &&
    members.every((member) => spread <= (getLimit(member, rules, 'maxRatingSpread') ?? Number.POSITIVE_INFINITY)) &&
    countCommonMinutes(members, bins) >= Math.max(...members.map((m) => getLimit(m, rules, 'minCommonMinutes') ?? 0))
  );
}

/** Returns whether all seats of the rules are taken by members who play that position. */
export function areSeatsCovered(
  members: readonly PoolPlayer[],
  positions: Readonly<Record<string, string>>,
  rules: MatchingRules,
): boolean {
  const seats = members.map(({ id }) => positions[id]!);
  return (
    seats.toSorted().join() === rules.seats.toSorted().join() &&
    members.every((member, k) => member.positions.includes(seats[k]!))
  );
}

/** Returns whether any word appears in all lists. */
function hasCommonWord(lists: readonly (readonly string[])[]): boolean {
  return lists[0]!.some((word) => lists.every((list) => list.includes(word)));
}

/**
 * Returns whether all members are in one region, or in a set of regions that each member may play in. Each member's own
 * waiting relaxes their limits.
 */
function canRegionsMeet(members: readonly PoolPlayer[], rules: MatchingRules): boolean {
  const alwaysCompatible = rules.limits.regions;
  if (alwaysCompatible === null || members.every(({ region }) => region === members[0]!.region)) return true;
  const isWithin = (set: readonly string[]) => members.every(({ region }) => set.includes(region));
  if (alwaysCompatible.some(isWithin)) return true;
  return rules.relaxation.some(
    (step) => members.every(({ waiting }) => waiting >= step.afterRuns) && (step.regions ?? []).some(isWithin),
  );
}

/** Returns a limit, relaxed by how many rounds this player has waited. */
function getLimit(
  player: PoolPlayer,
  rules: MatchingRules,
  name: 'maxRatingSpread' | 'minCommonMinutes',
): number | null {
  let limit = rules.limits[name];
  for (const step of rules.relaxation) {
    if (player.waiting >= step.afterRuns && step[name] !== undefined) limit = step[name];
  }
  return limit;
}

function countCommonMinutes(members: readonly PoolPlayer[], bins: JudgeContext['bins']): number {
  const commonBits = new Int32Array(WEEK_WORDS).fill(-1);
  for (const member of members) {
    const ownBits = new Int32Array(WEEK_WORDS);
    bins.fill(ownBits, 0, member);
    for (let w = 0; w < WEEK_WORDS; w++) commonBits[w]! &= ownBits[w]!;
  }
  let minutes = 0;
  for (const word of commonBits) for (let bits = word; bits !== 0; bits &= bits - 1) minutes += BIN_MINUTES;
  return minutes;
}
