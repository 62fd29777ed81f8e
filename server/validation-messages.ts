import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Returns a field's name as people read it: `boost_expires_at` becomes "Boost expires at". */
function getFieldLabel(path: readonly PropertyKey[]): string {
  const label = String(path.findLast((part) => typeof part === 'string') ?? 'request')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Matches zod's default messages. Messages of our own schemas never start like this. */
const DEFAULT_MESSAGE =
  /^(Invalid (input|string|option|number|UUID|ISO|email|URL|key|element|JWT|date)|Too (big|small)|Unrecognized)/;

const formatCharacters = (count: number | bigint) => (Number(count) === 1 ? '1 character' : `${count} characters`);
const formatEntries = (count: number | bigint) => (Number(count) === 1 ? '1 entry' : `${count} entries`);

function getMessageFor(issue: Issue, label: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? `${label} is required.`
        : `${label} isn't valid.`;
    case 'too_big':
      if (issue.origin === 'string') return `${label} can have at most ${formatCharacters(issue.maximum)}.`;
      if (issue.origin === 'array') return `${label} can have at most ${formatEntries(issue.maximum)}.`;
      return `${label} can be at most ${issue.maximum}.`;
    case 'too_small':
      if (issue.origin === 'string') return `${label} needs at least ${formatCharacters(issue.minimum)}.`;
      if (issue.origin === 'array') return `${label} needs at least ${formatEntries(issue.minimum)}.`;
      return `${label} must be at least ${issue.minimum}.`;
    case 'invalid_value':
      return `${label} isn't one of the options.`;
    case 'unrecognized_keys':
      return `Remove what isn't expected here: ${issue.keys.join(', ')}.`;
    default:
      return `${label} isn't valid.`;
  }
}

/**
 * Turns a validation issue into a message for users: zod's default messages are reworded, those of our schemas are
 * kept.
 */
export function formatValidationMessage(issue: Issue | undefined): string {
  if (!issue) return "This request isn't valid.";
  if (!DEFAULT_MESSAGE.test(issue.message)) return issue.message;
  return getMessageFor(issue, getFieldLabel(issue.path));
}
