import { POSITIONS } from '../../profiles/game.schema.ts';
import { POSITION_WORDS } from '../../profiles/profiles.rules.ts';
import { listMissingPositions } from '../squads.rules.ts';
import type { SquadSize } from '../squads.schema.ts';
import type { SquadPage } from './squad-pages.schema.ts';

export const PAGE_TEXTS = {
  notFound: 'This squad has no page, or not any more.',
  off: 'The public page of your squad is off. Only its captain can turn it on.',
} as const;

/** So long after the captain asked the pool for somebody, a seat that is still empty counts as looked for. */
export const LOOKING_DAYS = 30;

type OpenRoster = { size: SquadSize; members: readonly { position: string | null }[] };

/** Whom a squad looks for that has asked for somebody; nobody while as many are in it as play. */
export function listWantedPositions(squad: OpenRoster): SquadPage['looking_for'] {
  const { count, positions } = listMissingPositions(squad);
  return count === 0 ? null : { positions: POSITIONS.filter((position) => positions.includes(position)) };
}

const NUMBER_NAMES: Record<number, string> = { 2: 'a pair', 5: 'a squad of five' };

type PageFacts = Pick<SquadPage, 'size' | 'members' | 'others' | 'sessions_played' | 'looking_for'>;

/** How often they played, as a sentence without its full stop. */
export function formatSessionsPlayed({ sessions_played: played }: Pick<PageFacts, 'sessions_played'>): string {
  if (played === 0) return 'No evening played yet';
  return played === 1 ? 'Played one evening' : `Played ${played} evenings`;
}

/** Whom they look for, as it stands in a sentence: "a center and a point guard". */
export function formatWantedPositions({ positions }: NonNullable<PageFacts['looking_for']>): string {
  const words = positions.map((position) => `a ${POSITION_WORDS[position]!.toLowerCase()}`);
  if (words.length === 0) return 'somebody to play with';
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Who is in it beside those who are named. */
export function formatOtherMembers({ members, others }: Pick<PageFacts, 'members' | 'others'>): string | undefined {
  if (others === 0) return undefined;
  if (members.length === 0) return others === 1 ? 'One player' : `${others} players`;
  return `and ${others} more`;
}

/** The squad in a sentence or two, for search engines and chats. */
export function formatPageSummary(page: PageFacts): string {
  const names = page.members.map(({ display_name }) => display_name);
  const who = [...names, ...(page.others > 0 && names.length > 0 ? [`${page.others} more`] : [])];
  const withWhom = who.length > 1 ? `${who.slice(0, -1).join(', ')} and ${who.at(-1)}` : who[0];
  const first = `${NUMBER_NAMES[page.size]![0]!.toUpperCase()}${NUMBER_NAMES[page.size]!.slice(1)} on Planet Crew`;
  const looking = page.looking_for ? ` They look for ${formatWantedPositions(page.looking_for)}.` : '';
  return `${first}${withWhom ? `: ${withWhom}` : ''}. ${formatSessionsPlayed(page)}.${looking}`;
}
