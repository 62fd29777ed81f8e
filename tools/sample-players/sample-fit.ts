import { defaultRules } from '../../matcher/default-rules.ts';
import type { MatchingRules, PoolPlayer } from '../../matcher/matcher-schema.ts';
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
/** A sample player: `login` is their login at the sandbox sign-in provider, `email` goes with their password. */
export type SampleCard = PlayerCard & { login: string; email: string };

const SEATS = defaultRules.seats;
/** How many best fits are combined into groups of four, and how many of those groups are scored. */
const LOOKED_AT = 22;
const SCORED = 40;
/** Minimum scores for forming a group at once, and after a minute. */
const [AT_ONCE = 0, AFTER_A_MINUTE = 0] = defaultRules.queue.minScores;
/** Players who play now don't need shared availability. */
const QUARTER_MINUTES = 15;
const NOW: MatchingRules = {
  ...defaultRules,
  limits: { ...defaultRules.limits, minCommonMinutes: QUARTER_MINUTES },
  scales: { ...defaultRules.scales, fullCommonMinutes: QUARTER_MINUTES },
};
const ANY_MONDAY = '2026-03-02';

const share = (one: readonly string[], other: readonly string[]) => one.filter((word) => other.includes(word));
const findCommon = (lists: readonly (readonly string[])[]) => lists.reduce((left, list) => share(left, list));
const listPositions = ({ role, flex_positions }: PlayerCard) => [role, ...flex_positions];

/** Returns the regions that may play with this one from the first minute, itself included. */
export const listNearbyRegions = (region: string): readonly string[] =>
  defaultRules.limits.regions?.find((set) => set.includes(region)) ?? [region];

const allSets = [
  ...(defaultRules.limits.regions ?? []),
  ...defaultRules.relaxation.flatMap((step) => step.regions ?? []),
];

/** Returns, as one string, the regions this one may eventually meet once all limits are relaxed. */
export function getMeetingPool(region: string): string {
  const met = new Set([region]);
  for (let before = 0; before !== met.size; ) {
    before = met.size;
    for (const set of allSets) if (set.some((one) => met.has(one))) for (const one of set) met.add(one);
  }
  return [...met].sort().join('+');
}

/** Whether these players may play together at all, regardless of position. */
function canPlayTogether(players: readonly PlayerCard[]): boolean {
  const [first] = players;
  if (!first) return true;
  const platform =
    players.every(({ platform }) => platform === first.platform) || players.every((one) => one.crossplay);
  const near = listNearbyRegions(first.region);
  return (
    platform &&
    players.every(({ region }) => near.includes(region)) &&
    findCommon(players.map(({ modes }) => modes)).length > 0 &&
    findCommon(players.map(({ languages }) => languages)).length > 0
  );
}

/** Whether each of these players can get their own spot. */
function canFillSeats(players: readonly PlayerCard[], taken: readonly string[] = []): boolean {
  const [next, ...others] = players;
  if (!next) return true;
  return listPositions(next).some(
    (seat) => SEATS.includes(seat) && !taken.includes(seat) && canFillSeats(others, [...taken, seat]),
  );
}

/** Whether these five form a valid squad. */
export const isSquad = (five: readonly PlayerCard[]): boolean =>
  five.length === SEATS.length && canPlayTogether(five) && canFillSeats(five);

/** Scores how well a sample player fits a person; 0 when they can't play together. */
export function scoreFit(sample: PlayerCard, person: PlayerCard): number {
  if (!canPlayTogether([sample, person])) return 0;
  const apart = Math.abs((sample.overall_rating ?? 85) - (person.overall_rating ?? 85));
  return (
    1 +
    (sample.region === person.region ? 2 : 0) +
    (sample.platform === person.platform ? 1 : 0) +
    (sample.role === person.role ? 0 : 2) +
    (sample.competitive_level === person.competitive_level ? 2 : 0) +
    Math.min(2, share(sample.modes, person.modes).length) +
    (sample.languages[0] === person.languages[0] ? 1 : 0) +
    Math.max(0, 3 - apart / 4)
  );
}

/** Returns the players who may play with a person, best fit first. */
export function rankByFit<Sample extends PlayerCard>(samples: readonly Sample[], person: PlayerCard): Sample[] {
  return samples
    .map((sample) => ({ sample, fit: scoreFit(sample, person) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || (a.sample.id < b.sample.id ? -1 : 1))
    .map(({ sample }) => sample);
}

/** Scores five players who play right now, using the built-in rules; 0 when they can't play together. */
export const scoreLineup = (five: readonly PlayerCard[]): number =>
  isSquad(five) ? scoreSquad(five.map(toPoolPlayer), NOW, ANY_MONDAY).score : 0;

function toPoolPlayer({ role, flex_positions, overall_rating, ...card }: PlayerCard): PoolPlayer {
  return {
    ...card,
    modes: [...card.modes],
    languages: [...card.languages],
    playstyle: [...card.playstyle],
    archetypes: [...card.archetypes],
    positions: [role, ...flex_positions],
    rating: overall_rating,
    timezone: 'UTC',
    windows: [],
    slots: [[0, QUARTER_MINUTES]],
    wishes: {},
    party: null,
    blocks: [],
    avoids: [],
    waiting: 0,
    priority: 0,
    reliability: null,
    wants: ['squad'],
  };
}

/**
 * Picks four players who form a squad with any of these people, judging by the directory data. The first person counts
 * most; people no four can be found for don't count. Never picks more than four, so they can't complete a squad on
 * their own.
 * @param people those to serve, all in regions that may play together
 */
export function chooseFour<Sample extends PlayerCard>(
  samples: readonly Sample[],
  people: readonly PlayerCard[],
): Sample[] | undefined {
  const [first] = people;
  if (!first) return undefined;
  const likely = listPossibleFours(spreadOverSeats(rankByFit(samples, first)), people);
  const scored = likely.map((four) => ({
    four,
    worth: sumBy(people, (person) => toGrade(scoreLineup([...four, person]))),
  }));
  return scored.sort((a, b) => b.worth - a.worth)[0]?.four;
}

/** Whether the four form a squad at once with each of these people. */
export const formsSquad = (four: readonly PlayerCard[], people: readonly PlayerCard[]): boolean =>
  people.every((person) => scoreLineup([...four, person]) >= AT_ONCE);

/** Picks the player who makes the best squad in the spot that the four leave open. */
export function chooseSubstitute<Sample extends PlayerCard>(
  samples: readonly Sample[],
  { four, seat }: { four: readonly PlayerCard[]; seat: string },
): Sample | undefined {
  const scored = samples
    .filter((sample) => listPositions(sample).includes(seat) && !four.some(({ id }) => id === sample.id))
    .map((sample) => ({ sample, score: scoreLineup([...four, sample]) }));
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best && best.score >= AT_ONCE ? best.sample : undefined;
}

/** The score itself counts a little; groups that only form after a while count less. */
const toGrade = (score: number) =>
  score === 0 ? 0 : (score >= AT_ONCE ? 1 : score >= AFTER_A_MINUTE ? 0.6 : 0.2) + score / 500;

const sumBy = (people: readonly PlayerCard[], worth: (person: PlayerCard) => number) =>
  people.reduce((sum, person, place) => sum + worth(person) / (1 + place / 4), 0);

/** Lists groups of four that may play with the most of these people, best fits for the first person first. */
function listPossibleFours<Sample extends PlayerCard>(
  near: readonly Sample[],
  people: readonly PlayerCard[],
): Sample[][] {
  const found: { four: Sample[]; worth: number }[] = [];
  for (const [a, one] of near.entries()) {
    for (let b = a + 1; b < near.length; b++) {
      for (let c = b + 1; c < near.length; c++) {
        const three = [one, near[b]!, near[c]!];
        if (!canPlayTogether(three)) continue;
        for (let d = c + 1; d < near.length; d++) {
          const four = [...three, near[d]!];
          const served = sumBy(people, (person) => (isSquad([...four, person]) ? 1 : 0));
          if (served > 0) found.push({ four, worth: served - (a + b + c + d) / 1_000 });
        }
      }
    }
  }
  return found
    .sort((a, b) => b.worth - a.worth)
    .slice(0, SCORED)
    .map(({ four }) => four);
}

/**
 * Puts the best player of each position before the second best of any, so that four can be found among few candidates.
 */
function spreadOverSeats<Sample extends PlayerCard>(players: readonly Sample[]): Sample[] {
  const bySeat = SEATS.map((seat) => players.filter(({ role }) => role === seat));
  const turns = Math.max(0, ...bySeat.map((list) => list.length));
  return Array.from({ length: turns }, (_, turn) => bySeat.flatMap((list) => list[turn] ?? []))
    .flat()
    .slice(0, LOOKED_AT);
}
