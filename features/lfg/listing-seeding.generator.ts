import type { SeedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import type { NewListing, Slot } from './lfg.schema.ts';

type Position = NewListing['needed_positions'][number];

const POSITIONS: readonly Position[] = ['PG', 'SG', 'SF', 'PF', 'C'];
const NAMES = {
  PG: 'point guard',
  SG: 'shooting guard',
  SF: 'small forward',
  PF: 'power forward',
  C: 'center',
} as const;

const TITLES: readonly ((needed: string, mode: string) => string)[] = [
  (needed, mode) => `${mode} tonight, ${needed} wanted`,
  (needed, mode) => `Steady ${mode} group needs ${needed}`,
  (needed) => `Share the ball: looking for ${needed}`,
  (needed, mode) => `${mode} run, room for ${needed}`,
  (needed) => `No drama, good talk, ${needed} please`,
  (needed, mode) => `Building a ${mode} crew around ${needed}`,
  (needed) => `Weeknights with a plan: ${needed}`,
  (needed, mode) => `${mode} and a laugh, bring ${needed}`,
];

const NOTES: readonly string[] = [
  'We run two plays and read the rest. A mic helps, patience helps more.',
  'Winning is nice. Passing up a bad shot is nicer.',
  'We warm up for ten minutes, then four or five games. Late is fine if you say so.',
  'New to this position? Fine, as long as you stay home on defense.',
  'We keep the same five for a month and see how far it goes.',
  'Looking for somebody who boxes out and talks on switches.',
];

/** One or two by name, more by their letters: a title stays short. */
function seatsInWords(needed: readonly Position[]): string {
  const names: string[] = needed.length > 2 ? [...needed] : needed.map((position) => NAMES[position]);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * A made-up listing that fits its owner: their platform, region, modes and hours, and positions they do not play.
 * @param number varies the words and the number of seats
 */
export function seedListing(owner: SeedPlayer, number: number): NewListing {
  const others = POSITIONS.filter((position) => position !== owner.role);
  const seats = 1 + (number % 4);
  const needed = POSITIONS.filter((position) =>
    Array.from({ length: seats }, (_, index) => others[(number + index) % others.length]).includes(position),
  );
  const mode = owner.modes[number % owner.modes.length]!;
  return {
    title: TITLES[number % TITLES.length]!(seatsInWords(needed), mode),
    needed_positions: needed,
    modes: owner.modes as NewListing['modes'],
    platform: owner.platform as NewListing['platform'],
    allows_crossplay: owner.crossplay,
    region: owner.region as NewListing['region'],
    availability: slotsOf(owner),
    timezone: owner.timezone,
    notes: number % 3 === 0 ? null : NOTES[number % NOTES.length]!,
    boost: number % 8 === 0,
  };
}

/** The first hours of the owner's week, one slot a day. */
function slotsOf(owner: SeedPlayer): Slot[] {
  return owner.availability
    .flatMap(({ days, start, end }) => days.map((day) => ({ day, start, end: end === '24:00' ? '00:00' : end })))
    .filter(({ start, end }) => start !== end)
    .slice(0, 4) as Slot[];
}
