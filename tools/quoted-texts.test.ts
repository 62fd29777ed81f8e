import { describe, expect, it } from 'vitest';
import { findUnknownQuotes, listQuotes } from './quoted-texts.ts';

const quote = (text: string) => ({ path: 'e2e/pay.spec.ts', line: 1, text });
const listUnknown = (texts: string[], messages: string[], source = '') =>
  findUnknownQuotes(texts.map(quote), messages, [{ path: 'features/pay/ui/pay.tsx', text: source }]).map(
    ({ text }) => text,
  );

describe('listQuotes', () => {
  it('lists the texts that queries and assertions look for', () => {
    const text = [
      "await page.getByRole('button', { name: 'Pay now' }).click();",
      "await expect(page.getByText('Paid’s here')).toBeVisible();",
      'await expect(page.getByText(/^Held until/)).toBeVisible();',
      "await page.getByLabel('Name').fill('Kim');",
      "await expect(page.getByText('Kim')).toBeVisible();",
    ].join('\n');
    expect(listQuotes({ path: 'e2e/pay.spec.ts', text }).map((one) => [one.line, one.text])).toEqual([
      [1, 'Pay now'],
      [2, "Paid's here"],
      [4, 'Name'],
    ]);
  });
});

describe('findUnknownQuotes', () => {
  it('returns quotes of texts that were reworded', () => {
    expect(listUnknown(['We read: Mon 6:00 PM', 'Pay it'], ['We read that as: {hours}', 'Pay now'])).toEqual([
      'We read: Mon 6:00 PM',
      'Pay it',
    ]);
  });

  it.each([
    ['a part of a message', 'until all games', 'Held until all games are played.'],
    ['a filled message', 'We read that as: Mon 6:00 PM', 'We read that as: {hours}'],
    ['a branch of a plural', '3 games left', '{count, plural, one {# game left} other {# games left}}'],
    ['a choice', 'Paused for you', 'Paused for {who, select, you {you} other {{name}}}'],
    ['a text with markup', 'Read the rules first', 'Read <link>the rules</link> first'],
  ])('recognizes %s', (_what, text, message) => {
    expect(listUnknown([text], [message])).toEqual([]);
  });

  it('recognizes a title and a body that are joined', () => {
    expect(listUnknown(['Hire on hold: The player left.'], ['Hire on hold', 'The {who} left.'])).toEqual([]);
  });

  it('recognizes texts written in code', () => {
    const source = 'export const Pay = ({ sum }) => <p title={`Sum: \u0024{sum} of 100`}>Pay the rest</p>;';
    expect(listUnknown(['Sum: 70 of 100', 'Pay the rest'], [], source)).toEqual([]);
  });

  it('matches no quote to messages that consist only of values', () => {
    expect(listUnknown(['Monday, at noon'], ['{day}, {time}'])).toEqual(['Monday, at noon']);
  });
});
