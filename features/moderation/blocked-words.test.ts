import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBlockedWord } from './blocked-words.rules.ts';

const BLOCKED_WORDS = ['badword', 'silly', 'go away'];

describe('findBlockedWord', () => {
  it.each([
    ['a BadWord here', 'badword'],
    ['xxbadwordxx', 'badword'],
    ['bádwörd', 'badword'],
    ['b4dw0rd', 'badword'],
    ['b@dw0rd', 'badword'],
    ['bad\u200bword', 'badword'],
    ['ba\u00addword', 'badword'],
    ['bаdwоrd', 'badword'],
    ['b.a.d.w.o.r.d', 'badword'],
    ['b a d w o r d', 'badword'],
    ['b_a-d*w.o r d', 'badword'],
    ['baaaadword', 'badword'],
    ['s1lly', 'silly'],
    ['si||y', 'silly'],
    ['5!11y', 'silly'],
    ['sillllly', 'silly'],
    ['ｂａｄｗｏｒｄ', 'badword'],
    ['𝐛𝐚𝐝𝐰𝐨𝐫𝐝', 'badword'],
    ['go\naway', 'go away'],
    ['go\n\taway', 'go away'],
    ['GO  AWAY', 'go away'],
    ['GO   AWAY', 'go away'],
    ['so, b a d w o r d', 'badword'],
    ['b. a. d. w. o. r. d', 'badword'],
    ['b 4 d w 0 r d', 'badword'],
    ['5 i l l y', 'silly'],
  ])('finds %j', (text, word) => {
    expect(findBlockedWord(text, BLOCKED_WORDS)).toBe(word);
  });

  it.each([
    'a bad word',
    'are tardy people',
    'Niger and Nigeria',
    'bad, word',
    'goaway',
    '',
    '1 2 3 4 5',
    'PG SG SF PF C',
  ])('allows %j', (text) => {
    expect(findBlockedWord(text, [...BLOCKED_WORDS, 'retard', 'nigger'])).toBeUndefined();
  });

  it('returns the entry as written in the list, without surrounding whitespace', () => {
    expect(findBlockedWord('so silly', ['badword', ' Silly '])).toBe(' Silly ');
  });

  it('ignores blank entries in the list', () => {
    expect(findBlockedWord('anything', ['', '  ', '\u200b'])).toBeUndefined();
  });

  it('finds a word at any position in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        expect(findBlockedWord(`${before} badword ${after}`, ['badword'])).toBe('badword');
      }),
    );
  });
});
