import { english } from '../../messages/lazy-text.ts';
import { BAN_SCOPE_LABELS, type BanScope } from '../moderation/ban-reasons.schema.ts';

/** Describes the scope and length of a ban, for the confirmation and the message after it. */
export function formatBan(name: string, { scope, days }: { scope: BanScope; days: number | null }): string {
  const length = days === null ? 'with no end date' : `for ${days} ${days === 1 ? 'day' : 'days'}`;
  return `${name}: ${english(BAN_SCOPE_LABELS[scope]).toLowerCase()}, ${length}.`;
}

const MAX_NAMES = 3;

/** Joins several names into one line: `A, B, C and 4 more`. */
export function abbreviateNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  if (more > 0) return `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}
