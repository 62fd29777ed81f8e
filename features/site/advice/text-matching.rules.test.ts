import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { Wishes } from './advice.schema.ts';
import { matchText } from './text-matching.rules.ts';
import { CHIP_IDS, getChipLabel, VOCABULARY } from './vocabulary.schema.ts';

const listChips = (text: string) => matchText(text).chips;

describe("the build assistant's vocabulary", () => {
  const entries = Object.entries(VOCABULARY).flatMap(([group, table]) =>
    Object.entries<string>(table).flatMap(([id, phraseList]) =>
      phraseList.split(', ').map((word) => [word, group, id] as const),
    ),
  );

  it('matches every label and synonym to its own entry', () => {
    const wrongEntries = entries.filter(([word, group, id]) => {
      const kind = group === 'skill' ? 'want' : group;
      return listChips(word.replace('*', '')).join() !== `${kind}.${id}`;
    });
    expect(wrongEntries).toEqual([]);
  });

  it('gives every chip its own label', () => {
    expect(new Set(CHIP_IDS.map((id) => getChipLabel(english, id))).size).toBe(CHIP_IDS.length);
  });
});

describe('text matching', () => {
  it.each([
    ['6 ft 4 point guard, slasher, our squad has no shooting.', ['position.PG', 'archetype.slasher', 'lack.shooting']],
    ['Center. We need a shooter and we lack rebounding.', ['position.C', 'lack.shooting', 'lack.rebounding']],
    ['Our squad needs a center', ['position.C']],
    ['point guard without dunks', ['position.PG', 'avoid.dunking']],
    ['I’m not a shooter. SF.', ['avoid.shooting', 'position.SF']],
    ['not a center, but a power forward', ['position.PF']],
    ['Elite POINT-GUARD for the park', ['level.elite', 'position.PG', 'mode.park']],
    ['more defense, more defense', ['want.defense']],
    ['Base, penetrador, a nuestro equipo le falta tiro.', ['position.PG', 'archetype.slasher', 'lack.shooting']],
    ['un pivot sin triples', ['position.C', 'avoid.three']],
    ['Meneur, organisateur. Il nous manque des rebonds.', ['position.PG', 'archetype.general', 'lack.rebounding']],
    ["l'ailier fort, pas de dunks", ['position.PF', 'avoid.dunking']],
    ['Aufbauspieler, Korbzieher, uns fehlt Wurf', ['position.PG', 'archetype.slasher', 'lack.shooting']],
    ['Center, kein Dreier', ['position.C', 'avoid.three']],
    ["c'est tout", []],
    ['what’s the weather like', []],
  ])('reads "%s"', (text, chips) => {
    expect(listChips(text)).toEqual(chips);
  });

  it.each([
    ['6\'9" power forward', { height_cm: 206 }],
    ['6 foot 10', { height_cm: 208 }],
    ['6-11 center', { height_cm: 211 }],
    ['1,98 m', { height_cm: 198 }],
    ['2 m 11', { height_cm: 211 }],
    ['190cm tall, 95 kg', { height_cm: 190, weight_lb: 209 }],
    ['240 pounds', { weight_lb: 240 }],
    ['600 points', { budget: 600 }],
    ['budget of 1,000', { budget: 1000 }],
    ['presupuesto de 800', { budget: 800 }],
    // Out of the sliders' range.
    ['4\'8" and 250 points', { height_cm: 175, budget: 400 }],
    ['6\'2" or 6\'4"', { height_cm: 188 }],
    ['a three in 5 minutes', {}],
  ])('reads the numbers of "%s"', (text, numbers) => {
    const { chips, ...read } = matchText(text);
    expect(read).toEqual({ height_cm: null, weight_lb: null, budget: null, ...numbers });
  });

  it('turns any text into valid wishes, the same ones every time', () => {
    const terms = Object.values(VOCABULARY).flatMap((table) => Object.values<string>(table).join(', ').split(', '));
    const part = fc.oneof(
      fc.constantFrom(...terms, 'no', 'our squad', 'lacks', ',', '.', "6'9", '206 cm', '600 points', '(', '*', '\\'),
      fc.string({ maxLength: 20, unit: 'binary' }),
      fc.integer({ min: 0, max: 99_999 }).map(String),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join(' ');
        expect(Wishes.safeParse(matchText(text)).success).toBe(true);
        expect(matchText(text)).toEqual(matchText(text));
      }),
      { numRuns: 300 },
    );
  });
});
