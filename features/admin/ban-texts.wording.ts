import type { BanScope } from '../moderation/ban-reasons.schema.ts';

const BANNED_FROM: Record<BanScope, string> = {
  all: 'everything',
  listing: 'creating listings',
  applying: 'applying to listings',
  matching: 'matches',
};

type Ban = { scope: BanScope; days: number | null };

const formatScope = ({ scope, days }: Ban): string =>
  `banned from ${BANNED_FROM[scope]} ${days === null ? 'with no end date' : `for ${days} ${days === 1 ? 'day' : 'days'}`}.`;

/** Describes a ban for its confirmation: `Nova will be banned from everything for 30 days.` */
export const formatBanQuestion = (name: string, ban: Ban): string => `${name} will be ${formatScope(ban)}`;

/** Describes a ban for the message after it: `Nova is banned from everything for 30 days.` */
export const formatBan = (names: readonly string[], ban: Ban): string =>
  `${abbreviateNames(names)} ${names.length === 1 ? 'is' : 'are'} ${formatScope(ban)}`;

const MAX_NAMES = 3;

/** Joins several names into one line: `A, B, C and 4 more`. */
function abbreviateNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  if (more > 0) return `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}
