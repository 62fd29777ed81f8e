import { describe, expect, test } from 'vitest';
import { sentencesOf } from './advice.wording.ts';
import { NOTHING_KNOWN } from './advice-facts.rules.ts';
import { answerOf, type State } from './conversation.rules.ts';
import { knownArchetype } from './known-player.rules.ts';
import { contradictionsIn } from './test-contradictions.ts';
import { type ParsedText, understand } from './understanding.rules.ts';

const heardIn = (text: string) => {
  const { language, skills } = understand(text);
  return { language, ...Object.fromEntries(Object.entries(skills).filter(([, list]) => list.length > 0)) };
};

describe('statements about the squad', () => {
  test.each<[text: string, language: ParsedText['language']]>([
    ['We have no rebounder and too many shooters, what should I play?', 'en'],
    ['Wir haben keinen Rebounder und zu viele Werfer, was soll ich spielen?', 'de'],
    ['A mi equipo le falta rebote y le sobra tiro', 'es'],
    ['Nous avons trop de tireurs et il nous manque un rebondeur', 'fr'],
  ])('reads both what the squad lacks and what it has too much of: %s', (text, language) => {
    expect(heardIn(text)).toEqual({ language, lack: ['rebounding'], covered: ['shooting'] });
    expect(answerOf(text, undefined, NOTHING_KNOWN).build.archetype).toBe('glass');
  });

  test('still refer to the squad after a comma', () => {
    const text = 'we already have enough shooters, need someone to defend the rim';
    expect(heardIn(text)).toEqual({ language: 'en', lack: ['rim'], covered: ['shooting'] });
    expect(answerOf(text, undefined, NOTHING_KNOWN).build).toMatchObject({ position: 'C', archetype: 'anchor' });
  });
});

test.each(['I don’t need more passing. Point guard', 'no necesito más pases, base'])(
  "doesn't rule a skill out when no more of it is needed: %s",
  (text) => {
    expect(heardIn(text)).toMatchObject({ enough: ['passing'] });
    expect(answerOf(text, undefined, NOTHING_KNOWN).facts).not.toContainEqual(
      expect.objectContaining({ kind: 'ruled_out' }),
    );
  },
);

test('reads too much of something as less of it', () => {
  expect(heardIn('too much defense')).toEqual({ language: 'en', less: ['defense'] });
});

test('ignores basketball terms two languages share when detecting the language', () => {
  for (const text of ['add some defense', 'defense', 'layups', 'more defense'])
    expect([text, understand(text).language]).toEqual([text, 'en']);
  const before = answerOf('Center ohne Wurf', undefined, NOTHING_KNOWN);
  expect(answerOf('defense', before, NOTHING_KNOWN).language).toBe('de');
  expect(understand('plus de défense').language).toBe('fr');
});

test('treats heights that are the same in feet as equal', () => {
  const said = (text: string): State => answerOf(text, undefined, NOTHING_KNOWN);
  for (const text of ['center, 200 cm', 'power forward, 200 cm']) {
    const answer = said(text);
    expect(answer.facts).not.toContainEqual(expect.objectContaining({ kind: 'height_moved' }));
    expect(contradictionsIn(answer)).toEqual([]);
  }
  expect(said('power forward, 200 cm').facts).toContainEqual(expect.objectContaining({ kind: 'height', fit: 'fits' }));
  expect(said('center, 198 cm').facts).toContainEqual(expect.objectContaining({ kind: 'height_moved', used: 201 }));
});

test.each([
  ['Shot Creator', 'scorer'],
  ['Point Forward', 'general'],
  ['Shooting Wing', 'shooter'],
  ['3-and-D Wing', 'lock'],
])('recognizes %s from a profile', (words, archetype) => {
  expect(knownArchetype(words)).toBe(archetype);
});

test.each([
  ['shooting guard, 193 cm, 238 lb', '238 lb (108 kg)'],
  ['Shooting Guard mit 193 cm und 108 kg', '108 kg (238 lb)'],
  ['escolta, 193 cm, 108 kg', '108 kg (238 lb)'],
  ['arrière, 193 cm, 108 kg', '108 kg (238 lb)'],
])('answers %s in the weight unit that was used', (text, weight) => {
  const { facts, language } = answerOf(text, undefined, NOTHING_KNOWN);
  expect(sentencesOf(facts, language).join(' ')).toContain(weight);
});
