import { formatList } from '../../../messages/lists.ts';
import type { Translator } from '../../../messages/translator.ts';
import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import { formatOfSize, type GroupSize } from '../../profiles/group-formats.schema.ts';
import * as messages from '../squads.messages.ts';
import { listMissingPositions } from '../squads.rules.ts';
import type { SquadPage } from './squad-pages.schema.ts';

/** Days for which a spot is shown as open after the captain's last invitation from the pool. */
export const LOOKING_DAYS = 30;

type OpenRoster = { size: GroupSize; members: readonly { position: string | null }[] };

/** Returns the positions a squad is looking for; null when it has enough members to play. */
export function listWantedPositions(squad: OpenRoster): SquadPage['looking_for'] {
  const { count, positions } = listMissingPositions(squad);
  return count === 0 ? null : { positions: POSITIONS.filter((position) => positions.includes(position)) };
}

type PageFacts = Pick<SquadPage, 'size' | 'members' | 'others' | 'sessions_played' | 'looking_for'>;

/** Lists the wanted positions: "center, point guard". */
const formatWantedPositions = (t: Translator, positions: readonly Position[]): string =>
  formatList(
    t,
    positions.map((position) => t(messages.wantedPosition, { position })),
    'commas',
  );

/** Formats the positions a squad is looking for as a sentence. */
export const formatLookingFor = (t: Translator, { positions }: NonNullable<PageFacts['looking_for']>): string =>
  positions.length === 0
    ? t(messages.lookingForAnyone)
    : t(messages.lookingFor, { positions: formatWantedPositions(t, positions) });

/** Formats the number of members who aren't named. */
export function formatOtherMembers(
  t: Translator,
  { members, others }: Pick<PageFacts, 'members' | 'others'>,
): string | undefined {
  if (others === 0) return undefined;
  return t(members.length === 0 ? messages.otherPlayers : messages.morePlayers, { count: others });
}

/** Describes the squad in a sentence or two, for search engines and link previews. */
export function formatPageSummary(t: Translator, page: PageFacts): string {
  const { members, others, sessions_played: count, looking_for: openPositions } = page;
  const format = formatOfSize(page.size);
  const memberNames = members.map(({ display_name }) => display_name);
  const names = formatList(t, memberNames, others > 0 ? 'commas' : 'and');
  return [
    names ? t(messages.pageSummaryWithNames, { format, names, others }) : t(messages.pageSummary, { format }),
    t(messages.pageSummaryPlayed, { count }),
    ...(openPositions ? [formatLookingSentence(t, openPositions)] : []),
  ].join(' ');
}

const formatLookingSentence = (t: Translator, { positions }: NonNullable<PageFacts['looking_for']>): string =>
  positions.length === 0
    ? t(messages.pageSummaryLookingForAnyone)
    : t(messages.pageSummaryLooking, { positions: formatWantedPositions(t, positions) });
