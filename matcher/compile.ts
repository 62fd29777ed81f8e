import { type Columns, createColumns, type PoolTerms, SPARE_ROWS } from './columns.ts';
import type { MatchingRules, Pool, PoolPlayer } from './matcher-schema.ts';
import { PART_INDEX, PARTS } from './score-parts.ts';
import { expandVariants } from './variants.ts';
import { Vocabulary } from './vocabulary.ts';
import { BIN_MINUTES, countBits, toWeekBins, WEEK_WORDS } from './week.ts';
import { encodeWishes } from './wishes.ts';

/** A pool compiled for the engine: numbers are in `columns`, names are here. */
export type CompiledPool = {
  columns: Columns;
  ids: string[];
  indexOf: (id: string) => number | undefined;
  regions: string[];
  modes: string[];
  languages: string[];
  /** Members of each party, as ascending pool indexes. */
  parties: number[][];
  /** Groups that must not be proposed, as ascending pool indexes. */
  forbidden: number[][];
  /** Returns the columns with modified variants of a player after the pool's rows; see `withVariants`. */
  withVariants: (original: number, rows: readonly PoolPlayer[]) => Columns;
};

/**
 * Compiles a pool into columns.
 * @throws RangeError if the vocabulary exceeds the bit sets (16 region sets, 15 platforms)
 */
export function compilePool(pool: Pool, rules: MatchingRules): CompiledPool {
  const players = pool.players;
  const terms = compileTerms(rules);
  const ids = players.map((player) => player.id);
  const index = new Map<string, number>();
  for (let i = 0; i < ids.length; i++) index.set(ids[i]!, i);
  const relations = compileRelations(players, index);
  const columns = createColumns(players.length, relations.length / 3, terms, SPARE_ROWS);
  const vocabulary = new Vocabulary(players, rules);
  terms.regions = vocabulary.regions.length;
  terms.closeness = vocabulary.createClosenessMatrix(rules);
  const encodedWishes = encodeWishes(players);
  terms.wishes = encodedWishes.masks;
  const bins = toWeekBins(pool.weekOf);
  const parties = groupParties(players);
  const partyNumber = new Map([...parties.keys()].map((name, number) => [name, number]));
  const readContext = { rules, vocabulary };
  const writePlayer = (into: Columns, i: number, player: PoolPlayer) => {
    bins.fill(into.schedule, i * WEEK_WORDS, player);
    fillPlayer(into, i, player, readContext);
    into.wishes[i] = encodedWishes.of(player);
    into.party[i] = (player.party === null ? undefined : partyNumber.get(player.party)) ?? -1;
  };
  for (let i = 0; i < players.length; i++) writePlayer(columns, i, players[i]!);
  storeRelations(columns, relations);
  return {
    columns,
    ids,
    indexOf: (id) => index.get(id),
    regions: vocabulary.regions,
    modes: vocabulary.modes,
    languages: vocabulary.languages,
    parties: [...parties.values()],
    forbidden: compileForbidden(pool.forbiddenGroups, index),
    withVariants: (original, rows) =>
      expandVariants(columns, original, rows, (into, i, row) => {
        clearRow(into, i);
        writePlayer(into, i, row);
      }),
  };
}

/** Clears a row, because `fillPlayer` adds to it. */
function clearRow(columns: Columns, i: number): void {
  const { seats } = columns.terms;
  columns.schedule.fill(0, i * WEEK_WORDS, (i + 1) * WEEK_WORDS);
  columns.languages.fill(0, 2 * i, 2 * i + 2);
  columns.fit.fill(0, i * seats, (i + 1) * seats);
  columns.seatMask[i] = 0;
}

/** Context for reading a player. */
type ReadContext = { rules: MatchingRules; vocabulary: Vocabulary };

function fillPlayer(columns: Columns, i: number, player: PoolPlayer, { rules, vocabulary }: ReadContext): void {
  const seats = rules.seats.length;
  const scale = rules.scales.positionFit;
  columns.origin[i] = i;
  let bins = 0;
  for (let w = 0; w < WEEK_WORDS; w++) bins += countBits(columns.schedule[i * WEEK_WORDS + w]!);
  columns.bins[i] = bins;
  columns.gate[i] = vocabulary.getGate(player);
  columns.modes[i] = vocabulary.getModeBits(player);
  vocabulary.addLanguageBits(player, columns.languages, 2 * i);
  columns.primary[i] = 255;
  for (let rank = player.positions.length - 1; rank >= 0; rank--) {
    const value = scale[Math.min(rank, scale.length - 1)]!;
    for (let s = 0; s < seats; s++) {
      if (rules.seats[s] !== player.positions[rank]) continue;
      columns.seatMask[i]! |= 1 << s;
      columns.fit[i * seats + s] = Math.max(value, columns.fit[i * seats + s]!);
    }
  }
  const primarySeat = rules.seats.indexOf(player.positions[0] ?? '');
  if (primarySeat >= 0) columns.primary[i] = primarySeat;
  columns.rating[i] = player.rating ?? Number.NaN;
  columns.level[i] = player.competitive_level === null ? -1 : rules.scales.levels.indexOf(player.competitive_level);
  columns.mic[i] = player.mic ? 1 : 0;
  columns.region[i] = vocabulary.getRegionNumber(player);
  columns.firstLanguage[i] = vocabulary.getFirstLanguage(player);
  columns.jobs[i] = vocabulary.getJobBits(player);
  columns.bonus[i] = computeWaitingPoints(player, rules.waiting);
  columns.waiting[i] = Math.min(65535, player.waiting);
  columns.wants[i] = (player.wants.includes('squad') ? 1 : 0) | (player.wants.includes('pair') ? 2 : 0);
  const limits = resolveLimits(player.waiting, rules);
  columns.minBins[i] = Math.ceil(limits.minCommonMinutes / BIN_MINUTES);
  columns.maxSpread[i] = limits.maxRatingSpread ?? Number.POSITIVE_INFINITY;
}

/** Up to this reliability, a player earns no points for it. Neither does a player whose reliability is unknown. */
const UNKNOWN_RELIABILITY = 50;

/** Returns the points that give a player priority, on top of the score. */
function computeWaitingPoints({ waiting, priority, reliability }: PoolPlayer, rules: MatchingRules['waiting']): number {
  const waitPoints = rules.points[Math.min(waiting, rules.points.length - 1)]!;
  const reliabilityShare =
    Math.max(0, (reliability ?? UNKNOWN_RELIABILITY) - UNKNOWN_RELIABILITY) / (100 - UNKNOWN_RELIABILITY);
  return waitPoints + priority * rules.priorityPoints + reliabilityShare * rules.reliabilityPoints;
}

/** Returns the limits for a player who has waited `waitedRuns` runs: the rules' limits, relaxed step by step. */
export function resolveLimits(
  waitedRuns: number,
  rules: MatchingRules,
): { minCommonMinutes: number; maxRatingSpread: number | null } {
  let { minCommonMinutes, maxRatingSpread } = rules.limits;
  for (const step of rules.relaxation) {
    if (waitedRuns < step.afterRuns) continue;
    minCommonMinutes = step.minCommonMinutes ?? minCommonMinutes;
    if (step.maxRatingSpread !== undefined) maxRatingSpread = step.maxRatingSpread;
  }
  return { minCommonMinutes, maxRatingSpread };
}

function compileTerms(rules: MatchingRules): PoolTerms {
  const scales = rules.scales;
  return {
    seats: rules.seats.length,
    count: PARTS.every((part) => rules.weights[part] === 0),
    weights: compileWeights(rules),
    needMode: rules.limits.commonMode,
    needLanguage: rules.limits.commonLanguage,
    wishes: [],
    spreads: rules.limits.maxRatingSpread !== null || rules.relaxation.some((step) => step.maxRatingSpread != null),
    fullBins: Math.ceil(scales.fullCommonMinutes / BIN_MINUTES),
    ratingFree: scales.ratingFree,
    ratingSlope: 1 / Math.max(1e-9, scales.ratingZeroAt - scales.ratingFree),
    ratingShare: scales.ratingShare,
    levelSpan: Math.max(1, scales.levels.length - 1),
    unknownSkill: scales.unknownSkill,
    jobs: scales.jobs.length,
    modeShare: Float64Array.from({ length: 33 }, (_, n) =>
      n === 0 ? 0 : scales.commonModes[Math.min(n, scales.commonModes.length) - 1]!,
    ),
    hourShare: Float64Array.from(
      { length: Math.ceil(scales.fullCommonMinutes / BIN_MINUTES) + 1 },
      (_, bins) => 1 - Math.max(0, 1 - (bins * BIN_MINUTES) / scales.fullCommonMinutes) ** 2,
    ),
    micShare: scales.micShare,
    avoidPenalty: scales.avoidPenalty,
    regions: 0,
    closeness: new Float64Array(0),
  };
}

function compileWeights(rules: MatchingRules): Float64Array {
  const weights = new Float64Array(PARTS.length);
  for (const part of PARTS) weights[PART_INDEX[part]] = rules.weights[part];
  return weights;
}

/** Returns triples (player, other, kind), in both directions for blocks. */
function compileRelations(players: readonly PoolPlayer[], index: Map<string, number>): number[] {
  const triples: number[] = [];
  for (let i = 0; i < players.length; i++) {
    const player = players[i]!;
    for (const id of player.blocks) {
      const other = index.get(id);
      if (other !== undefined && other !== i) triples.push(i, other, 1, other, i, 1);
    }
    for (const id of player.avoids) {
      const other = index.get(id);
      if (other !== undefined && other !== i) triples.push(i, other, 2);
    }
  }
  return triples;
}

function storeRelations(columns: Columns, triples: number[]): void {
  const start = columns.relationStart;
  for (let t = 0; t < triples.length; t += 3) start[triples[t]! + 1]!++;
  for (let i = 0; i < columns.size; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  for (let t = 0; t < triples.length; t += 3) {
    const at = next[triples[t]!]!++;
    columns.relationOther[at] = triples[t + 1]!;
    columns.relationKind[at] = triples[t + 2]!;
  }
}

/** Returns members by party name; leaves out parties of one. */
function groupParties(players: readonly PoolPlayer[]): Map<string, number[]> {
  const parties = new Map<string, number[]>();
  for (let i = 0; i < players.length; i++) {
    const name = players[i]!.party;
    if (name === null) continue;
    const members = parties.get(name);
    if (members) members.push(i);
    else parties.set(name, [i]);
  }
  for (const [name, members] of parties) if (members.length < 2) parties.delete(name);
  return parties;
}

function compileForbidden(groups: readonly string[][], index: Map<string, number>): number[][] {
  const memberIndexes: number[][] = [];
  for (const group of groups) {
    const members = group.map((id) => index.get(id));
    if (members.some((member) => member === undefined)) continue;
    memberIndexes.push((members as number[]).sort((a, b) => a - b));
  }
  return memberIndexes;
}
