import { defaultRules } from '../../matcher/default-rules.ts';

/** What the directory shows of somebody who plays. */
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
};
/** A sample player: `login` is theirs where people sign in. */
export type SampleCard = PlayerCard & { login: string };

const SEATS = defaultRules.seats;
/** Of so many who fit somebody best, the four are chosen. */
const LOOKED_AT = 22;

const share = (one: readonly string[], other: readonly string[]) => one.filter((word) => other.includes(word));
const inCommon = (lists: readonly (readonly string[])[]) => lists.reduce((left, list) => share(left, list));
const plays = ({ role, flex_positions }: PlayerCard) => [role, ...flex_positions];

/** The regions that may play with this one from the first minute on, itself included. */
const regionsAround = (region: string): readonly string[] =>
  defaultRules.limits.regions?.find((set) => set.includes(region)) ?? [region];

/** Whether these may play together at all, whatever they play. */
function goTogether(players: readonly PlayerCard[]): boolean {
  const [first] = players;
  if (!first) return true;
  const platform =
    players.every(({ platform }) => platform === first.platform) || players.every((one) => one.crossplay);
  const near = regionsAround(first.region);
  return (
    platform &&
    players.every(({ region }) => near.includes(region)) &&
    inCommon(players.map(({ modes }) => modes)).length > 0 &&
    inCommon(players.map(({ languages }) => languages)).length > 0
  );
}

/** Whether each of these can have a seat of their own. */
function haveSeats(players: readonly PlayerCard[], taken: readonly string[] = []): boolean {
  const [next, ...others] = players;
  if (!next) return true;
  return plays(next).some(
    (seat) => SEATS.includes(seat) && !taken.includes(seat) && haveSeats(others, [...taken, seat]),
  );
}

/** Whether these five are a squad. */
export const isSquad = (five: readonly PlayerCard[]): boolean =>
  five.length === SEATS.length && goTogether(five) && haveSeats(five);

/** How well somebody fits beside a person, 0 when they may not play together. */
export function fitOf(sample: PlayerCard, person: PlayerCard): number {
  if (!goTogether([sample, person])) return 0;
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

/** Those who may play with a person, who fits best first. */
export function likeliest<Sample extends PlayerCard>(samples: readonly Sample[], person: PlayerCard): Sample[] {
  return samples
    .map((sample) => ({ sample, fit: fitOf(sample, person) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || (a.sample.id < b.sample.id ? -1 : 1))
    .map(({ sample }) => sample);
}

/**
 * Four who make a squad with whoever of these people comes, by what the directory shows of them; the first person counts
 * most, and one with whom no four can be found counts nothing. Never more than four: they complete no squad by themselves.
 * @param people those for whom somebody should be there, all in regions that may play together
 */
export function fourFor<Sample extends PlayerCard>(
  samples: readonly Sample[],
  people: readonly PlayerCard[],
): Sample[] | undefined {
  const [first] = people;
  if (!first) return undefined;
  const near = spreadOverSeats(likeliest(samples, first));
  let best: { four: Sample[]; worth: number } | undefined;
  for (const [a, one] of near.entries()) {
    for (let b = a + 1; b < near.length; b++) {
      for (let c = b + 1; c < near.length; c++) {
        const three = [one, near[b]!, near[c]!];
        if (!goTogether(three)) continue;
        for (let d = c + 1; d < near.length; d++) {
          const four = [...three, near[d]!];
          // Those at the front of the list fit best.
          const worth = worthOf(four, people) - (a + b + c + d) / 1_000;
          if (worth > (best?.worth ?? 0)) best = { four, worth };
        }
      }
    }
  }
  return best?.four;
}

const worthOf = (four: readonly PlayerCard[], people: readonly PlayerCard[]) =>
  people.reduce((sum, person, place) => sum + (isSquad([...four, person]) ? 1 / (1 + place / 4) : 0), 0);

/** The best of each seat before the second best of any, so that four can be found among few. */
function spreadOverSeats<Sample extends PlayerCard>(players: readonly Sample[]): Sample[] {
  const bySeat = SEATS.map((seat) => players.filter(({ role }) => role === seat));
  const turns = Math.max(0, ...bySeat.map((list) => list.length));
  return Array.from({ length: turns }, (_, turn) => bySeat.flatMap((list) => list[turn] ?? []))
    .flat()
    .slice(0, LOOKED_AT);
}
