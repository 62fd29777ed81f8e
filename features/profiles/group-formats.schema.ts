import type { Message } from '../../messages/message.ts';
import * as messages from './profiles.messages.ts';

type FormatFacts = {
  /** Type of its matches, in the database and on the wire. */
  type: `nba2k_${string}`;
  /** How many play at once. */
  seats: number;
  /** How run reports count it. */
  plural: string;
  /** Its name with its size. */
  label: Message;
  /** The badge on a match. */
  badge: Message;
  /** Each seat is one position. Otherwise members may play any. */
  hasPositions: boolean;
  /** A player with an open proposal of this format gets no other one. */
  comesFirst: boolean;
  /** When a member declines, the seat is offered to a replacement. */
  isRefilled: boolean;
  /** How many reports make a no-show, so that no one decides it alone if others can report too. */
  noShowReports: number;
};

/**
 * The groups that the matcher proposes and that squads are made of, largest first. What depends on a group's size reads
 * this table. Other tables by format (the score, sentences, a profile's `look_for_…` column) don't compile without an
 * entry for each.
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
/** Formats whose open proposal keeps a player from all others. */
export const FIRST_FORMATS = FORMATS.filter((format) => FORMAT_FACTS[format].comesFirst);

/** Returns the format that has exactly this many seats. */
export const findFormat = (players: number): GroupFormat | undefined =>
  FORMATS.find((format) => FORMAT_FACTS[format].seats === players);

/** Returns the smallest format with a seat for everyone, or else the largest. */
export const formatFor = (players: number): GroupFormat =>
  FORMATS.findLast((format) => FORMAT_FACTS[format].seats >= players) ?? FORMATS[0];

/** Returns the format of a match type. The specification treats every type without a row as a pair. */
export const formatOfType = (type: string): GroupFormat =>
  FORMATS.find((format) => FORMAT_FACTS[format].type === type) ?? 'pair';

/** Builds a record with one value for each format. */
export function mapFormats<T>(of: (format: GroupFormat) => T): Record<GroupFormat, T> {
  return Object.fromEntries(FORMATS.map((format) => [format, of(format)])) as Record<GroupFormat, T>;
}

/** The profile column that holds how long a player looks for a format. */
export type LookColumn = `look_for_${GroupFormat}`;
export const getLookColumn = (format: GroupFormat): LookColumn => `look_for_${format}`;
