import type { z } from 'zod';
import { readIssueText } from '../messages/issue-text.ts';
import { lazyText, type Translatable } from '../messages/lazy-text.ts';
import * as messages from './server.messages.ts';

type Issue = z.core.$ZodIssue;

const TOO_BIG_MESSAGES = {
  string: messages.fieldTooManyCharacters,
  array: messages.fieldTooManyEntries,
  other: messages.fieldTooLarge,
};
const TOO_SMALL_MESSAGES = {
  string: messages.fieldTooFewCharacters,
  array: messages.fieldTooFewEntries,
  other: messages.fieldTooSmall,
};

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

const getSizeKind = (origin: string) => (origin === 'string' || origin === 'array' ? origin : 'other');

function getMessageFor(issue: Issue, field: string): Translatable {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? lazyText(messages.fieldRequired, { field })
        : lazyText(messages.fieldInvalid, { field });
    case 'too_big':
      return lazyText(TOO_BIG_MESSAGES[getSizeKind(issue.origin)], { field, limit: Number(issue.maximum) });
    case 'too_small':
      return lazyText(TOO_SMALL_MESSAGES[getSizeKind(issue.origin)], { field, limit: Number(issue.minimum) });
    case 'invalid_value':
      return lazyText(messages.fieldNotAnOption, { field });
    case 'unrecognized_keys':
      return lazyText(messages.unexpectedFields, { fields: issue.keys.join(', ') });
    default:
      return lazyText(messages.fieldInvalid, { field });
  }
}

/**
 * Turns a validation issue into a message for users: zod's default messages are reworded, those of our schemas are
 * kept.
 */
export function formatValidationMessage(issue: Issue | undefined): Translatable | string {
  if (!issue) return messages.invalidRequest;
  if (!DEFAULT_MESSAGE.test(issue.message)) return readIssueText(issue.message);
  return getMessageFor(issue, getFieldLabel(issue.path));
}
