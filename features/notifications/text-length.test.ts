import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '../../content/paths.ts';
import { english } from '../../messages/lazy-text.ts';
import { formatShortText } from './short-messages.wording.ts';
import { countSmsParts, fitText } from './text-length.rules.ts';

const LINK = 'https://planetcrew.example/protocol/respond?matchId=0d9f1c5e-8a55-4b2f-9a0e-3c1f6f1d2b7a&action=accept';

describe('a text message', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Characters of the extended table take two positions.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // One character outside the alphabet makes all characters wide.
    [`${'a'.repeat(69)}ж`, 1],
    [`${'a'.repeat(70)}ж`, 2],
    ['🏀'.repeat(35), 1],
    ['🏀'.repeat(36), 2],
  ])('is split into parts by the alphabet of its characters', (text, parts) => {
    expect(countSmsParts(text)).toBe(parts);
  });

  it('keeps its link intact and cuts the text before it', () => {
    const text = fitText('word '.repeat(200).trim(), LINK, 2);
    expect(text.endsWith(`word... ${LINK}`)).toBe(true);
    expect(countSmsParts(text)).toBe(2);
    expect(fitText('Short.', LINK, 2)).toBe(`Short. ${LINK}`);
    expect(fitText('Short.', '', 2)).toBe('Short.');
    expect(fitText('x'.repeat(900), LINK, 2).endsWith(`x... ${LINK}`)).toBe(true);
  });

  it('replaces typographic characters with ones from the cheaper alphabet', () => {
    expect(fitText('“Everybody” – you’re on…', '', 2)).toBe('"Everybody" - you\'re on...');
  });

  it('is billed as at most two messages and ends with its link, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (input) => {
        const text = fitText(input, LINK, 2);
        expect(text.endsWith(` ${LINK}`)).toBe(true);
        expect(countSmsParts(text)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('keeps its link after a long title', () => {
    const message = {
      title: 'A long title '.repeat(40),
      lines: [],
      address: paths.lfg,
    };
    expect(formatShortText(english, 'https://planetcrew.example', message)).toMatch(
      / https:\/\/planetcrew\.example\/protocol\/lfg$/,
    );
  });
});
