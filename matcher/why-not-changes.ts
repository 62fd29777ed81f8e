import { type MatchingRules, type Pool, type PoolPlayer, WEEKDAYS } from './matcher-schema.ts';
import type { Change, ChangeFacts } from './why-not-facts.ts';

/** The values most common among the other players of the pool: modes, and languages by region. */
export type CommonValues = { modes: string[]; languages: Map<string, string[]> };

export function listCommonValues(pool: Pool): CommonValues {
  const byRegion = Map.groupBy(pool.players, (player) => player.region);
  return {
    modes: listMostFrequent(pool.players, (one) => one.modes, 6),
    languages: new Map(
      [...byRegion].map(([region, nearbyRegions]) => [
        region,
        listMostFrequent(nearbyRegions, (one) => one.languages, 3),
      ]),
    ),
  };
}

/** The evening to suggest as a change: three hours in which most players have time. */
const EVENING = { start: '20:00', end: '23:00' };

/** Returns the single changes to try for a player without a match. */
export function listChanges(player: PoolPlayer, customs: CommonValues, rules: MatchingRules): Change[] {
  const changes: Change[] = [];
  const add = (effort: number, facts: ChangeFacts) =>
    changes.push({ facts: [facts], effort, player: applyChange(player, facts) });
  if (!player.crossplay && rules.limits.platform) add(1, { kind: 'crossplay' });
  if (!player.wants.includes('squad')) add(1, { kind: 'wants', wants: 'squad' });
  if (!player.wants.includes('pair')) add(2, { kind: 'wants', wants: 'pair' });
  for (const mode of customs.modes) if (!player.modes.includes(mode)) add(2, { kind: 'mode', mode });
  for (const day of WEEKDAYS) {
    if (
      player.windows.some(
        (window) => window.days.includes(day) && window.start <= EVENING.start && window.end >= EVENING.end,
      )
    ) {
      continue;
    }
    add(4, { kind: 'time', day, ...EVENING });
  }
  for (const position of new Set(rules.seats)) {
    if (player.positions.includes(position)) continue;
    const isFirst = player.positions.length === 0;
    add(isFirst ? 1 : 5, { kind: 'position', position, first: isFirst });
  }
  if (player.party !== null) add(6, { kind: 'party' });
  for (const language of customs.languages.get(player.region) ?? []) {
    if (!player.languages.includes(language)) add(7, { kind: 'language', language });
  }
  return changes;
}

/** Returns the pairs of changes that neither undo nor repeat each other, least effort first. */
export function listChangePairs(player: PoolPlayer, single: readonly Change[], limit: number): Change[] {
  const pairs: Change[] = [];
  for (let a = 0; a < single.length; a++) {
    for (let b = a + 1; b < single.length; b++) {
      const facts = [...single[a]!.facts, ...single[b]!.facts];
      // Skip pairs of the same kind, because a second new mode or role adds little.
      if (facts[0]!.kind === facts[1]!.kind && facts[0]!.kind !== 'time') continue;
      pairs.push({ facts, effort: single[a]!.effort + single[b]!.effort, player: facts.reduce(applyChange, player) });
    }
  }
  return pairs.sort((one, other) => one.effort - other.effort).slice(0, limit);
}

/** Returns the player with a change applied. */
function applyChange(player: PoolPlayer, change: ChangeFacts): PoolPlayer {
  switch (change.kind) {
    case 'crossplay':
      return { ...player, crossplay: true };
    case 'party':
      return { ...player, party: null };
    case 'wants':
      return { ...player, wants: [...player.wants, change.wants] };
    case 'mode':
      return { ...player, modes: [...player.modes, change.mode] };
    case 'time': {
      const day = WEEKDAYS.find((one) => one === change.day)!;
      return { ...player, windows: [...player.windows, { days: [day], start: change.start, end: change.end }] };
    }
    case 'position':
      return { ...player, positions: [...player.positions, change.position] };
    case 'language':
      return { ...player, languages: [...player.languages, change.language] };
  }
}

/** Returns the most frequent values of a list field, most frequent first. */
function listMostFrequent(
  players: readonly PoolPlayer[],
  listWords: (player: PoolPlayer) => readonly string[],
  limit: number,
): string[] {
  const counts = new Map<string, number>();
  for (const player of players) for (const word of listWords(player)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sortedCounts = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sortedCounts.slice(0, limit).map(([word]) => word);
}
