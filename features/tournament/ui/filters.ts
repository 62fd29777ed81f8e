/** What the roster is narrowed to; an empty text means that the filter is not set. */
export type Filters = { q: string; tier: string; category: string };

type Searchable = { name: string; category: string; description: string; tier: string };

export function readFilters(params: URLSearchParams): Filters {
  return { q: params.get('q') ?? '', tier: params.get('tier') ?? '', category: params.get('category') ?? '' };
}

/** The address of the filters; those that are not set are left out. */
export function writeFilters(filters: Filters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** Everything must match: the tier, the category, and the words in name, category or description. */
export function filterWarriors<W extends Searchable>(warriors: readonly W[], { q, tier, category }: Filters): W[] {
  const words = q.trim().toLowerCase();
  return warriors.filter(
    (warrior) =>
      (tier === '' || warrior.tier === tier) &&
      (category === '' || warrior.category === category) &&
      (words === '' ||
        [warrior.name, warrior.category, warrior.description].some((text) => text.toLowerCase().includes(words))),
  );
}

/** Warriors by tier in the order of the tiers, without tiers that have none. */
export function groupByTier<T extends { name: string }, W extends Searchable>(
  tiers: readonly T[],
  warriors: readonly W[],
) {
  return tiers
    .map((tier) => ({ tier, members: warriors.filter((warrior) => warrior.tier === tier.name) }))
    .filter(({ members }) => members.length > 0);
}
