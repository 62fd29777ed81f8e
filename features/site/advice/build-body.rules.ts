import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { Fact, Known, Source } from './advice-facts.rules.ts';
import {
  ARCHETYPE_IDS,
  archetypeOf,
  BUDGET,
  feetOf,
  LEAST_BUDGET,
  POSITION_HEIGHTS,
  raisedBy,
  SHORTEST_CM,
  SKILL_IDS,
  TALLEST_CM,
  usualWeight,
  weightRange,
} from './build-facts.rules.ts';
import type { Wishes } from './wishes.rules.ts';

/**
 * Picks the position: the one the player named, else the one from their account if it agrees with what they said, else
 * the best fit.
 */
export function positionFor(wishes: Wishes, known: Known): { position: Position; source: Source } {
  const { archetype } = wishes;
  const may = (position: Position | null | undefined): position is Position =>
    position !== null && position !== undefined && !wishes.notPositions.includes(position);
  const suits = (position: Position) =>
    (!archetype || archetypeOf(archetype).positions.includes(position)) &&
    (wishes.height === null || possible(position, wishes.height));
  // A player who lists their teammates' positions doesn't want to play one of those.
  const free = (position: Position) => !wishes.mates.includes(position);
  if (may(wishes.position)) return { position: wishes.position, source: 'said' };
  const seat = wishes.seats.find((one) => may(one));
  if (seat) return { position: seat, source: 'squad' };
  if (may(known.position) && free(known.position) && suits(known.position))
    return { position: known.position, source: 'profile' };
  if (may(known.dna?.position) && free(known.dna.position) && suits(known.dna.position))
    return { position: known.dna.position, source: 'dna' };
  const open = openSeats(wishes, known);
  const inSquad = open.find((one) => may(one) && suits(one));
  if (inSquad) return { position: inSquad, source: 'squad' };
  const order = archetype ? archetypeOf(archetype).positions : wishes.height === null ? byLack(wishes) : POSITIONS;
  const found =
    bestByHeight(order.filter(may), wishes.height) ?? bestByHeight(POSITIONS.filter(may), wishes.height) ?? 'PG';
  return { position: found, source: 'fits' };
}

/** Returns the positions nobody in the squad plays, as far as we know or were told. */
function openSeats({ mates }: Wishes, { squad }: Known): Position[] {
  if (!squad && mates.length === 0) return [];
  return POSITIONS.filter((one) => !mates.includes(one) && !squad?.has.includes(one));
}

/** Puts the positions that usually bring what the squad lacks first. */
function byLack({ raised }: Wishes): readonly Position[] {
  const skill = SKILL_IDS.find((one) => raised[one] === 'lack') ?? SKILL_IDS.find((one) => raised[one]);
  const kind =
    skill &&
    ARCHETYPE_IDS.find((one) => raisedBy(skill, archetypeOf(one).positions[0]!).includes(archetypeOf(one).core[0]![0]));
  return kind ? archetypeOf(kind).positions : POSITIONS;
}

const possible = (position: Position, cm: number) => {
  const [low, high] = POSITION_HEIGHTS[position].possible;
  return cm >= low && cm <= high;
};

/** Returns the first of several positions that a player of this height usually plays, or could play. */
function bestByHeight(positions: readonly Position[], cm: number | null): Position | undefined {
  if (cm === null) return positions[0];
  const usual = positions.find((one) => POSITION_HEIGHTS[one].usual[0] <= cm && cm <= POSITION_HEIGHTS[one].usual[1]);
  return usual ?? positions.toSorted((a, b) => away(a, cm) - away(b, cm))[0];
}
const away = (position: Position, cm: number) => {
  const [low, high] = POSITION_HEIGHTS[position].usual;
  return Math.max(low - cm, cm - high, 0);
};

/** Treats heights as equal if they're the same in feet and inches: 200 cm and 201 cm. */
const isAlike = (one: number, other: number) => feetOf(one) === feetOf(other);

/** @returns centimeters that the position allows */
export function heightFor(wishes: Wishes, known: Known, position: Position, say: (fact: Fact) => void): number {
  const { possible: can, usual } = POSITION_HEIGHTS[position];
  const [low, high] = usual;
  const own = known.height !== null && possible(position, known.height) ? known.height : null;
  const asked = wishes.height;
  const middle = Math.round((low + high) / 2);
  const height = asked === null ? (own ?? middle) : Math.min(can[1], Math.max(can[0], asked));
  if (asked !== null && !isAlike(asked, height)) {
    const others = POSITIONS.filter((one) => one !== position && !wishes.notPositions.includes(one));
    const better = others.find(
      (one) => POSITION_HEIGHTS[one].usual[0] <= asked && asked <= POSITION_HEIGHTS[one].usual[1],
    );
    const able = better ?? others.find((one) => possible(one, asked)) ?? null;
    say({ kind: 'height_moved', asked, used: height, position, better: able });
  } else {
    const isUsual = isAlike(height, low) || isAlike(height, high) || (height >= low && height <= high);
    const fit = isUsual ? 'fits' : height < low ? 'short' : 'tall';
    say({
      kind: 'height',
      height,
      fit,
      low,
      high,
      source: asked !== null ? 'said' : own === null ? 'fits' : 'profile',
    });
  }
  if (wishes.otherHeights.length > 0) say({ kind: 'other_heights', heights: wishes.otherHeights });
  return Math.min(TALLEST_CM, Math.max(SHORTEST_CM, height));
}

/** @returns pounds that the height allows */
export function weightFor({ weight: asked }: Wishes, height: number, say: (fact: Fact) => void): number {
  if (asked === null) return usualWeight(height);
  const [lightest, heaviest] = weightRange(height);
  const weight = Math.min(heaviest, Math.max(lightest, asked));
  const off = weight - usualWeight(height);
  say({ kind: 'weight', weight, asked, change: off <= -5 ? 'lighter' : off >= 5 ? 'heavier' : 'usual' });
  return weight;
}

export function budgetFor({ budget: asked }: Wishes, say: (fact: Fact) => void): number {
  if (asked === null) return BUDGET;
  const used = Math.min(BUDGET, Math.max(LEAST_BUDGET, asked));
  if (used !== asked) say({ kind: 'budget_moved', asked, used });
  return used;
}
