import { copyBytes, copyDoubles, copyFloats, copyHalves, copySigned, copyWords } from './copy-rows.ts';
import { WEEK_WORDS } from './week.ts';

/** The value and constraints of a squad or pair as numbers, derived once from the rules. */
export type PoolTerms = {
  seats: number;
  /** Whether every weight is zero and each squad is worth 1. */
  count: boolean;
  weights: Float64Array;
  needMode: boolean;
  needLanguage: boolean;
  /** The bits of every wish that someone in the pool has; see wishes.ts. */
  wishes: number[];
  /** Whether the rules limit the rating spread. */
  spreads: boolean;
  fullBins: number;
  ratingFree: number;
  ratingSlope: number;
  ratingShare: number;
  levelSpan: number;
  unknownSkill: number;
  jobs: number;
  /** Share earned by number of common modes, 0 to 31. */
  modeShare: Float64Array;
  /** Share earned by number of common bins, 0 to fullBins. */
  hourShare: Float64Array;
  micShare: number;
  avoidPenalty: number;
  regions: number;
  /** regions × regions, 0 to 1. */
  closeness: Float64Array;
};

/**
 * A pool as typed arrays, one entry per player (struct of arrays). The whole pool is in shared memory. A task's few
 * hundred players are copied next to each other, so that they fit in the cache.
 */
export type Columns = {
  size: number;
  terms: PoolTerms;
  /** Index in the whole pool. */
  origin: Int32Array;
  /** Availability, 21 words per player. */
  schedule: Int32Array;
  /** The player's own availability in bins. */
  bins: Uint16Array;
  /**
   * Region sets in the low 16 bits, platform bits above. A group is allowed when the AND is non-zero in both halves.
   */
  gate: Int32Array;
  modes: Int32Array;
  /** Two words per player. */
  languages: Int32Array;
  /** Bits of the player's own wishes, plus all bits of the wishes they leave open. */
  wishes: Int32Array;
  /** Bit s: can take seat s. */
  seatMask: Uint8Array;
  /** Fit 0 to 1, `seats` entries per player. */
  fit: Float64Array;
  /** First seat with the primary role's name; 255 if there's none. */
  primary: Uint8Array;
  /** NaN: unknown. */
  rating: Float32Array;
  /** -1 if unknown. */
  level: Int8Array;
  mic: Uint8Array;
  region: Uint8Array;
  firstLanguage: Uint8Array;
  /** Bit j: does job j. */
  jobs: Int32Array;
  /** Points that waiting and priority add to a match with this player. */
  bonus: Float64Array;
  waiting: Uint16Array;
  minBins: Uint16Array;
  maxSpread: Float32Array;
  /** Party number; -1 if the player is alone. */
  party: Int32Array;
  /** Relations of player i: entries relationStart[i] to relationStart[i + 1]. */
  relationStart: Int32Array;
  relationOther: Int32Array;
  /** 1: blocked, in either direction. 2: i avoids the other. */
  relationKind: Uint8Array;
  /** 1: wants squads, 2: wants pairs. */
  wants: Uint8Array;
};

/** Bits of a gate's region half and platform half. */
export const REGION_BITS = 0xffff;
export const PLATFORM_BITS = ~0xffff;

/**
 * Returns whether two players' gates allow them to play together: a common region set, and a common platform or
 * crossplay.
 */
export function passesGate(a: number, b: number): boolean {
  const sharedBits = a & b;
  return (sharedBits & REGION_BITS) !== 0 && (sharedBits & PLATFORM_BITS) !== 0;
}

/** Number of spare rows after the pool's own, for modified variants of one player. */
export const SPARE_ROWS = 64;

/** Creates empty columns for `players` players, `spareRows` extra rows and `relations` relations. */
export function createColumns(players: number, relations: number, terms: PoolTerms, spareRows = 0): Columns {
  const size = players + spareRows;
  return {
    size: players,
    terms,
    origin: new Int32Array(allocateBuffer(size * 4)),
    schedule: new Int32Array(allocateBuffer(size * 4 * WEEK_WORDS)),
    bins: new Uint16Array(allocateBuffer(size * 2)),
    gate: new Int32Array(allocateBuffer(size * 4)),
    modes: new Int32Array(allocateBuffer(size * 4)),
    languages: new Int32Array(allocateBuffer(size * 8)),
    wishes: new Int32Array(allocateBuffer(size * 4)),
    seatMask: new Uint8Array(allocateBuffer(size)),
    fit: new Float64Array(allocateBuffer(size * 8 * terms.seats)),
    primary: new Uint8Array(allocateBuffer(size)),
    rating: new Float32Array(allocateBuffer(size * 4)),
    level: new Int8Array(allocateBuffer(size)),
    mic: new Uint8Array(allocateBuffer(size)),
    region: new Uint8Array(allocateBuffer(size)),
    firstLanguage: new Uint8Array(allocateBuffer(size)),
    jobs: new Int32Array(allocateBuffer(size * 4)),
    bonus: new Float64Array(allocateBuffer(size * 8)),
    waiting: new Uint16Array(allocateBuffer(size * 2)),
    minBins: new Uint16Array(allocateBuffer(size * 2)),
    maxSpread: new Float32Array(allocateBuffer(size * 4)),
    party: new Int32Array(allocateBuffer(size * 4)),
    relationStart: new Int32Array(allocateBuffer((size + 1) * 4)),
    relationOther: new Int32Array(allocateBuffer(relations * 4)),
    relationKind: new Uint8Array(allocateBuffer(relations)),
    wants: new Uint8Array(allocateBuffer(size)),
  };
}

/**
 * Allocates shared memory, so worker threads see the pool without a copy. Browsers only have it on cross-origin
 * isolated pages; elsewhere a run has one thread, and ordinary memory is enough.
 */
function allocateBuffer(bytes: number): SharedArrayBuffer | ArrayBuffer {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}

/** Creates a scratch map from pool index to local index. Each thread needs one per pool. */
export function createLocalIndex(columns: Columns): Int32Array {
  return new Int32Array(columns.size).fill(-1);
}

/**
 * Copies `players` (pool indexes) of `columns` into `into`, which must have room, along with the relations among them.
 */
export function gatherColumns(
  columns: Columns,
  players: ArrayLike<number>,
  into: Columns,
  localIndex: Int32Array,
): void {
  const size = players.length;
  into.size = size;
  into.terms = columns.terms;
  const originIndexes = into.origin.subarray(0, size);
  for (let i = 0; i < size; i++) {
    originIndexes[i] = players[i]!;
    localIndex[players[i]!] = i;
  }
  gatherNumbers(columns, originIndexes, into);
  gatherRelations(columns, players, into, localIndex);
  for (let i = 0; i < size; i++) localIndex[players[i]!] = -1;
}

/** Copies column by column, because copying player by player would cause cache misses in two dozen places at a time. */
function gatherNumbers(columns: Columns, players: Int32Array, into: Columns): void {
  copyWords(players, columns.schedule, into.schedule, WEEK_WORDS);
  copyWords(players, columns.languages, into.languages, 2);
  copyDoubles(players, columns.fit, into.fit, columns.terms.seats);
  copyDoubles(players, columns.bonus, into.bonus, 1);
  for (const name of ['gate', 'modes', 'wishes', 'jobs', 'party'] as const) {
    copyWords(players, columns[name], into[name], 1);
  }
  for (const name of ['seatMask', 'primary', 'mic', 'region', 'firstLanguage', 'wants'] as const) {
    copyBytes(players, columns[name], into[name]);
  }
  for (const name of ['bins', 'waiting', 'minBins'] as const) copyHalves(players, columns[name], into[name]);
  copySigned(players, columns.level, into.level);
  copyFloats(players, columns.rating, into.rating);
  copyFloats(players, columns.maxSpread, into.maxSpread);
}

function gatherRelations(columns: Columns, players: ArrayLike<number>, into: Columns, localIndex: Int32Array): void {
  const otherPlayers: number[] = [];
  const kinds: number[] = [];
  for (let i = 0; i < players.length; i++) {
    const p = players[i]!;
    into.relationStart[i] = otherPlayers.length;
    for (let r = columns.relationStart[p]!; r < columns.relationStart[p + 1]!; r++) {
      const other = localIndex[columns.relationOther[r]!]!;
      if (other < 0) continue;
      otherPlayers.push(other);
      kinds.push(columns.relationKind[r]!);
    }
  }
  into.relationStart[players.length] = otherPlayers.length;
  if (otherPlayers.length > into.relationOther.length) {
    into.relationOther = new Int32Array(otherPlayers.length * 2);
    into.relationKind = new Uint8Array(otherPlayers.length * 2);
  }
  into.relationOther.set(otherPlayers);
  into.relationKind.set(kinds);
}
