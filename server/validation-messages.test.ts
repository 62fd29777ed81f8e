import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { english, translate } from '../messages/lazy-text.ts';
import { formatValidationMessage } from './validation-messages.ts';

const formatIssue = (issue: z.core.$ZodIssue | undefined) => {
  const message = formatValidationMessage(issue);
  return typeof message === 'string' ? message : translate(english, message);
};
const getMessage = (schema: z.ZodType, value: unknown) => formatIssue(schema.safeParse(value).error?.issues[0]);
const fieldMessage = (schema: z.ZodType, value: unknown) =>
  getMessage(z.object({ win_percentage: schema }), value === undefined ? {} : { win_percentage: value });

describe('formatValidationMessage', () => {
  it.each([
    [z.string(), undefined, 'Win percentage is required.'],
    [z.string(), 7, "Win percentage isn't valid."],
    [z.uuid(), 'x', "Win percentage isn't valid."],
    [z.email(), 'x', "Win percentage isn't valid."],
    [z.string().max(3), 'four', "Win percentage can't be longer than 3 characters."],
    [z.string().min(1), '', 'Win percentage needs at least 1 character.'],
    [z.array(z.string()).max(1), ['a', 'b'], "Win percentage can't have more than 1 entry."],
    [z.array(z.string()).min(2), [], 'Win percentage needs at least 2 entries.'],
    [z.number().max(100), 101, "Win percentage can't be more than 100."],
    [z.number().min(0), -1, 'Win percentage must be at least 0.'],
    [z.enum(['a', 'b']), 'c', "Win percentage isn't one of the options."],
  ])('rewords the default message of schema %#', (schema, value, message) => {
    expect(fieldMessage(schema, value)).toBe(message);
  });

  it('keeps the messages of our own schemas', () => {
    expect(fieldMessage(z.string({ error: 'Title required' }), undefined)).toBe('Title required');
    expect(fieldMessage(z.enum(['a'], { error: 'Invalid action: must be "a"' }), 'b')).toBe(
      'Invalid action: must be "a"',
    );
  });

  it('names unexpected fields', () => {
    expect(getMessage(z.strictObject({}), { more: 1 })).toBe('Unknown fields: more.');
  });

  it("refers to the request when there's no field", () => {
    expect(formatIssue(undefined)).toBe("This request isn't valid.");
    expect(getMessage(z.string(), 7)).toBe("Request isn't valid.");
  });

  it('splits camel-case names into words', () => {
    expect(getMessage(z.object({ playerId: z.string() }), {})).toBe('Player id is required.');
  });
});
