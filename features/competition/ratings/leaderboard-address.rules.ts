import { paths } from '../../../content/paths.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import type { GameMode } from '../games/games.schema.ts';

/** The mode shown first, which the address leaves out. */
const DEFAULT_MODE = MODES[0];

/** Values of the page's parameters. */
export const LEADERBOARD_VALUES = {
  mode: MODES,
  region: REGIONS,
  platform: PLATFORMS,
  position: POSITIONS,
  followed: ['yes'],
} as const;

export type LeaderboardView = {
  mode: GameMode;
  season?: string | undefined;
  region?: string | undefined;
  platform?: string | undefined;
  position?: string | undefined;
  followed?: string | undefined;
};

/** Reads a page's address. Unknown values are ignored. */
export function parseLeaderboardView(search: URLSearchParams): LeaderboardView {
  const read = (name: keyof typeof LEADERBOARD_VALUES) =>
    (LEADERBOARD_VALUES[name] as readonly string[]).find((value) => value === search.get(name));
  const season = search.get('season') ?? '';
  return {
    mode: (read('mode') as GameMode | undefined) ?? DEFAULT_MODE,
    season: /^\d{1,3}$/.test(season) ? season : undefined,
    region: read('region'),
    platform: read('platform'),
    position: read('position'),
    followed: read('followed'),
  };
}

/** Returns the address of a view, on the page after a rank. */
export function formatLeaderboardAddress({ mode, ...filters }: LeaderboardView, after?: number | null): string {
  const entries = Object.entries({ mode: mode === DEFAULT_MODE ? undefined : mode, ...filters, after });
  const search = new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
  return search.size > 0 ? `${paths.leaderboards}?${search}` : paths.leaderboards;
}

/** Returns the query of the API for a view. */
export function toLeaderboardQuery({ followed: _followed, ...view }: LeaderboardView, after: string | null) {
  const entries = Object.entries({ ...view, after }).filter(([, value]) => value);
  return Object.fromEntries(entries) as { mode: GameMode } & Record<string, string>;
}

/** Returns whether a view leaves out players of the table. */
export const isFiltered = ({ region, platform, position, followed }: LeaderboardView): boolean =>
  Boolean(region || platform || position || followed);
