import type { MatchingRules, PoolPlayer } from './matcher-schema.ts';

/** The player fields whose values get numbers. */
type WordFields = Pick<PoolPlayer, 'region' | 'platform' | 'modes' | 'languages'>;
/** The player fields that make up their gate. */
type GateFields = Pick<PoolPlayer, 'region' | 'platform' | 'crossplay' | 'waiting'>;

const MODE_BITS = 31;
const LANGUAGE_BITS = 64;

/** Assigns numbers and bits to the values in a pool (regions, platforms, modes, languages, labels). */
export class Vocabulary {
  readonly regions: string[];
  /** The most common modes. Players type modes and languages, so there may be more than the bits for them. */
  readonly modes: string[];
  /** Languages that at least two players speak, because no other language can be shared. */
  readonly languages: string[];
  readonly #rules: MatchingRules;
  readonly #regionNumber: Map<string, number>;
  readonly #regionSets: string[][];
  readonly #platformBit: Map<string, number>;
  readonly #modeBit: Map<string, number>;
  readonly #languageNumber: Map<string, number>;
  readonly #parseJobs = new Map<string, number>();
  /**
   * Cached gates by region, platform, crossplay and waiting (up to the last relaxation step); -1 if not computed yet.
   */
  readonly #gates: Int32Array;
  /** Number of runs waited after which waiting longer doesn't relax any limit. */
  readonly #maxRelaxationRuns: number;

  constructor(players: readonly WordFields[], rules: MatchingRules) {
    this.#rules = rules;
    const count = { regions: new Map(), platforms: new Map(), modes: new Map(), languages: new Map() } as Record<
      string,
      Map<string, number>
    >;
    const add = (map: Map<string, number>, word: string) => map.set(word, (map.get(word) ?? 0) + 1);
    for (const player of players) {
      add(count.regions!, player.region);
      add(count.platforms!, player.platform);
      for (const mode of player.modes) add(count.modes!, mode);
      for (const language of player.languages) add(count.languages!, language);
    }
    this.regions = [...count.regions!.keys()].sort();
    this.#regionNumber = assignTermNumbers(this.regions);
    this.#regionSets = createRegionSets(this.regions, rules);
    requireAtMost(this.#regionSets.length, 16, 'sets of regions');
    const platforms = [...count.platforms!.keys()].sort();
    requireAtMost(platforms.length, 15, 'platforms');
    this.#platformBit = assignTermNumbers(platforms);
    this.#maxRelaxationRuns = getMaxRelaxationRuns(rules);
    this.#gates = new Int32Array(this.regions.length * platforms.length * 2 * (this.#maxRelaxationRuns + 1)).fill(-1);
    this.modes = sortByPlayers(count.modes!).slice(0, MODE_BITS).sort();
    this.#modeBit = assignTermNumbers(this.modes);
    const sharedLanguages = sortByPlayers(count.languages!).filter((language) => count.languages!.get(language)! > 1);
    this.languages =
      sharedLanguages.length > LANGUAGE_BITS
        ? omitImplied(sharedLanguages, players).slice(0, LANGUAGE_BITS)
        : sharedLanguages;
    this.#languageNumber = assignTermNumbers(this.languages);
  }

  /** Returns a player's gate: region sets in the low half, platform and crossplay bits in the high half. */
  getGate(player: GateFields): number {
    const place =
      this.#regionNumber.get(player.region)! * this.#platformBit.size + this.#platformBit.get(player.platform)!;
    const cappedWait = Math.min(player.waiting, this.#maxRelaxationRuns);
    const gateIndex = (place * 2 + (player.crossplay ? 1 : 0)) * (this.#maxRelaxationRuns + 1) + cappedWait;
    // No player has every region set and every platform bit, so -1 is never a valid gate.
    if (this.#gates[gateIndex] === -1)
      this.#gates[gateIndex] = this.#regionBits(player.region, cappedWait) | this.#platformBits(player);
    return this.#gates[gateIndex]!;
  }

  getModeBits(player: PoolPlayer): number {
    let bits = 0;
    for (const mode of player.modes) {
      const bit = this.#modeBit.get(mode);
      if (bit !== undefined) bits |= 1 << bit;
    }
    return bits;
  }

  addLanguageBits(player: PoolPlayer, into: Int32Array, at: number): void {
    for (const language of player.languages) {
      const number = this.#languageNumber.get(language);
      if (number !== undefined) into[at + (number >> 5)]! |= 1 << (number & 31);
    }
  }

  /** Returns the number of the player's first language, or 255 if no one else speaks it. */
  getFirstLanguage(player: PoolPlayer): number {
    return this.#languageNumber.get(player.languages[0] ?? '') ?? 255;
  }

  getRegionNumber(player: PoolPlayer): number {
    return this.#regionNumber.get(player.region)!;
  }

  getJobBits(player: PoolPlayer): number {
    let bits = 0;
    for (const label of player.archetypes) bits |= this.#jobsOf(label);
    for (const label of player.playstyle) bits |= this.#jobsOf(label);
    return bits;
  }

  /** Returns a matrix with the closeness of each region to every other, 0 to 1. */
  createClosenessMatrix(rules: MatchingRules): Float64Array {
    const size = this.regions.length;
    const matrix = new Float64Array(size * size);
    for (let i = 0; i < size; i++) matrix[i * size + i] = 1;
    for (const entry of rules.scales.regionCloseness) {
      const a = this.#regionNumber.get(entry.regions[0]);
      const b = this.#regionNumber.get(entry.regions[1]);
      if (a === undefined || b === undefined) continue;
      matrix[a * size + b] = entry.closeness;
      matrix[b * size + a] = entry.closeness;
    }
    return matrix;
  }

  #jobsOf(label: string): number {
    let bits = this.#parseJobs.get(label);
    if (bits === undefined) {
      bits = parseJobs(label, this.#rules);
      this.#parseJobs.set(label, bits);
    }
    return bits;
  }

  #regionBits(region: string, waitTime: number): number {
    const relaxedSets = new Set<string[]>();
    for (const step of this.#rules.relaxation) {
      if (waitTime >= step.afterRuns) for (const set of step.regions ?? []) relaxedSets.add(set);
    }
    const strictCount = this.#regionSets.length - listRelaxationSets(this.#rules).length;
    let bits = 0;
    this.#regionSets.forEach((set, number) => {
      if (set.includes(region) && (number < strictCount || relaxedSets.has(set))) bits |= 1 << number;
    });
    return bits;
  }

  #platformBits(player: Pick<PoolPlayer, 'platform' | 'crossplay'>): number {
    if (!this.#rules.limits.platform) return 1 << 16;
    return (1 << (17 + this.#platformBit.get(player.platform)!)) | (player.crossplay ? 1 << 16 : 0);
  }
}

/** Returns the bits of the jobs that a label (archetype or playstyle) indicates, using the words in the rules. */
export function parseJobs(label: string, rules: MatchingRules): number {
  const text = label.toLowerCase();
  let bits = 0;
  rules.scales.jobs.forEach((job, number) => {
    if (job.words.some((word) => text.includes(word.toLowerCase()))) bits |= 1 << number;
  });
  return bits;
}

/** Returns the number of runs after which waiting longer doesn't relax any limit. */
export const getMaxRelaxationRuns = (rules: MatchingRules): number =>
  Math.max(0, ...rules.relaxation.map((step) => step.afterRuns));

function listRelaxationSets(rules: MatchingRules): string[][] {
  return rules.relaxation.flatMap((step) => step.regions ?? []);
}

/** Returns the rules' sets, a set for each region outside them, and the sets of the relaxation steps. */
function createRegionSets(regions: string[], rules: MatchingRules): string[][] {
  if (rules.limits.regions === null) return [regions, ...listRelaxationSets(rules)];
  const listedRegions = new Set(rules.limits.regions.flat());
  const unlistedRegions = regions.filter((region) => !listedRegions.has(region)).map((region) => [region]);
  return [...rules.limits.regions, ...unlistedRegions, ...listRelaxationSets(rules)];
}

function assignTermNumbers(terms: string[]): Map<string, number> {
  return new Map(terms.map((word, number) => [word, number]));
}

/** Sorts words by the number of players who have them, the most common first. */
const sortByPlayers = (count: ReadonlyMap<string, number>): string[] =>
  [...count].sort(([a, aPlayers], [b, bPlayers]) => bPlayers - aPlayers || (a < b ? -1 : 1)).map(([word]) => word);

/**
 * Leaves out a language if all of its speakers also speak a language that's kept. Those players are compatible without
 * it.
 * @param languages the most common first
 */
function omitImplied(languages: readonly string[], players: readonly WordFields[]): string[] {
  /** For each language, the languages that all of its speakers speak. */
  const commonByLanguage = new Map<string, readonly string[]>();
  for (const { languages: spoken } of players) {
    for (const language of spoken) {
      const before = commonByLanguage.get(language);
      commonByLanguage.set(language, before ? before.filter((other) => spoken.includes(other)) : spoken);
    }
  }
  const keptLanguages = new Set<string>();
  for (const language of languages)
    if (!commonByLanguage.get(language)!.some((other) => keptLanguages.has(other))) keptLanguages.add(language);
  return [...keptLanguages];
}

function requireAtMost(count: number, limit: number, what: string): void {
  if (count > limit)
    throw new RangeError(`The matcher works with at most ${limit} ${what}; this pool and its rules have ${count}.`);
}
