import { POSITIONS, type Position } from '../profiles/game.schema.ts';
import type { SeedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import type { NewListing, Slot } from './lfg.schema.ts';

const NAMES = {
  PG: 'point guard',
  SG: 'shooting guard',
  SF: 'small forward',
  PF: 'power forward',
  C: 'center',
} as const;

type WantedPlayers = { needed: string; mode: string; when: string | undefined };

const TITLES: readonly ((roles: WantedPlayers) => string)[] = [
  ({ needed, mode, when }) => `${mode}${when ? ` ${when}` : ' squad'}, ${needed} wanted`,
  ({ needed, mode }) => `Steady ${mode} group needs ${needed}`,
  ({ needed }) => `Share the ball: looking for ${needed}`,
  ({ needed, mode }) => `${mode} run, room for ${needed}`,
  ({ needed }) => `No drama, good talk, ${needed} please`,
  ({ needed, mode }) => `Building a ${mode} crew around ${needed}`,
  ({ needed, when = 'games' }) => `${when[0]!.toUpperCase()}${when.slice(1)} with a plan: ${needed}`,
  ({ needed, mode }) => `${mode} and a laugh, bring ${needed}`,
];

const NOTES: readonly string[] = [
  'We run two plays and read the rest. A mic helps, patience helps more.',
  'Winning is nice. Passing up a bad shot is nicer.',
  'We warm up for ten minutes, then three or four games. Ten minutes late is fine if you say so.',
  'New to this position? Fine, as long as you stay home on defense.',
  'We keep the same five for a month and see how far it goes.',
  'Looking for somebody who boxes out and talks on switches.',
];

/** Spells out one or two positions and abbreviates more, to keep titles short. */
function formatSeats(positions: readonly Position[]): string {
  const names: string[] = positions.length > 2 ? [...positions] : positions.map((position) => NAMES[position]);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const WEEKEND: readonly Slot['day'][] = ['Sat', 'Sun'];

/** Returns a word that fits all of the hours someone plays, such as 'evenings'; undefined if no word does. */
export function formatWhen(slots: readonly Slot[]): string | undefined {
  const isEverySlot = (predicate: (slot: Slot) => boolean) => slots.length > 0 && slots.every(predicate);
  const isOverBy = ({ start, end }: Slot, clock: string) => end > start && end <= clock;
  if (isEverySlot(({ day }) => WEEKEND.includes(day))) return 'weekends';
  if (isEverySlot((slot) => isOverBy(slot, '13:00'))) return 'mornings';
  if (isEverySlot((slot) => slot.start >= '11:00' && isOverBy(slot, '19:00'))) return 'afternoons';
  if (isEverySlot(({ start, end }) => start >= '21:00' && end < start)) return 'late nights';
  if (!isEverySlot(({ start }) => start >= '17:00')) return undefined;
  return isEverySlot(({ day }) => !WEEKEND.includes(day)) ? 'weeknights' : 'evenings';
}

/**
 * Generates a listing that suits its owner: their platform, region, modes and hours, and positions they don't play.
 * @param number varies the wording and the number of seats
 */
export function generateListing(owner: SeedPlayer, number: number): NewListing {
  const others = POSITIONS.filter((position) => position !== owner.role);
  const seats = 1 + (number % 4);
  const positions = POSITIONS.filter((position) =>
    Array.from({ length: seats }, (_, index) => others[(number + index) % others.length]).includes(position),
  );
  const mode = owner.modes[number % owner.modes.length]!;
  const availability = toSlots(owner);
  const listingFacts = { needed: formatSeats(positions), mode, when: formatWhen(availability) };
  return {
    title: TITLES[number % TITLES.length]!(listingFacts),
    needed_positions: positions,
    modes: owner.modes as NewListing['modes'],
    platform: owner.platform as NewListing['platform'],
    allows_crossplay: owner.crossplay,
    region: owner.region as NewListing['region'],
    availability,
    timezone: owner.timezone,
    notes: number % 3 === 0 ? null : NOTES[number % NOTES.length]!,
    boost: number % 8 === 0,
  };
}

/** Returns the first hours of the owner's week, one slot a day. */
function toSlots(owner: SeedPlayer): Slot[] {
  return owner.availability
    .flatMap(({ days, start, end }) => days.map((day) => ({ day, start, end: end === '24:00' ? '00:00' : end })))
    .filter(({ start, end }) => start !== end)
    .slice(0, 4) as Slot[];
}
