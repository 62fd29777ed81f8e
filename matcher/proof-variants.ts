import type { Columns } from './columns.ts';
import { PART_INDEX } from './score-parts.ts';

/** Step of squad ratings, in rating points. */
const RATING_STEP = 3;

/** A part of `members`: `size` indexes of players in `c`, starting at `from`. */
type List = { c: Columns; members: Int32Array; from: number; size: number };

/**
 * The ways in which squads of a key can differ in properties of the whole squad: squad rating, level and first
 * language.
 */
export class Variants {
  count = 0;
  /** Maximum points that a player can get in any variant. */
  most = 0;
  readonly #ratingFrom: number[] = [];
  readonly #ratingTo: number[] = [];
  readonly #level: number[] = [];
  readonly #language: number[] = [];
  readonly #times = new Int32Array(256);
  #list: List | undefined;

  /** Loads the list of players for later calls of `fill`. */
  read(list: List): void {
    const { c, members, from, size } = list;
    this.#list = list;
    const { weights, seats, micShare, ratingShare } = c.terms;
    this.most = (weights[PART_INDEX.skill]! + weights[PART_INDEX.communication]! * (1 - micShare)) / seats;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    let lowestLevel = 127;
    let highestLevel = -1;
    this.#times.fill(0);
    for (let k = 0; k < size; k++) {
      const i = members[from + k]!;
      const rating = c.rating[i]!;
      if (rating < lowest) lowest = rating;
      if (rating > highest) highest = rating;
      const level = c.level[i]!;
      if (level >= 0 && level < lowestLevel) lowestLevel = level;
      if (level > highestLevel) highestLevel = level;
      this.#times[c.firstLanguage[i]!]!++;
    }
    this.#ratingFrom.length = 0;
    this.#ratingTo.length = 0;
    const step = weights[PART_INDEX.skill]! * ratingShare > 0 ? RATING_STEP : Number.POSITIVE_INFINITY;
    for (let index = lowest; index <= highest; index += step) {
      this.#ratingFrom.push(index);
      this.#ratingTo.push(Math.min(highest, index + step));
    }
    // No player has a known rating.
    if (this.#ratingFrom.length === 0) {
      this.#ratingFrom.push(0);
      this.#ratingTo.push(0);
    }
    this.#level.length = 0;
    for (let level = lowestLevel; level <= highestLevel; level++) this.#level.push(level);
    if (this.#level.length === 0 || weights[PART_INDEX.skill]! * (1 - ratingShare) === 0)
      this.#level.splice(0, this.#level.length, 0);
    // 255: a first language that only one player has.
    this.#language.length = 0;
    this.#language.push(255);
    for (let language = 0; language < 255 && weights[PART_INDEX.communication]! > 0; language++) {
      if (this.#times[language]! > 1) this.#language.push(language);
    }
    this.count = this.#ratingFrom.length * this.#level.length * this.#language.length;
  }

  /** Fills `gain` with `base` plus each player's points in a variant, and returns the squad's additional points. */
  fill(variant: number, base: Float64Array, gain: Float64Array): number {
    const { c, members, from, size } = this.#list!;
    const { weights, seats, ratingFree, ratingSlope, ratingShare, unknownSkill, levelSpan, micShare } = c.terms;
    const ratingWeight = (weights[PART_INDEX.skill]! * ratingShare) / seats;
    const levelWeight = (weights[PART_INDEX.skill]! * (1 - ratingShare)) / seats;
    const speech = (weights[PART_INDEX.communication]! * (1 - micShare)) / seats;
    const languages = this.#language.length;
    const language = this.#language[variant % languages]!;
    const middle = this.#level[Math.floor(variant / languages) % this.#level.length]!;
    const rating = Math.floor(variant / languages / this.#level.length);
    const lowRating = this.#ratingFrom[rating]!;
    const highRating = this.#ratingTo[rating]!;
    for (let k = 0; k < size; k++) {
      const i = members[from + k]!;
      const ownRating = c.rating[i]!;
      let sum = base[k]!;
      if (Number.isNaN(ownRating)) sum += ratingWeight * unknownSkill;
      else {
        const difference =
          ownRating < lowRating ? lowRating - ownRating : ownRating > highRating ? ownRating - highRating : 0;
        const penalty = (difference - ratingFree) * ratingSlope;
        if (penalty < 1) sum += penalty <= 0 ? ratingWeight : ratingWeight * (1 - penalty);
      }
      const levelDifference = c.level[i]! - middle;
      sum +=
        c.level[i]! < 0
          ? levelWeight * unknownSkill
          : levelWeight * (1 - (levelDifference * levelDifference) / (levelSpan * levelSpan));
      if (language !== 255 && c.firstLanguage[i] === language) sum += speech;
      gain[k] = sum;
    }
    return language === 255 ? speech : 0;
  }
}
