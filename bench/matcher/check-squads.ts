import type { MatchingRules, Pool, PoolPlayer, Result } from '../../matcher/matcher-schema.ts';
import { BIN_MINUTES, WEEK_WORDS, weekBins } from '../../matcher/week.ts';

/**
 * Number of squads that break a rule, hold somebody twice, or tear a party. Every squad is judged from the rows
 * themselves, by plain comparisons of words; of the engine only the reading of weekly windows is used.
 */
export function invalidSquads(pool: Pool, rules: MatchingRules, result: Result): number {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const partySize = new Map<string, number>();
  for (const { party } of pool.players) if (party !== null) partySize.set(party, (partySize.get(party) ?? 0) + 1);
  const bins = weekBins(pool.weekOf);
  const seen = new Set<string>();
  let invalid = 0;
  for (const squad of result.squads) {
    const members = squad.members.map((id) => byId.get(id)!);
    const twice = squad.members.some((id) => seen.has(id));
    for (const id of squad.members) seen.add(id);
    const torn = members.some(
      ({ party }) => party !== null && members.filter((one) => one.party === party).length !== partySize.get(party),
    );
    if (twice || torn || !isAllowed(members, squad.positions, rules, bins)) invalid++;
  }
  return invalid;
}

function isAllowed(
  members: readonly PoolPlayer[],
  positions: Record<string, string>,
  rules: MatchingRules,
  bins: ReturnType<typeof weekBins>,
): boolean {
  const { limits } = rules;
  const seats = members.map(({ id }) => positions[id]!);
  const seated =
    seats.toSorted().join() === rules.seats.toSorted().join() &&
    members.every((member, k) => member.positions.includes(seats[k]!) && member.wants.includes('squad'));
  const samePlatform = members.every(({ platform }) => platform === members[0]!.platform);
  const platform = !limits.platform || samePlatform || members.every(({ crossplay }) => crossplay);
  const mode = !limits.commonMode || share(members.map(({ modes }) => modes));
  const language = !limits.commonLanguage || share(members.map(({ languages }) => languages));
  const wished = Object.values(
    Object.groupBy(
      members.flatMap(({ wishes }) => Object.entries(wishes)),
      ([wish]) => wish,
    ),
  );
  const wish = wished.every(
    (words) => new Set(words?.map(([, word]) => word).filter((word) => word !== null)).size < 2,
  );
  const blocked = members.some(({ blocks }) => members.some(({ id }) => blocks.includes(id)));
  const ratings = members.map(({ rating }) => rating).filter((rating) => rating !== null);
  const spread = ratings.length < 2 ? 0 : Math.max(...ratings) - Math.min(...ratings);
  return (
    seated &&
    platform &&
    mode &&
    language &&
    wish &&
    !blocked &&
    regionsMeet(members, rules) &&
    members.every((member) => spread <= (limitOf(member, rules, 'maxRatingSpread') ?? Number.POSITIVE_INFINITY)) &&
    commonMinutes(members, bins) >= Math.max(...members.map((m) => limitOf(m, rules, 'minCommonMinutes') ?? 0))
  );
}

/** Whether some word is in all lists. */
function share(lists: readonly (readonly string[])[]): boolean {
  return lists[0]!.some((word) => lists.every((list) => list.includes(word)));
}

/** All in one region, or in one set of regions that each of them may play in, relaxation by own waiting included. */
function regionsMeet(members: readonly PoolPlayer[], rules: MatchingRules): boolean {
  const always = rules.limits.regions;
  if (always === null || members.every(({ region }) => region === members[0]!.region)) return true;
  const all = (set: readonly string[]) => members.every(({ region }) => set.includes(region));
  if (always.some(all)) return true;
  return rules.relaxation.some(
    (step) => members.every(({ waiting }) => waiting >= step.afterRuns) && (step.regions ?? []).some(all),
  );
}

/** A limit as relaxed for one player by their own waiting. */
function limitOf(
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

function commonMinutes(members: readonly PoolPlayer[], bins: ReturnType<typeof weekBins>): number {
  const common = new Int32Array(WEEK_WORDS).fill(-1);
  for (const member of members) {
    const own = new Int32Array(WEEK_WORDS);
    bins.fill(own, 0, member);
    for (let w = 0; w < WEEK_WORDS; w++) common[w]! &= own[w]!;
  }
  let minutes = 0;
  for (const word of common) for (let rest = word; rest !== 0; rest &= rest - 1) minutes += BIN_MINUTES;
  return minutes;
}
