import type { Message } from '../../messages/message.ts';
import * as messages from './profiles.messages.ts';

type FormatFacts = {
  /** Match type in the database and the API. */
  type: `nba2k_${string}`;
  /** Number of players. */
  seats: number;
  /** Plural noun in reports on matching rounds. */
  plural: string;
  /** Label with the group's size. */
  label: Message;
  /** Label of the badge on a match. */
  badge: Message;
  /** Whether each spot is one position. Otherwise members may play any. */
  hasPositions: boolean;
  /** Whether an open match of this format blocks all others for the player. */
  comesFirst: boolean;
  /** Whether the spot of a member who declines is offered to a replacement. */
  isRefilled: boolean;
  /** Number of reports that make a no-show. If several members can report, one report isn't enough. */
  noShowReports: number;
};

/**
 * Formats of matches and squads, largest first. Code that depends on a group's size reads this table. Other tables by
 * format (the score, labels, a profile's `look_for_…` column) don't compile without an entry for each.
 */
export const FORMAT_FACTS = {
  squad: {
    type: 'nba2k_squad5',
    seats: 5,
    plural: 'squads',
    label: messages.squadOfFive,
    badge: messages.squadBadge,
    hasPositions: true,
    comesFirst: true,
    isRefilled: true,
    noShowReports: 2,
  },
  pair: {
    type: 'nba2k_pair',
    seats: 2,
    plural: 'pairs',
    label: messages.pairOfTwo,
    badge: messages.pairBadge,
    hasPositions: false,
    comesFirst: false,
    isRefilled: false,
    noShowReports: 1,
  },
} as const satisfies Record<string, FormatFacts>;

export type GroupFormat = keyof typeof FORMAT_FACTS;
export type GroupSize = (typeof FORMAT_FACTS)[GroupFormat]['seats'];

export const FORMATS = Object.keys(FORMAT_FACTS) as [GroupFormat, ...GroupFormat[]];
export const GROUP_SIZES = FORMATS.map((format) => FORMAT_FACTS[format].seats) as [GroupSize, ...GroupSize[]];
export const LARGEST_GROUP = Math.max(...GROUP_SIZES);
/** Formats whose open match blocks all other matches for a player. */
export const EXCLUSIVE_FORMATS = FORMATS.filter((format) => FORMAT_FACTS[format].comesFirst);

/** Returns the format that has exactly this many spots. */
export const findFormat = (players: number): GroupFormat | undefined =>
  FORMATS.find((format) => FORMAT_FACTS[format].seats === players);

/** Returns the format of a squad with this many spots. */
export const formatOfSize = (size: GroupSize): GroupFormat => findFormat(size)!;

/** Returns the smallest format with a spot for everyone, or else the largest. */
export const formatForPlayers = (players: number): GroupFormat =>
  FORMATS.findLast((format) => FORMAT_FACTS[format].seats >= players) ?? FORMATS[0];

/** Returns the format of a match type. Per the specification, unknown types count as pairs. */
export const formatOfType = (type: string): GroupFormat =>
  FORMATS.find((format) => FORMAT_FACTS[format].type === type) ?? 'pair';

/** Builds a record with one value for each format. */
export function mapFormats<T>(of: (format: GroupFormat) => T): Record<GroupFormat, T> {
  return Object.fromEntries(FORMATS.map((format) => [format, of(format)])) as Record<GroupFormat, T>;
}

/** Profile column that stores how long a player looks for a format. */
export type LookingColumn = `look_for_${GroupFormat}`;
export const getLookingColumn = (format: GroupFormat): LookingColumn => `look_for_${format}`;
