import { type Board, isForbidden } from './board.ts';
import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { computeGroupValue } from './group-score.ts';
import { PART_INDEX } from './score-parts.ts';
import { addSeats, findOpenSeats } from './seating.ts';
import { countBits, WEEK_WORDS } from './week.ts';
import { areCompatible } from './wishes.ts';

const MAX_LEVELS = 16;
/** Best sum of fits for each set of taken seats; -1 if the set is unreachable. */
const BEST_FIT_BY_SEATS = new Float64Array(32);

/**
 * A squad with one open place. Sums up the other members once, so many candidates for the place can be valued quickly.
 * `computeValueWith` returns the same as `computeGroupValue` for the whole group.
 */
export class Opening {
  readonly #board: Board;
  /** The squad's members; the entry of the open place is used to try players. */
  readonly #group = new Int32Array(5);
  /** Offsets of the other members' availability. */
  readonly #hours = new Int32Array(4);
  readonly #words = new Int32Array(WEEK_WORDS);
  readonly #wordAt = new Int8Array(WEEK_WORDS);
  readonly #ratings = new Float64Array(4);
  readonly #levelDistance: Float64Array;
  #used = 0;
  #place = 0;
  #gate = 0;
  #modes = 0;
  #lowLanguages = 0;
  #highLanguages = 0;
  #wishes = 0;
  #need = 0;
  #spread = 0;
  /** Lowest and highest known rating. */
  #lowest = 0;
  #highest = 0;
  #bonus = 0;
  #known = 0;
  #knownLevels = 0;
  #jobs = 0;
  #mic = 0;
  #sameLanguage = 0;
  #regionSum = 0;
  #primaries = 0;
  #fitOfPrimaries = 0;
  readonly #othersFit = new Float64Array(5);
  #hasOthersFit = false;
  #isSummedUp = false;
  /** Whether the shortcuts would be wrong, because there are relations among the other members or too many levels. */
  #slow = false;
  /** Bit set of the seats that the other members can leave open. */
  seatsLeft = 0;
  /** Version of the squad when it was opened; see `Openings`. */
  version = -1;

  constructor(board: Board) {
    this.#board = board;
    this.#levelDistance = new Float64Array(Math.min(MAX_LEVELS, board.c.terms.levelSpan + 1));
  }

  /** Opens place `place` of the squad that's stored at `offset` of `members`. */
  open(members: Int32Array, offset: number, place: number): void {
    const { c } = this.#board;
    const { schedule, terms } = c;
    const seats = terms.seats;
    this.#place = place;
    this.#gate = this.#modes = this.#lowLanguages = this.#highLanguages = this.#wishes = -1;
    this.#need = 0;
    this.#spread = this.#lowest = Number.POSITIVE_INFINITY;
    this.#highest = Number.NEGATIVE_INFINITY;
    this.#slow = terms.levelSpan >= MAX_LEVELS;
    this.#isSummedUp = false;
    let reachableSeats = 1;
    let otherSeats = 0;
    for (let k = 0; k < seats; k++) {
      const player = members[offset + k]!;
      this.#group[k] = player;
      if (k === place) continue;
      reachableSeats = addSeats(reachableSeats, c.seatMask[player]!);
      this.#addLimits(c, player);
      this.#hours[otherSeats++] = player * WEEK_WORDS;
    }
    this.seatsLeft = findOpenSeats(reachableSeats, seats);
    // In squads of fewer than five, repeat the same availability, which doesn't change the result.
    while (otherSeats < 4) this.#hours[otherSeats++] = this.#hours[0]!;
    const h0 = this.#hours[0]!;
    const h1 = this.#hours[1]!;
    const h2 = this.#hours[2]!;
    const h3 = this.#hours[3]!;
    let usedWords = 0;
    for (let w = 0; w < WEEK_WORDS; w++) {
      const word = schedule[h0 + w]! & schedule[h1 + w]! & schedule[h2 + w]! & schedule[h3 + w]!;
      if (word === 0) continue;
      this.#words[usedWords] = word;
      this.#wordAt[usedWords++] = w;
    }
    this.#used = usedWords;
  }

  /** Adds a player to the sums that decide whether a candidate is allowed. */
  #addLimits(c: Columns, player: number): void {
    this.#gate &= c.gate[player]!;
    this.#modes &= c.modes[player]!;
    this.#lowLanguages &= c.languages[2 * player]!;
    this.#highLanguages &= c.languages[2 * player + 1]!;
    this.#wishes &= c.wishes[player]!;
    if (c.minBins[player]! > this.#need) this.#need = c.minBins[player]!;
    if (c.maxSpread[player]! < this.#spread) this.#spread = c.maxSpread[player]!;
    const rating = c.rating[player]!;
    if (rating < this.#lowest) this.#lowest = rating;
    if (rating > this.#highest) this.#highest = rating;
    if (c.relationStart[player + 1] !== c.relationStart[player]) this.#slow = true;
  }

  /** Computes the sums behind the score. Lazy, because many openings are never scored. */
  #sumUp(c: Columns): void {
    this.#isSummedUp = true;
    this.#bonus = this.#jobs = this.#mic = this.#known = this.#primaries = this.#fitOfPrimaries = 0;
    this.#knownLevels = this.#sameLanguage = this.#regionSum = 0;
    this.#hasOthersFit = false;
    this.#levelDistance.fill(0);
    for (let k = 0; k < c.terms.seats; k++) if (k !== this.#place) this.#add(c, this.#group[k]!);
  }

  #add(c: Columns, player: number): void {
    const { terms } = c;
    this.#bonus += c.bonus[player]!;
    this.#jobs |= c.jobs[player]!;
    this.#mic += c.mic[player]!;
    const primary = c.primary[player]!;
    if (primary < 5 && ((this.#primaries >> primary) & 1) === 0) {
      this.#primaries |= 1 << primary;
      this.#fitOfPrimaries += c.fit[player * terms.seats + primary]!;
    } else {
      this.#primaries |= 1 << 8;
    }
    const rating = c.rating[player]!;
    if (!Number.isNaN(rating)) {
      let at = this.#known++;
      while (at > 0 && this.#ratings[at - 1]! > rating) {
        this.#ratings[at] = this.#ratings[at - 1]!;
        at--;
      }
      this.#ratings[at] = rating;
    }
    const level = c.level[player]!;
    if (level >= 0) {
      this.#knownLevels++;
      for (let m = 0; m < this.#levelDistance.length; m++) this.#levelDistance[m]! += (level - m) * (level - m);
    }
    // Count the most frequent language of the members so far, and add up the closeness of their regions.
    for (let k = 0; k < terms.seats; k++) {
      const other = this.#group[k]!;
      if (other === player) break;
      if (k === this.#place) continue;
      this.#regionSum += c.terms.closeness[c.region[player]! * terms.regions + c.region[other]!]!;
    }
    let sameCount = 0;
    for (let k = 0; k < terms.seats; k++) {
      const other = this.#group[k]!;
      if (k !== this.#place && c.firstLanguage[other] === c.firstLanguage[player]) sameCount++;
      if (other === player) break;
    }
    if (c.firstLanguage[player] !== 255 && sameCount > this.#sameLanguage) this.#sameLanguage = sameCount;
  }

  /** Returns the value of the squad with `player` in the open seat, or -1 if the squad isn't allowed. */
  computeValueWith(player: number): number {
    const board = this.#board;
    const { c } = board;
    board.work++;
    this.#group[this.#place] = player;
    if (this.#slow || c.relationStart[player + 1] !== c.relationStart[player]) return this.#slowValue(c);
    const gates = this.#gate & c.gate[player]!;
    if ((gates & REGION_BITS) === 0 || (gates & PLATFORM_BITS) === 0) return -1;
    const { terms } = c;
    const modes = this.#modes & c.modes[player]!;
    if (modes === 0 && terms.needMode) return -1;
    const languages =
      (this.#lowLanguages & c.languages[2 * player]!) | (this.#highLanguages & c.languages[2 * player + 1]!);
    if (languages === 0 && terms.needLanguage) return -1;
    if (terms.wishes.length > 0 && !areCompatible(this.#wishes & c.wishes[player]!, terms.wishes)) return -1;
    const minBins = c.minBins[player]! > this.#need ? c.minBins[player]! : this.#need;
    const bins = this.#binsWith(c, player, minBins > terms.fullBins ? minBins : terms.fullBins);
    if (bins < minBins) return -1;
    if (terms.spreads && this.#isTooFarApart(c, player)) return -1;
    if (!this.#isSummedUp) this.#sumUp(c);
    const fit = this.#fitWith(c, player);
    if (fit < 0 || (board.forbidden.size > 0 && isForbidden(board.forbidden, c, this.#group, terms.seats))) return -1;
    if (terms.count) return 1;
    return this.#score(player, fit, bins, this.#skillWith(c, player)) + this.#bonus + c.bonus[player]!;
  }

  /** Returns whether `player` can take a seat that the others can leave open. */
  canSeat(player: number): boolean {
    return (this.#board.c.seatMask[player]! & this.seatsLeft) !== 0;
  }

  /**
   * Returns whether `player` can fill the open seat. Assumes that the player is pairwise compatible with the others.
   */
  isAllowed(player: number): boolean {
    const board = this.#board;
    const { c } = board;
    const { terms } = c;
    if (!this.canSeat(player)) return false;
    if (this.#slow || board.forbidden.size > 0) return this.computeValueWith(player) >= 0;
    if (c.relationStart[player + 1] !== c.relationStart[player]) return this.computeValueWith(player) >= 0;
    board.work++;
    const gates = this.#gate & c.gate[player]!;
    if ((gates & REGION_BITS) === 0 || (gates & PLATFORM_BITS) === 0) return false;
    if (terms.needMode && (this.#modes & c.modes[player]!) === 0) return false;
    const languages =
      (this.#lowLanguages & c.languages[2 * player]!) | (this.#highLanguages & c.languages[2 * player + 1]!);
    if (languages === 0 && terms.needLanguage) return false;
    if (terms.wishes.length > 0 && !areCompatible(this.#wishes & c.wishes[player]!, terms.wishes)) return false;
    if (terms.spreads && this.#isTooFarApart(c, player)) return false;
    const minBins = c.minBins[player]! > this.#need ? c.minBins[player]! : this.#need;
    return this.#binsWith(c, player, minBins) >= minBins;
  }

  #isTooFarApart(c: Columns, player: number): boolean {
    const ownRating = c.rating[player]!;
    const lowestRating = ownRating < this.#lowest ? ownRating : this.#lowest;
    const highestRating = ownRating > this.#highest ? ownRating : this.#highest;
    return highestRating - lowestRating > this.#spread || highestRating - lowestRating > c.maxSpread[player]!;
  }

  #score(player: number, fit: number, bins: number, skill: number): number {
    const { c } = this.#board;
    const { terms } = c;
    const { weights, seats } = terms;
    const jobsWanted = seats < terms.jobs ? seats : terms.jobs;
    const jobs = jobsWanted === 0 ? 1 : Math.min(1, countBits(this.#jobs | c.jobs[player]!) / jobsWanted);
    let regions = this.#regionSum;
    let sameCount = 1;
    for (let k = 0; k < seats; k++) {
      if (k === this.#place) continue;
      const other = this.#group[k]!;
      regions += terms.closeness[c.region[player]! * terms.regions + c.region[other]!]!;
      if (c.firstLanguage[other] === c.firstLanguage[player]) sameCount++;
    }
    if (c.firstLanguage[player] === 255 || sameCount < this.#sameLanguage) sameCount = this.#sameLanguage;
    return (
      (weights[PART_INDEX.positionFit]! * fit) / seats +
      weights[PART_INDEX.commonHours]! * terms.hourShare[bins < terms.fullBins ? bins : terms.fullBins]! +
      weights[PART_INDEX.skill]! * skill +
      weights[PART_INDEX.complement]! * jobs +
      weights[PART_INDEX.modes]! * terms.modeShare[countBits(this.#modes & c.modes[player]!)]! +
      (weights[PART_INDEX.communication]! *
        (terms.micShare * (this.#mic + c.mic[player]!) + (1 - terms.micShare) * sameCount)) /
        seats +
      (weights[PART_INDEX.region]! * regions) / ((seats * (seats - 1)) / 2)
    );
  }

  #slowValue(c: Columns): number {
    const { forbidden } = this.#board;
    const value = computeGroupValue(c, this.#group, c.terms.seats, false);
    return value >= 0 && forbidden.size > 0 && isForbidden(forbidden, c, this.#group, c.terms.seats) ? -1 : value;
  }

  #binsWith(c: Columns, player: number, binLimit: number): number {
    const at = player * WEEK_WORDS;
    let bins = 0;
    for (let w = 0; w < this.#used; w++) {
      const commonBits = this.#words[w]! & c.schedule[at + this.#wordAt[w]!]!;
      if (commonBits === 0) continue;
      bins += countBits(commonBits);
      if (bins >= binLimit) break;
    }
    return bins;
  }

  #fitWith(c: Columns, player: number): number {
    const primary = c.primary[player]!;
    // If all players have different primary roles, no other seating fits better than these.
    if (primary < 5 && ((this.#primaries >> 8) & 1) === 0 && ((this.#primaries >> primary) & 1) === 0) {
      return this.#fitOfPrimaries + c.fit[player * c.terms.seats + primary]!;
    }
    if (!this.#hasOthersFit) this.#seatOthers(c);
    const seats = c.terms.seats;
    let best = -1;
    for (let s = 0; s < seats; s++) {
      if (((c.seatMask[player]! >> s) & 1) === 0 || this.#othersFit[s]! < 0) continue;
      const fit = this.#othersFit[s]! + c.fit[player * seats + s]!;
      if (fit > best) best = fit;
    }
    return best;
  }

  /**
   * For each seat the candidate might take, computes the best sum of fits that the other members reach in the remaining
   * seats.
   */
  #seatOthers(c: Columns): void {
    const seats = c.terms.seats;
    const everySeat = (1 << seats) - 1;
    BEST_FIT_BY_SEATS.fill(-1);
    BEST_FIT_BY_SEATS[0] = 0;
    for (let k = 0; k < seats; k++) {
      if (k === this.#place) continue;
      const player = this.#group[k]!;
      // Process the fullest sets first, so no player is seated twice.
      for (let set = everySeat; set >= 0; set--) {
        let best = -1;
        for (let s = 0; s < seats; s++) {
          if (((set & c.seatMask[player]!) >> s) % 2 === 0 || BEST_FIT_BY_SEATS[set ^ (1 << s)]! < 0) continue;
          best = Math.max(best, BEST_FIT_BY_SEATS[set ^ (1 << s)]! + c.fit[player * seats + s]!);
        }
        BEST_FIT_BY_SEATS[set] = best;
      }
    }
    for (let s = 0; s < seats; s++) this.#othersFit[s] = BEST_FIT_BY_SEATS[everySeat ^ (1 << s)]!;
    this.#hasOthersFit = true;
  }

  /** Returns the skill share with the player, 0 to 1. */
  #skillWith(c: Columns, player: number): number {
    const { terms } = c;
    const ratings = this.#ratings;
    const ownRating = c.rating[player]!;
    const knownCount = !Number.isNaN(ownRating) ? this.#known + 1 : this.#known;
    let sum = (terms.seats - knownCount) * terms.unknownSkill;
    if (knownCount > 0) {
      const median = this.#medianWith(ownRating, knownCount);
      for (let k = 0; k < this.#known; k++) {
        sum += computeCloseness(ratings[k]! - median, terms.ratingFree, terms.ratingSlope);
      }
      if (!Number.isNaN(ownRating)) sum += computeCloseness(ownRating - median, terms.ratingFree, terms.ratingSlope);
    }
    return (terms.ratingShare * sum + (1 - terms.ratingShare) * this.#levelWith(c, player)) / terms.seats;
  }

  #medianWith(ownRating: number, knownCount: number): number {
    const ratings = this.#ratings;
    if (knownCount === this.#known) return (ratings[(knownCount - 1) >> 1]! + ratings[knownCount >> 1]!) / 2;
    let before = 0;
    while (before < this.#known && ratings[before]! <= ownRating) before++;
    const getRatingAt = (i: number) => (i < before ? ratings[i]! : i === before ? ownRating : ratings[i - 1]!);
    return (getRatingAt((knownCount - 1) >> 1) + getRatingAt(knownCount >> 1)) / 2;
  }

  #levelWith(c: Columns, player: number): number {
    const { terms } = c;
    const level = c.level[player]!;
    const levelCount = level < 0 ? this.#knownLevels : this.#knownLevels + 1;
    if (levelCount === 0) return terms.seats * terms.unknownSkill;
    let leastShared = 1e9;
    for (let m = 0; m <= terms.levelSpan; m++) {
      const distance = this.#levelDistance[m]! + (level < 0 ? 0 : (level - m) * (level - m));
      if (distance < leastShared) leastShared = distance;
    }
    return (
      levelCount - leastShared / (terms.levelSpan * terms.levelSpan) + (terms.seats - levelCount) * terms.unknownSkill
    );
  }
}

/** The openings of all places of the squads on a board. Each one is summed up lazily after a change. */
export class Openings {
  readonly #board: Board;
  readonly #openings: (Opening | undefined)[];

  constructor(board: Board) {
    this.#board = board;
    this.#openings = new Array(board.squads.length);
  }

  /** Returns the opening for one place of a squad. */
  at(squad: number, place: number): Opening {
    const board = this.#board;
    const seats = board.c.terms.seats;
    const number = squad * seats + place;
    let opening = this.#openings[number];
    if (!opening) {
      opening = new Opening(board);
      this.#openings[number] = opening;
    }
    if (opening.version !== board.version[squad]) {
      opening.open(board.squads, squad * seats, place);
      opening.version = board.version[squad]!;
    }
    return opening;
  }
}

/** Returns 1 within `free` of the median, falling to 0 beyond it. */
function computeCloseness(distance: number, freeCount: number, slope: number): number {
  const penalty = (Math.abs(distance) - freeCount) * slope;
  return penalty <= 0 ? 1 : penalty >= 1 ? 0 : 1 - penalty;
}
