import { describe, expect, test } from 'vitest';
import { type Language, plain } from './lexicon.rules.ts';
import { wordsOf } from './lexicon-words.rules.ts';
import { measuresOf } from './measures.rules.ts';

const read = (text: string, language: Language = 'en') => measuresOf(plain(text), wordsOf(language).plainWords);

describe('measurements as people write them', () => {
  test.each<[text: string, cm: number, language?: Language]>([
    ['6-foot-3 guard', 191],
    ['6-foot guard', 183],
    ['six foot five wing', 196],
    ['six-foot-five wing', 196],
    ['seven feet tall', 213],
    ['ein zwei Meter großer Flügel', 200, 'de'],
    ['pívot de dos metros', 200, 'es'],
    ['un pivot de deux mètres', 200, 'fr'],
  ])('%s', (text, cm, language) => {
    expect(read(text, language).heights).toEqual([cm]);
  });

  test('reads how much more from words', () => {
    expect(read('two inches taller')).toMatchObject({ heights: [], change: 5 });
  });

  test('leaves a spelled-out number without a unit alone', () => {
    for (const text of ['a three in transition', 'the four spot', 'one five two'])
      expect(read(text)).toMatchObject({ heights: [], change: undefined, rest: text });
  });
});
