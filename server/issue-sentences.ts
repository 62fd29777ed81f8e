import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A field as people read it: `boost_expires_at` of a form is its "boost expires at". */
const named = (path: readonly PropertyKey[]) =>
  String(path.findLast((part) => typeof part === 'string') ?? '')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

/** What the library itself says, and no schema of ours; those name fields that are called as theirs begins, too. */
const OF_THE_LIBRARY =
  /^(Invalid (input|string|option|number|UUID|ISO|email|URL|key|element|JWT|date)|Too (big|small)|Unrecognized)/;

function plain(issue: Issue, name: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? `Please say ${name}.`
        : `This is no ${name} that we can read.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `Please keep ${name} to ${issue.maximum} characters.`
        : issue.origin === 'array'
          ? `Please keep ${name} to ${issue.maximum}.`
          : `Please choose ${name} of at most ${issue.maximum}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? `Please write at least ${issue.minimum} ${Number(issue.minimum) === 1 ? 'character' : 'characters'} for ${name}.`
        : issue.origin === 'array'
          ? `Please choose at least ${issue.minimum} for ${name}.`
          : `Please choose ${name} of at least ${issue.minimum}.`;
    case 'invalid_value':
      return `Please choose one of what is offered for ${name}.`;
    case 'unrecognized_keys':
      return `This is not asked for: ${issue.keys.join(', ')}.`;
    default:
      return `This is no ${name} that we can read.`;
  }
}

/**
 * What is wrong with a request, for whoever sent it: sentences of our schemas as they stand, those of the library said
 * in plain words, for nobody who plays knows what a string is.
 */
export function issueSentence(issue: Issue | undefined): string {
  if (!issue) return 'The request is not valid.';
  const name = named(issue.path);
  if (!OF_THE_LIBRARY.test(issue.message)) return issue.message;
  return plain(issue, name || 'request');
}
