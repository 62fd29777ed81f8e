import { type MatchingRules, type Pool, type PoolPlayer, WEEKDAYS } from './matcher-schema.ts';

/** One change of a player's own data; `effort` in points decides between changes that help alike. */
export type Change = { kind: string; sentence: string; player: PoolPlayer; effort: number };

/** What others of the pool mostly have: modes, and languages by region. */
export type Customs = { modes: string[]; languages: Map<string, string[]> };

export function customsOf(pool: Pool): Customs {
  const byRegion = Map.groupBy(pool.players, (player) => player.region);
  return {
    modes: frequent(pool.players, (one) => one.modes, 6),
    languages: new Map([...byRegion].map(([region, near]) => [region, frequent(near, (one) => one.languages, 3)])),
  };
}

/** The single changes worth trying for a player who has no match. */
export function changesFor(player: PoolPlayer, customs: Customs, rules: MatchingRules): Change[] {
  const changes: Change[] = [];
  const add = (kind: string, effort: number, sentence: string, part: Partial<PoolPlayer>) =>
    changes.push({ kind, sentence, effort, player: { ...player, ...part } });
  if (!player.crossplay) add('crossplay', 1, 'Allow crossplay.', { crossplay: true });
  if (!player.wants.includes('squad')) {
    add('wants', 1, 'Look for a squad too.', { wants: [...player.wants, 'squad'] });
  }
  if (!player.wants.includes('pair')) {
    add('wants', 2, 'Look for a pair too.', { wants: [...player.wants, 'pair'] });
  }
  for (const mode of customs.modes) {
    if (!player.modes.includes(mode)) add('mode', 2, `Add the mode ${mode}.`, { modes: [...player.modes, mode] });
  }
  for (const day of WEEKDAYS) {
    if (
      player.windows.some((window) => window.days.includes(day) && window.start <= '20:00' && window.end >= '23:00')
    ) {
      continue;
    }
    const windows = [...player.windows, { days: [day], start: '20:00', end: '23:00' }];
    add('time', 4, `Be free on ${day} from 20:00 to 23:00 as well.`, { windows });
  }
  for (const seat of new Set(rules.seats)) {
    if (player.positions.includes(seat)) continue;
    const first = player.positions.length === 0;
    const sentence = first ? `Choose the position ${seat}.` : `Offer to play ${seat} as a flex position.`;
    add('position', first ? 1 : 5, sentence, { positions: [...player.positions, seat] });
  }
  if (player.party !== null) add('party', 6, 'Queue without your party.', { party: null });
  for (const language of customs.languages.get(player.region) ?? []) {
    if (player.languages.includes(language)) continue;
    const languages = [...player.languages, language];
    add('language', 7, `Add ${language}, if you speak it.`, { languages });
  }
  return changes;
}

/** The most frequent words of a list field, most frequent first. */
function frequent(
  players: readonly PoolPlayer[],
  of: (player: PoolPlayer) => readonly string[],
  limit: number,
): string[] {
  const counts = new Map<string, number>();
  for (const player of players) for (const word of of(player)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.slice(0, limit).map(([word]) => word);
}
