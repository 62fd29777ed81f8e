import { KILOGRAM_LB } from './build-facts.rules.ts';
import type { Lexicon } from './lexicon.rules.ts';

const INCH_CM = 2.54;

export type Measures = {
  /** Centimeters, in the order they were said. */
  heights: number[];
  /** Centimeters more or less than before. */
  change: number | undefined;
  /** Pounds. */
  weight: number | undefined;
  /** Attribute points. */
  budget: number | undefined;
  /** The text without what was read, so no number is read twice. */
  rest: string;
};

const either = (words: readonly string[]) => words.join('|');
const GONE = ' ¤ ';

/** Reads heights, weight and points from a text normalized by `plain`; lexicon words count only in their plain form. */
export function measuresOf(
  text: string,
  words: Pick<Lexicon, 'counts' | 'feet' | 'inches' | 'points' | 'budget' | 'tall'>,
): Measures {
  const found: Measures = { heights: [], change: undefined, weight: undefined, budget: undefined, rest: text };
  const take = (expression: string, read: (groups: string[]) => void) => {
    found.rest = found.rest.replace(new RegExp(expression, 'gu'), (...match) => {
      const values = match.slice(1, -2).filter((one) => typeof one !== 'number') as string[];
      read(values.map((one) => one ?? ''));
      return GONE;
    });
  };
  const start = '(?<![\\p{L}\\p{N}.,])';
  const end = '(?![\\p{L}\\p{N}])';
  const feet = either(words.feet);
  const inches = either(words.inches);
  const metres = 'm|meters?|metern|metros?|metres?';
  const cm = 'cm|centimeters?|centimetres?|zentimetern?|centimetros?';
  // "Six foot five" is read like digits; a number without a unit stays a word, as in "a three in transition".
  const counted = `(?:${either(words.counts)})`;
  const measured = [feet, either(words.inches.filter((word) => word !== 'in')), metres, cm].join('|');
  const besides = `${start}${counted}(?=[ -](?:${measured})${end})|(?<=[ -](?:${feet})[ -])${counted}${end}`;
  found.rest = found.rest.replace(new RegExp(besides, 'gu'), (word) => String(words.counts.indexOf(word) + 1));
  const foot = (whole: string, part: string) =>
    found.heights.push(Math.round((Number(whole) * 12 + Math.min(11, Number(part || 0))) * INCH_CM));

  // "2 inches taller" is a change, not a height.
  const by = `(?:${either(words.tall)}|\\p{L}+)`;
  take(
    `${start}(\\d{1,2}) ?(?:(${inches})|${cm})(?= (?:mas |plus |moins )?${by})(?= (?:mas |plus |moins |de )?(?:${COMPARED}))`,
    ([count, inch]) => {
      found.change = Math.round(Number(count) * (inch ? INCH_CM : 1));
    },
  );
  take(`${start}([4-8]) ?'{1} ?(\\d{1,2})? ?"?${end}`, ([whole, part]) => foot(whole!, part!));
  take(`${start}([4-8])[ -]?(?:${feet})\\.?[ -]?(?:(\\d{1,2})(?: ?(?:${inches}))?)?${end}`, ([whole, part]) =>
    foot(whole!, part!),
  );
  take(`${start}([5-7])-(\\d{1,2})(?:"| ?(?:${inches}))?${end}`, ([whole, part]) => foot(whole!, part!));
  take(`${start}(\\d{3}) ?(?:${cm})${end}`, ([value]) => found.heights.push(Number(value)));
  take(`${start}([12])[.,](\\d{2}) ?(?:${metres})?${end}(?![.,]\\d)`, ([whole, part]) =>
    found.heights.push(Number(whole! + part!)),
  );
  take(`${start}([12]) ?(?:${metres}) ?(\\d{2})${end}`, ([whole, part]) => found.heights.push(Number(whole! + part!)));
  take(`${start}2 ?(?:${metres})${end}`, () => found.heights.push(200));
  take(`${start}(1[6-9]\\d|2[0-3]\\d)(?= (?:${either(words.tall)})${end})`, ([value]) =>
    found.heights.push(Number(value)),
  );
  take(`(?<=(?:${either(words.tall)})(?: de| von| of|:)? )(1[6-9]\\d|2[0-3]\\d)${end}`, ([value]) =>
    found.heights.push(Number(value)),
  );
  take(`${start}(\\d{2,3}) ?(?:kg|kilos?|kilogramm?s?|kilograms?)${end}`, ([value]) => {
    found.weight = Math.round(Number(value) * KILOGRAM_LB);
  });
  take(`${start}(\\d{2,3}) ?(?:lbs?|pounds?|pfund|libras|livres)${end}`, ([value]) => {
    found.weight = Number(value);
  });
  const number = "(\\d{1,2}[.,’' ]?\\d{3}|\\d{3,4})";
  const points = (value: string) => {
    found.budget = Number(value.replace(/\D/g, ''));
  };
  take(`${start}${number} ?(?:${either(words.points)})${end}`, ([value]) => points(value!));
  take(`${start}(?:${either(words.budget)})(?: is| ist| es| est| von| de|:)? ${number}${end}`, ([value]) =>
    points(value!),
  );
  return found;
}

const COMPARED =
  'taller|bigger|shorter|smaller|grosser|kleiner|alto|alta|grande|bajo|baja|pequeno|grand|petit|plus grand|plus petit|mas alto|mas bajo';
