import { FORMAT_FACTS, FORMATS, type GroupFormat } from '../../profiles/group-formats.schema.ts';

/** Plural noun of a format. It's also the name of its column. */
type Plural = (typeof FORMAT_FACTS)[GroupFormat]['plural'];
export const PLURALS: readonly Plural[] = FORMATS.map((format) => FORMAT_FACTS[format].plural);

/**
 * The number of stored proposals by format, and the number of proposals that were dropped because they no longer fit.
 */
export type StoredCounts = Record<Plural | 'dropped', number>;
export const COUNT_NAMES: readonly (keyof StoredCounts)[] = [...PLURALS, 'dropped'];

/** Builds a record with one value for each count. */
export function mapCounts<T>(of: (name: keyof StoredCounts) => T): Record<keyof StoredCounts, T> {
  return Object.fromEntries(COUNT_NAMES.map((name) => [name, of(name)])) as Record<keyof StoredCounts, T>;
}

/** Adds up counts. Without any, all sums are zero. */
export const addCounts = (counts: readonly StoredCounts[]): StoredCounts =>
  mapCounts((name) => counts.reduce((sum, one) => sum + one[name], 0));
