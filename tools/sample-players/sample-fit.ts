import { toQueueRules } from '../../features/queue/queue-groups.rules.ts';
import { compilePool } from '../../matcher/compile.ts';
import { defaultRules } from '../../matcher/default-rules.ts';
import { computeGroupValue } from '../../matcher/group-score.ts';
import type { PoolPlayer } from '../../matcher/matcher-schema.ts';
import { scoreSquad } from '../../matcher/score.ts';

/** A player's data as the directory shows it. */
export type PlayerCard = {
  id: string;
  role: string;
  flex_positions: readonly string[];
  platform: string;
  crossplay: boolean;
  region: string;
  modes: readonly string[];
  languages: readonly string[];
  overall_rating: number | null;
  competitive_level: string | null;
  playstyle: readonly string[];
  archetypes: readonly string[];
  mic: boolean;
};
/** A sample player: `login` is for the sandbox sign-in provider, `email` for signing in with a password. */
export type SampleCard = PlayerCard & { login: string; email: string };

/** Number of best fits that are combined into groups of four. */
const MAX_CANDIDATES = 22;
/** Minimum scores for forming a squad immediately, and after a minute. */
const [AT_ONCE = 0, AFTER_A_MINUTE = 0] = defaultRules.queue.minScores;
/** Rules for players who play right now, regardless of their weekly availability. */
const NOW = toQueueRules(defaultRules, 'now');
const NOW_MINUTES = NOW.limits.minCommonMinutes;
const ANY_MONDAY = '2026-03-02';

/** Returns the regions whose players may play with this one's from the first minute, including itself. */
export const listNearbyRegions = (region: string): readonly string[] =>
  defaultRules.limits.regions?.find((set) => set.includes(region)) ?? [region];

const toPoolPlayer = ({ role, flex_positions, overall_rating, ...card }: PlayerCard): PoolPlayer => ({
  ...card,
  modes: [...card.modes],
  languages: [...card.languages],
  playstyle: [...card.playstyle],
  archetypes: [...card.archetypes],
  positions: [role, ...flex_positions],
  rating: overall_rating,
  timezone: 'UTC',
  ...{ windows: [], slots: [[0, NOW_MINUTES]], wishes: {}, party: null, blocks: [], avoids: [] },
  ...{ waiting: 0, priority: 0, reliability: null, wants: ['squad'] },
});

const scorePlayers = (players: readonly PlayerCard[]) => scoreSquad(players.map(toPoolPlayer), NOW, ANY_MONDAY);

/** Returns whether five players form a valid squad. */
export const isSquad = (players: readonly PlayerCard[]): boolean => scorePlayers(players).valid;

/** Returns the score of five players who play right now under the default rules, or 0 if they can't play together. */
export const scoreLineup = (players: readonly PlayerCard[]): number => {
  const { valid, score } = scorePlayers(players);
  return valid ? score : 0;
};

/**
 * Compiles players once.
 * @returns a function that scores a pair or a squad of them by index; below 0 if they can't play together
 */
function createScorer(players: readonly PlayerCard[]): (...indexes: number[]) => number {
  const pool = { weekOf: ANY_MONDAY, players: players.map(toPoolPlayer), forbiddenGroups: [] };
  const { columns } = compilePool(pool, NOW);
  const group = new Int32Array(NOW.seats.length);
  return (...indexes) => {
    group.set(indexes);
    return computeGroupValue(columns, group, indexes.length, false);
  };
}

/** Returns the players who may play with a person, best fit first. */
export function rankByFit<Sample extends PlayerCard>(samples: readonly Sample[], person: PlayerCard): Sample[] {
  const score = createScorer([person, ...samples]);
  return samples
    .map((sample, index) => ({ sample, fit: score(0, index + 1) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || (a.sample.id < b.sample.id ? -1 : 1))
    .map(({ sample }) => sample);
}

/**
 * Picks four players who form a squad with any of these real users, based on the directory. The first user counts most,
 * and users without four fitting players are ignored. It never picks more than four, so sample players can't form a
 * squad by themselves.
 * @param people all in regions that may play together
 */
export function chooseFour<Sample extends PlayerCard>(
  samples: readonly Sample[],
  people: readonly PlayerCard[],
): Sample[] | undefined {
  const [first] = people;
  if (!first) return undefined;
  const nearestSamples = spreadOverSeats(rankByFit(samples, first));
  const score = createScorer([...nearestSamples, ...people]);
  let best: { four: number[]; worth: number } = { four: [], worth: 0 };
  for (const four of listFours(nearestSamples.length)) {
    const worth = people.reduce(
      (sum, _, place) => sum + toGrade(score(...four, nearestSamples.length + place)) / (1 + place / 4),
      0,
    );
    if (worth > best.worth) best = { four, worth };
  }
  return best.worth > 0 ? best.four.map((index) => nearestSamples[index]!) : undefined;
}

/** Picks the player who makes the best squad in the spot that the four leave open. */
export function chooseReplacement<Sample extends PlayerCard>(
  samples: readonly Sample[],
  { four, seat }: { four: readonly PlayerCard[]; seat: string },
): Sample | undefined {
  return samples
    .filter(
      ({ id, role, flex_positions }) => [role, ...flex_positions].includes(seat) && !four.some((one) => one.id === id),
    )
    .map((sample) => ({ sample, score: scoreLineup([...four, sample]) }))
    .filter(({ score }) => score >= AT_ONCE)
    .sort((a, b) => b.score - a.score)[0]?.sample;
}

/** Grades a score: squads that only form after a wait count less, and the score itself counts a little. */
const toGrade = (score: number) =>
  score <= 0 ? 0 : (score >= AT_ONCE ? 1 : score >= AFTER_A_MINUTE ? 0.6 : 0.2) + score / 500;

/** Lists all groups of four indexes below `count`. */
function* listFours(count: number): Generator<number[]> {
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = b + 1; c < count; c++) for (let d = c + 1; d < count; d++) yield [a, b, c, d];
}

/**
 * Puts the best player of each position before the second best of any, so that a few candidates cover all positions.
 */
function spreadOverSeats<Sample extends PlayerCard>(players: readonly Sample[]): Sample[] {
  const rank = new Map<Sample, number>();
  for (const seatPlayers of Map.groupBy(players, ({ role }) => role).values())
    for (const [place, player] of seatPlayers.entries()) rank.set(player, place);
  return players.toSorted((a, b) => rank.get(a)! - rank.get(b)!).slice(0, MAX_CANDIDATES);
}
