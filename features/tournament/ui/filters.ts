/** Filters of the roster. An empty string means the filter isn't set. */
export type Filters = { q: string; tier: string; category: string };

/** Filters use the category's name, which is in the URL. The search uses its label, which people read. */
type Searchable = { name: string; category: string; categoryLabel: string; description: string; tier: string };

export function readFilters(params: URLSearchParams): Filters {
  return { q: params.get('q') ?? '', tier: params.get('tier') ?? '', category: params.get('category') ?? '' };
}

/** Returns the query parameters for the filters that are set. */
export function writeFilters(filters: Filters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/**
 * Returns the warriors that match every filter: the tier, the category, and all search words in name, category or
 * description.
 */
export function filterWarriors<W extends Searchable>(warriors: readonly W[], { q, tier, category }: Filters): W[] {
  const query = q.trim().toLowerCase();
  return warriors.filter(
    (warrior) =>
      (tier === '' || warrior.tier === tier) &&
      (category === '' || warrior.category === category) &&
      (query === '' ||
        [warrior.name, warrior.categoryLabel, warrior.description].some((text) => text.toLowerCase().includes(query))),
  );
}

/** Groups warriors by tier in tier order, without empty tiers. */
export function groupByTier<T extends { name: string }, W extends Searchable>(
  tiers: readonly T[],
  warriors: readonly W[],
) {
  return tiers
    .map((tier) => ({ tier, members: warriors.filter((warrior) => warrior.tier === tier.name) }))
    .filter(({ members }) => members.length > 0);
}
