import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueSentence } from './issue-sentences.ts';

const said = (schema: z.ZodType, value: unknown) => issueSentence(schema.safeParse(value).error?.issues[0]);
const about = (schema: z.ZodType, value: unknown) =>
  said(z.object({ win_percentage: schema }), value === undefined ? {} : { win_percentage: value });

test.each([
  [z.string(), undefined, 'Please say win percentage.'],
  [z.string(), 7, 'This is no win percentage that we can read.'],
  [z.uuid(), 'x', 'This is no win percentage that we can read.'],
  [z.email(), 'x', 'This is no win percentage that we can read.'],
  [z.string().max(3), 'four', 'Please keep win percentage to 3 characters.'],
  [z.string().min(1), '', 'Please write at least 1 character for win percentage.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Please keep win percentage to 1.'],
  [z.array(z.string()).min(1), [], 'Please choose at least 1 for win percentage.'],
  [z.number().max(100), 101, 'Please choose win percentage of at most 100.'],
  [z.number().min(0), -1, 'Please choose win percentage of at least 0.'],
  [z.enum(['a', 'b']), 'c', 'Please choose one of what is offered for win percentage.'],
])('what the library says of %# is said in plain words', (schema, value, sentence) => {
  expect(about(schema, value)).toBe(sentence);
});

test('our own sentences stand as they are', () => {
  expect(about(z.string({ error: 'Title required' }), undefined)).toBe('Title required');
  expect(about(z.enum(['a'], { error: 'Invalid action: must be "a"' }), 'b')).toBe('Invalid action: must be "a"');
  expect(said(z.strictObject({}), { more: 1 })).toBe('This is not asked for: more.');
  expect(issueSentence(undefined)).toBe('The request is not valid.');
  expect(said(z.string(), 7)).toBe('This is no request that we can read.');
});
