import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueText, translateIssue } from './issue-text.ts';
import { english } from './lazy-text.ts';
import { message } from './message.ts';

const nameRequired = message('test.nameRequired', 'Enter a name.');
const tooLong = message<{ max: number }>('test.tooLong', compile('Use at most {max, number} characters.'));
const Name = z
  .string()
  .min(1, issueText(nameRequired))
  .max(5, issueText(tooLong, { max: 5 }));

describe('translateIssue', () => {
  it.each([
    ['', 'Enter a name.'],
    ['longer', 'Use at most 5 characters.'],
  ])('translates the error of %j', (name, text) => {
    expect(translateIssue(english, Name.safeParse(name).error!.issues[0]!.message)).toBe(text);
  });

  it('returns the text unchanged when the error has no message from a catalog', () => {
    expect(translateIssue(english, 'Invalid input')).toBe('Invalid input');
  });
});
