import type { BuildCard } from './advice.schema.ts';

type Row = { id: string; name: string; one: number; other: number };

/** Compares two builds rating by rating, the biggest difference first; equal ratings keep their usual order. */
export function compareBuilds(one: BuildCard, other: BuildCard): Row[] {
  const ratings = new Map(other.attributes.map(({ id, rating }) => [id, rating]));
  const rows = one.attributes.map(({ id, name, rating }) => ({ id, name, one: rating, other: ratings.get(id) ?? 0 }));
  return rows.sort((a, b) => Math.abs(b.one - b.other) - Math.abs(a.one - a.other));
}
