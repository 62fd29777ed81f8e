import { POSITIONS } from '../../profiles/game.schema.ts';
import { FORMAT_FACTS, formatFor, type GroupSize } from '../../profiles/group-formats.schema.ts';
import { POSITION_LABELS } from '../../profiles/profiles.rules.ts';
import { listMissingPositions } from '../squads.rules.ts';
import type { SquadPage } from './squad-pages.schema.ts';

export const PAGE_TEXTS = {
  notFound: 'This squad doesn’t have a public page.',
  off: 'Your squad’s public page is off. Only the captain can turn it on.',
} as const;

/** How long a spot is shown as open after the captain's last invitation from the pool. */
export const LOOKING_DAYS = 30;

type OpenRoster = { size: GroupSize; members: readonly { position: string | null }[] };

/** Returns the positions wanted by a squad that has invited from the pool; null while it has enough members to play. */
export function listWantedPositions(squad: OpenRoster): SquadPage['looking_for'] {
  const { count, positions } = listMissingPositions(squad);
  return count === 0 ? null : { positions: POSITIONS.filter((position) => positions.includes(position)) };
}

type PageFacts = Pick<SquadPage, 'size' | 'members' | 'others' | 'sessions_played' | 'looking_for'>;

/** Formats how many sessions the squad has played, as a sentence without its period. */
export function formatSessionsPlayed({ sessions_played: played }: Pick<PageFacts, 'sessions_played'>): string {
  if (played === 0) return 'No sessions played yet';
  return played === 1 ? 'Played one session' : `Played ${played} sessions`;
}

/** Formats the wanted positions for use in a sentence: "a center and a point guard". */
export function formatWantedPositions({ positions }: NonNullable<PageFacts['looking_for']>): string {
  const words = positions.map((position) => `a ${POSITION_LABELS[position]!.toLowerCase()}`);
  if (words.length === 0) return 'someone to play with';
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Formats how many members aren't named. */
export function formatOtherMembers({ members, others }: Pick<PageFacts, 'members' | 'others'>): string | undefined {
  if (others === 0) return undefined;
  if (members.length === 0) return others === 1 ? 'One player' : `${others} players`;
  return `and ${others} more`;
}

/** Describes the squad in a sentence or two, for search engines and link previews. */
export function formatPageSummary(page: PageFacts): string {
  const names = page.members.map(({ display_name }) => display_name);
  const who = [...names, ...(page.others > 0 && names.length > 0 ? [`${page.others} more`] : [])];
  const withWhom = who.length > 1 ? `${who.slice(0, -1).join(', ')} and ${who.at(-1)}` : who[0];
  const first = `${FORMAT_FACTS[formatFor(page.size)].label} on Planet Crew`;
  const looking = page.looking_for ? ` They’re looking for ${formatWantedPositions(page.looking_for)}.` : '';
  return `${first}${withWhom ? `: ${withWhom}` : ''}. ${formatSessionsPlayed(page)}.${looking}`;
}
