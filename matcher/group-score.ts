import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { PART_INDEX, PARTS } from './score-parts.ts';
import { seatBest } from './seating.ts';
import { countBits, WEEK_WORDS } from './week.ts';
import { areCompatible } from './wishes.ts';

/** The hard constraints that a group can fail; 0 if it fails none. */
export const FAULT = {
  none: 0,
  region: 1,
  platform: 2,
  mode: 3,
  language: 4,
  time: 5,
  spread: 6,
  block: 7,
  seats: 8,
  wish: 9,
} as const;

/** A constraint that rules a group out. */
export type Fault = Exclude<keyof typeof FAULT, 'none'>;
export const FAULTS = Object.keys(FAULT).filter((name) => name !== 'none') as Fault[];

/** Details of the last `computeGroupValue` call: failed constraint, points by part, penalty, bonus and common bins. */
export const lastFault = { fault: 0, parts: new Float64Array(PARTS.length), penalty: 0, bonus: 0, bins: 0 };

const ratings = new Float64Array(5);

/**
 * Returns the value of the group of `size` players as a squad (`size` = seats) or pair (2): score plus waiting points,
 * or 1 under the count objective. Returns -1 if a hard constraint fails; `lastFault.fault` says which. `isExact` counts
 * all common bins, for output. Otherwise counting stops once more bins no longer earn anything.
 */
export function computeGroupValue(c: Columns, group: Int32Array, size: number, isExact: boolean): number {
  const terms = c.terms;
  lastFault.fault = findGateFault(c, group, size);
  if (lastFault.fault) return -1;
  let minBins = 0;
  let spread = Number.POSITIVE_INFINITY;
  let bonus = 0;
  for (let k = 0; k < size; k++) {
    const player = group[k]!;
    if (c.minBins[player]! > minBins) minBins = c.minBins[player]!;
    if (c.maxSpread[player]! < spread) spread = c.maxSpread[player]!;
    bonus += c.bonus[player]!;
  }
  const binLimit = isExact ? 1 << 20 : minBins > terms.fullBins ? minBins : terms.fullBins;
  const bins = countCommonBins(c, group, size, binLimit);
  lastFault.bins = bins;
  if (bins < minBins) return recordFault(FAULT.time);
  const ratedCount = sortRatings(c, group, size);
  if (ratedCount > 1 && ratings[ratedCount - 1]! - ratings[0]! > spread) return recordFault(FAULT.spread);
  const penalty = computeRelationPenalty(c, group, size);
  if (penalty < 0) return recordFault(FAULT.block);
  const fit = seatBest(c, group, size, size === terms.seats);
  if (fit < 0) return recordFault(FAULT.seats);
  lastFault.bonus = bonus;
  lastFault.penalty = penalty;
  if (terms.count) return 1;
  const parts = lastFault.parts;
  const weights = terms.weights;
  parts[PART_INDEX.positionFit] = (weights[PART_INDEX.positionFit]! * fit) / size;
  parts[PART_INDEX.commonHours] = weights[PART_INDEX.commonHours]! * terms.hourShare[Math.min(bins, terms.fullBins)]!;
  parts[PART_INDEX.skill] = weights[PART_INDEX.skill]! * computeSkillShare(c, group, size, ratedCount);
  let jobs = 0;
  let modes = -1;
  let mic = 0;
  for (let k = 0; k < size; k++) {
    jobs |= c.jobs[group[k]!]!;
    modes &= c.modes[group[k]!]!;
    mic += c.mic[group[k]!]!;
  }
  const jobsWanted = Math.min(size, terms.jobs);
  parts[PART_INDEX.complement] =
    jobsWanted === 0
      ? weights[PART_INDEX.complement]!
      : weights[PART_INDEX.complement]! * Math.min(1, countBits(jobs) / jobsWanted);
  parts[PART_INDEX.modes] = weights[PART_INDEX.modes]! * terms.modeShare[countBits(modes)]!;
  parts[PART_INDEX.communication] =
    weights[PART_INDEX.communication]! *
    ((terms.micShare * mic) / size + (1 - terms.micShare) * computeLanguageShare(c, group, size));
  parts[PART_INDEX.region] = weights[PART_INDEX.region]! * computeRegionShare(c, group, size);
  let score = 0;
  for (let p = 0; p < parts.length; p++) score += parts[p]!;
  return Math.max(0, score - penalty) + bonus;
}

function recordFault(fault: number): number {
  lastFault.fault = fault;
  return -1;
}

function findGateFault(c: Columns, group: Int32Array, size: number): number {
  let gate = -1;
  let modes = -1;
  let lowLanguages = -1;
  let highLanguages = -1;
  for (let k = 0; k < size; k++) {
    const player = group[k]!;
    gate &= c.gate[player]!;
    modes &= c.modes[player]!;
    lowLanguages &= c.languages[2 * player]!;
    highLanguages &= c.languages[2 * player + 1]!;
  }
  if ((gate & REGION_BITS) === 0) return FAULT.region;
  if ((gate & PLATFORM_BITS) === 0) return FAULT.platform;
  if (modes === 0 && c.terms.needMode) return FAULT.mode;
  if ((lowLanguages | highLanguages) === 0 && c.terms.needLanguage) return FAULT.language;
  return c.terms.wishes.length > 0 && !areWishesCompatible(c, group, size) ? FAULT.wish : FAULT.none;
}

function areWishesCompatible(c: Columns, group: Int32Array, size: number): boolean {
  let bits = -1;
  for (let k = 0; k < size; k++) bits &= c.wishes[group[k]!]!;
  return areCompatible(bits, c.terms.wishes);
}

/** Counts the bins in which everyone is free, up to `binLimit`. */
function countCommonBins(c: Columns, group: Int32Array, size: number, binLimit: number): number {
  const schedule = c.schedule;
  const a = group[0]! * WEEK_WORDS;
  const b = group[1]! * WEEK_WORDS;
  let bins = 0;
  for (let w = 0; w < WEEK_WORDS; w++) {
    let commonBits = schedule[a + w]! & schedule[b + w]!;
    if (commonBits === 0) continue;
    for (let k = 2; k < size; k++) commonBits &= schedule[group[k]! * WEEK_WORDS + w]!;
    if (commonBits === 0) continue;
    bins += countBits(commonBits);
    if (bins >= binLimit) return bins;
  }
  return bins;
}

/** Writes the known ratings to `ratings` in ascending order and returns how many there are. */
function sortRatings(c: Columns, group: Int32Array, size: number): number {
  let ratedCount = 0;
  for (let k = 0; k < size; k++) {
    const rating = c.rating[group[k]!]!;
    if (Number.isNaN(rating)) continue;
    let at = ratedCount++;
    while (at > 0 && ratings[at - 1]! > rating) {
      ratings[at] = ratings[at - 1]!;
      at--;
    }
    ratings[at] = rating;
  }
  return ratedCount;
}

/** Returns how close the members are to the squad's median rating and its level, 0 to 1. */
function computeSkillShare(c: Columns, group: Int32Array, size: number, ratedCount: number): number {
  const terms = c.terms;
  let rating = (size - ratedCount) * terms.unknownSkill;
  const median = ratedCount === 0 ? 0 : (ratings[(ratedCount - 1) >> 1]! + ratings[ratedCount >> 1]!) / 2;
  for (let k = 0; k < ratedCount; k++) {
    const penalty = (Math.abs(ratings[k]! - median) - terms.ratingFree) * terms.ratingSlope;
    rating += penalty <= 0 ? 1 : penalty >= 1 ? 0 : 1 - penalty;
  }
  return (terms.ratingShare * rating + (1 - terms.ratingShare) * sumLevelScores(c, group, size)) / size;
}

function sumLevelScores(c: Columns, group: Int32Array, size: number): number {
  const terms = c.terms;
  let lowestLevel = 127;
  let highestLevel = -1;
  let sum = 0;
  let levelCount = 0;
  for (let k = 0; k < size; k++) {
    const level = c.level[group[k]!]!;
    if (level < 0) continue;
    levelCount++;
    if (level < lowestLevel) lowestLevel = level;
    if (level > highestLevel) highestLevel = level;
  }
  // The squad's level minimizes the sum of squared distances.
  let leastShared = levelCount === 0 ? 0 : 1e9;
  for (let middle = lowestLevel; middle <= highestLevel; middle++) {
    sum = 0;
    for (let k = 0; k < size; k++) {
      const level = c.level[group[k]!]!;
      if (level >= 0) sum += (level - middle) * (level - middle);
    }
    if (sum < leastShared) leastShared = sum;
  }
  return levelCount - leastShared / (terms.levelSpan * terms.levelSpan) + (size - levelCount) * terms.unknownSkill;
}

/** Returns the share of members who have the most frequent first language. */
function computeLanguageShare(c: Columns, group: Int32Array, size: number): number {
  let mostShared = 0;
  for (let k = 0; k < size; k++) {
    const language = c.firstLanguage[group[k]!]!;
    let sameCount = 0;
    for (let j = 0; j < size; j++) if (c.firstLanguage[group[j]!]! === language) sameCount++;
    if (language !== 255 && sameCount > mostShared) mostShared = sameCount;
    if (mostShared * 2 > size) break;
  }
  return mostShared / size;
}

/** Returns the mean closeness of the regions over all pairs of members. */
function computeRegionShare(c: Columns, group: Int32Array, size: number): number {
  const firstRegion = c.region[group[0]!]!;
  let isSame = true;
  for (let k = 1; k < size; k++) if (c.region[group[k]!]! !== firstRegion) isSame = false;
  if (isSame) return 1;
  const { closeness, regions } = c.terms;
  let sum = 0;
  for (let k = 1; k < size; k++) {
    for (let j = 0; j < k; j++) sum += closeness[c.region[group[k]!]! * regions + c.region[group[j]!]!]!;
  }
  return sum / ((size * (size - 1)) / 2);
}

/** Returns the points lost to members who avoid others, or -1 if someone is blocked. */
function computeRelationPenalty(c: Columns, group: Int32Array, size: number): number {
  let penalty = 0;
  for (let k = 0; k < size; k++) {
    const player = group[k]!;
    const relationEnd = c.relationStart[player + 1]!;
    for (let r = c.relationStart[player]!; r < relationEnd; r++) {
      const other = c.relationOther[r]!;
      for (let j = 0; j < size; j++) {
        if (group[j]! !== other) continue;
        if (c.relationKind[r] === 1) return -1;
        penalty += c.terms.avoidPenalty;
      }
    }
  }
  return penalty;
}
