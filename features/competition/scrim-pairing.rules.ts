import type { Matching, WeightedEdges } from '../../matcher/matching.ts';
import { computeDenseMatching, computeMatchingBound, verifyMatching } from '../../matcher/matching-proof.ts';
import { type SkillEstimate, winProbability } from '../../ratings/win-probability.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { BestOf, GameMode } from './games/games.schema.ts';

/** A span of time in milliseconds since 1970, the end excluded. */
type TimeSpan = { readonly from: number; readonly to: number };

/** A squad that looks for opponents, with everything the pairing takes into account. */
export type ScrimPost = {
  readonly id: string;
  readonly mode: GameMode;
  readonly bestOf: BestOf;
  readonly region: string;
  readonly platform: string;
  readonly crossplay: boolean;
  /** When the squad can play, in order and without overlaps. */
  readonly times: readonly TimeSpan[];
  /** The players who'd play, two or five of them. */
  readonly players: readonly (SkillEstimate & { readonly id: string })[];
  /** The squad's rating from 0 to 3000, and the range in which it accepts opponents. */
  readonly rating: number;
  readonly opponents: { readonly min: number; readonly max: number };
  /** The club whose squads it plays only, or null for any. */
  readonly onlyClub: string | null;
  readonly club: string | null;
  /** Posts it must not be paired with: someone blocked someone there, or a request between them was declined. */
  readonly excluded: ReadonlySet<string>;
  /** Number of rounds it has waited. */
  readonly waited: number;
};

export type PairingRules = {
  /** Sets of regions whose squads may play each other. */
  readonly regions: readonly (readonly string[])[];
  /** The mode's calibration, see `Ratings.getSlope`. */
  readonly slope: number;
};

/** Two posts, the points of their match-up, and the first time both can play the whole series. */
type ScrimPair = { readonly a: string; readonly b: string; readonly points: number; readonly startsAt: number };

/** Pairs that no other pairing can beat, with the labels that prove it. */
export type Pairing = { readonly pairs: readonly ScrimPair[]; readonly proof: PairingProof };

/** `total` is the points of all pairs; no pairing of these posts has more than `bound`. */
type PairingProof = Pick<Matching, 'labels' | 'sets'> & { readonly total: number; readonly bound: number };

/** Minutes that both squads must be free, from the first game to the last possible one. */
const SERIES_MINUTES: Readonly<Record<BestOf, number>> = { 1: 45, 3: 120, 5: 180, 7: 240 };
/** Common time beyond which more of it adds no points. */
const FULL_COMMON_MINUTES = 360;
/** Points of a match-up. Most go to having a game at all, so that two fair games beat a perfect one. */
const POINTS = { game: 50, closeness: 30, time: 12, region: 8 } as const;
/** Points for each round the two have waited, and the most they add. */
const WAITING_POINTS = { perRound: 3, max: 30 } as const;
const CROSS_REGION_SHARE = 0.5;

/** All possible match-ups as edges between the posts' indexes, and when each could start. */
type Candidates = WeightedEdges & { readonly startsAt: readonly number[] };
type MatchUp = Pick<ScrimPair, 'points' | 'startsAt'>;

/**
 * Pairs squads so that their match-ups have as many points as possible in total: a maximum-weight matching. Squads with
 * no possible opponent stay out. The same posts in the same order give the same pairs.
 */
export function pairScrims(posts: readonly ScrimPost[], rules: PairingRules): Pairing {
  const candidates = listCandidates(posts, rules);
  const matching = computeDenseMatching(posts.length, candidates);
  const pairs: ScrimPair[] = [];
  for (const [index, startsAt] of candidates.startsAt.entries()) {
    const [from, to] = [candidates.from[index]!, candidates.to[index]!];
    if (matching.partner[from] !== to) continue;
    pairs.push({ a: posts[from]!.id, b: posts[to]!.id, points: candidates.weight[index]!, startsAt });
  }
  const { labels, sets } = matching;
  const total = Math.round(pairs.reduce((sum, { points }) => sum + points, 0) * 100) / 100;
  return { pairs, proof: { labels, sets, total, bound: computeMatchingBound(matching) } };
}

/**
 * Returns the problems with a pairing, one sentence each; an empty list proves that no other pairing has more points. It
 * judges every two posts again and doesn't use the search.
 */
export function verifyPairing(posts: readonly ScrimPost[], rules: PairingRules, { pairs, proof }: Pairing): string[] {
  const numbers = new Map(posts.map(({ id }, index) => [id, index]));
  const partner = new Int32Array(posts.length).fill(-1);
  for (const { a, b } of pairs) {
    const [one, other] = [numbers.get(a), numbers.get(b)];
    if (one === undefined || other === undefined) return ['A pair names an unknown post.'];
    if (partner[one] !== -1 || partner[other] !== -1) return ['A post is in two pairs.'];
    partner[one] = other;
    partner[other] = one;
  }
  const faults = verifyMatching(posts.length, listCandidates(posts, rules), { ...proof, partner });
  const isAsStated = ({ a, b, points, startsAt }: ScrimPair) => {
    const matchUp = judgeMatchUp(posts[numbers.get(a)!]!, posts[numbers.get(b)!]!, rules);
    return matchUp?.points === points && matchUp.startsAt === startsAt;
  };
  if (!pairs.every(isAsStated)) faults.push('A pair has other points or another time than stated.');
  return faults;
}

function listCandidates(posts: readonly ScrimPost[], rules: PairingRules): Candidates {
  const candidates = { from: [] as number[], to: [] as number[], weight: [] as number[], startsAt: [] as number[] };
  const indexed = posts.map((post, index) => ({ post, index }));
  const groups = Map.groupBy(indexed, ({ post }) => `${post.mode} ${post.bestOf} ${post.players.length}`);
  for (const group of groups.values()) {
    for (const [place, { post: a, index: from }] of group.entries()) {
      for (const { post: b, index: to } of group.slice(place + 1)) {
        const matchUp = judgeMatchUp(a, b, rules);
        if (!matchUp) continue;
        candidates.from.push(from);
        candidates.to.push(to);
        candidates.weight.push(matchUp.points);
        candidates.startsAt.push(matchUp.startsAt);
      }
    }
  }
  return candidates;
}

/** Returns the match-up of two posts, or undefined if they can't play each other. */
function judgeMatchUp(a: ScrimPost, b: ScrimPost, rules: PairingRules): MatchUp | undefined {
  if (!mayMeet(a, b) || !isInRange(a, b) || !isInRange(b, a)) return undefined;
  const isSameRegion = a.region === b.region;
  if (!isSameRegion && !rules.regions.some((set) => set.includes(a.region) && set.includes(b.region))) return undefined;
  const common = findCommonTime(a.times, b.times, SERIES_MINUTES[a.bestOf] * MINUTE_MS);
  if (!common || sharesPlayer(a, b)) return undefined;
  const chance = winProbability(a.players, b.players, rules.slope);
  const closeness = 1 - Math.abs(2 * chance - 1);
  const time = Math.min(1, common.total / (FULL_COMMON_MINUTES * MINUTE_MS));
  const waiting = Math.min(WAITING_POINTS.max, WAITING_POINTS.perRound * (a.waited + b.waited));
  const region = isSameRegion ? 1 : CROSS_REGION_SHARE;
  const points = POINTS.game + POINTS.closeness * closeness + POINTS.time * time + POINTS.region * region + waiting;
  return { points: Math.round(points * 100) / 100, startsAt: common.startsAt };
}

function mayMeet(a: ScrimPost, b: ScrimPost): boolean {
  if (a.platform !== b.platform && !(a.crossplay && b.crossplay)) return false;
  if (a.onlyClub !== null && a.onlyClub !== b.club) return false;
  if (b.onlyClub !== null && b.onlyClub !== a.club) return false;
  return !a.excluded.has(b.id) && !b.excluded.has(a.id);
}

const isInRange = ({ opponents }: ScrimPost, { rating }: ScrimPost) =>
  rating >= opponents.min && rating <= opponents.max;

const sharesPlayer = (a: ScrimPost, b: ScrimPost) =>
  a.players.some(({ id }) => b.players.some((other) => other.id === id));

/** Returns all common time and the first start with room for the series, or undefined if there's none. */
function findCommonTime(a: readonly TimeSpan[], b: readonly TimeSpan[], needed: number) {
  let startsAt: number | undefined;
  let total = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const from = Math.max(a[i]!.from, b[j]!.from);
    const to = Math.min(a[i]!.to, b[j]!.to);
    if (to > from) total += to - from;
    if (to - from >= needed) startsAt ??= from;
    if (a[i]!.to < b[j]!.to) i++;
    else j++;
  }
  return startsAt === undefined ? undefined : { startsAt, total };
}
