import { BAN_SCOPE_LABELS, type BanScope } from '../moderation/ban-reasons.schema.ts';

/** Who is banned from what and for how long, for the question before and the message after. */
export function banSentence(name: string, { scope, days }: { scope: BanScope; days: number | null }): string {
  const length = days === null ? 'without an end' : `for ${days} ${days === 1 ? 'day' : 'days'}`;
  return `${name}: ${BAN_SCOPE_LABELS[scope].toLowerCase()}, ${length}.`;
}
