import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanParagraph, clipText, countGraphemes, hasLetterOrDigit, isWithinLength } from './clean-text.ts';

describe('cleanLine', () => {
  it.each([
    ['bell and escape', 'No\u0007va\u001b[31m', 'Nova[31m'],
    ['NUL', 'No\u0000va', 'Nova'],
    ['bidi override', 'Nova\u202etxt.exe', 'Novatxt.exe'],
    ['bidi isolates and marks', '\u2066No\u2069va\u200e\u200f\u061c', 'Nova'],
    ['zero-width space, joiner, word joiner, BOM', 'N\u200bo\u200dv\u2060a\ufeff', 'Nova'],
    ['soft hyphen and Mongolian separator', 'No\u00adva\u180e', 'Nova'],
    ['Hangul fillers', 'No\u3164v\u115f\u1160a\uffa0', 'Nova'],
    ['Braille blank', '\u2800Nova\u2800', 'Nova'],
    ['combining grapheme joiner', 'No\u034fva', 'Nova'],
    ['variation selectors without emoji', 'No\ufe0fva\u{e0101}', 'Nova'],
    ['hidden tags', 'Nova\u{e0041}\u{e0042}', 'Nova'],
    ['private use and lone surrogates', 'No\ue000va\ud800', 'Nova'],
    ['object replacement', 'No\ufffcva', 'Nova'],
    ['lone marks', '\u0301Nova \u0301X', 'Nova X'],
    ['line and paragraph separators', 'No\u2028va\u2029X', 'No va X'],
    ['tabs and line breaks', ' No\tva\r\nX ', 'No va X'],
    ['spaces of unusual width', 'No\u00a0\u2003\u3000va', 'No va'],
    ['stacked accents', `No${'\u0300\u0301\u0302\u0303'.repeat(20)}va`, 'N\u00f2\u0301\u0302va'],
    ['stacked Thai tone marks', `\u0e01${'\u0e49'.repeat(30)}`, '\u0e01\u0e49'],
    ['enclosing marks', 'N\u20ddova', 'Nova'],
  ])('removes %s', (_, text, expected) => {
    expect(cleanLine(text)).toBe(expected);
  });

  it.each([
    ['family', '👨‍👩‍👧‍👦 Nova'],
    ['pirate flag', '🏴‍☠️'],
    ['rainbow flag', '🏳️‍🌈'],
    ['skin tone and profession', '🧑🏽‍🚀'],
    ['heart with variation selector', '❤️ Nova'],
    ['keycap', '1️⃣ 2️⃣'],
    ['Scotland', 'Nova 🏴󠁧󠁢󠁳󠁣󠁴󠁿 X'],
    ['country flag', '🇫🇷'],
    ['Persian joiner', 'می‌خواهم'],
    ['Sinhala joiner', 'ශ්‍රී ලංකා'],
    ['Hindi joiner', 'क्‍ष'],
    ['Malayalam chillu at the end', 'അവന്‍'],
    ['Hebrew points', 'שָׁלוֹם'],
    ['Arabic marks', 'مُحَمَّد'],
    ['Thai', 'ก็ไม่รู้'],
    ['Burmese', 'ကျွန်ုပ် မြန်မာ'],
    ['Vietnamese', 'Nguyễn Thị Hồng'],
    ['Yoruba', 'ẹ́kọ́'],
    ['Japanese variant', '葛\u{e0100}城'],
  ])('keeps %s unchanged', (_, text) => {
    expect(cleanLine(text)).toBe(text.normalize('NFC'));
  });

  it('normalizes to composed characters', () => {
    expect(cleanLine('E\u0301loi\u0308se')).toBe('Éloïse');
  });

  const input = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u200d', '\u200c', '\ufe0f', '\u0301', '\u0300', '👩', '🏽', 'ا', 'न', '\u094d', '1', '\u20e3'),
      fc.constantFrom('e', ' ', '\n', '\u202e', '\u3164', '\u2800', '\u{1f3f4}', '\u{e0067}', '\u{e007f}', '葛'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });

  it('is idempotent and removes every invisible character from any input', () => {
    fc.assert(
      fc.property(input, (text) => {
        for (const clean of [cleanLine, cleanParagraph]) {
          const cleaned = clean(text);
          expect(clean(cleaned)).toBe(cleaned);
          expect(cleaned).toBe(cleaned.normalize('NFC'));
          expect(cleaned).not.toMatch(
            /[\u202a-\u202e\u2066-\u2069\u3164\u115f\u1160\u2800\u180e\uffa0\u2028\u2029]|\u034f/,
          );
          expect(cleaned.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\p{Co}]/u);
        }
        expect(cleanLine(text)).not.toMatch(/\n|^ | $| {2}/);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('cleanParagraph', () => {
  it('keeps line breaks and removes other control characters', () => {
    expect(cleanParagraph(' one\r\ntwo\u2028three\u202e\u0007\tfour\u0000 ')).toBe('one\ntwo\nthree four');
  });
});

describe('hasLetterOrDigit', () => {
  it.each([
    ['Nova', true],
    ['7', true],
    ['愛', true],
    ['\u3164\u3164', false],
    ['\u2800', false],
    ['···', false],
    ['🏀🏀', false],
    ['', false],
  ])('evaluates %j to %s', (text, has) => {
    expect(hasLetterOrDigit(text)).toBe(has);
  });
});

describe('text length', () => {
  it('counts an emoji sequence or an accented letter as one character', () => {
    expect(countGraphemes('👨‍👩‍👧‍👦é🏴󠁧󠁢󠁳󠁣󠁴󠁿')).toBe(3);
    expect(isWithinLength('🏀'.repeat(40), 40)).toBe(true);
    expect(isWithinLength('🏀'.repeat(41), 40)).toBe(false);
  });

  it('clips text without splitting a character', () => {
    expect(clipText('Nova 👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 6)).toBe('Nova 👨‍👩‍👧‍👦');
    expect(clipText('Nova', 6)).toBe('Nova');
    expect(clipText('Nova Scotia', 5)).toBe('Nova');
  });

  it('limits the number of code points per character', () => {
    expect(isWithinLength(Array.from({ length: 60 }, () => '👩').join('\u200d'), 10)).toBe(false);
  });
});
