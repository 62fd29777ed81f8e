import { describe, expect, it } from 'vitest';
import type { ExplanationFact, Reader } from '../../matcher/run.ts';
import { english } from '../../messages/lazy-text.ts';
import { getTranslator } from '../../messages/translators.ts';
import { formatMatchReasons } from './match-reasons.wording.ts';
import { formatHelpfulChange } from './why-no-match.wording.ts';

const NAMES: Record<string, string> = { a: 'Ada', b: 'Bo', c: 'Cy', d: 'Dee', e: 'Eli' };
const members = Object.keys(NAMES);
const [spanish, french, german] = [getTranslator('es-419'), getTranslator('fr'), getTranslator('de')];

const explain = (t: typeof english, fact: ExplanationFact, id: string | null) => {
  const reader: Reader = { id, times: { zone: 'America/New_York', clock: 24 }, nameOf: (other) => NAMES[other] };
  return formatMatchReasons(t, { members, facts: [fact] }, reader)[0];
};

const createTalkFact = (silentIds: string[]): ExplanationFact => ({ about: 'talk', languages: [], silent: silentIds });
const place = (pc: string[]): ExplanationFact => ({
  about: 'place',
  regions: [],
  platforms: [
    { name: 'PC', ids: pc },
    { name: 'PS5', ids: members.filter((id) => !pc.includes(id)) },
  ],
  crossplay: false,
});

describe('a sentence about part of a group', () => {
  it.each([
    ['you', ['a'], 'You have no microphone', 'Tú no tienes micrófono', 'Du hast kein Mikro'],
    [
      'you and others',
      ['a', 'b'],
      'You and Bo have no microphone',
      'Tú y Bo no tienen micrófono',
      'Du und Bo habt kein Mikro',
    ],
    ['one player', ['b'], 'Bo has no microphone', 'Bo no tiene micrófono', 'Bo hat kein Mikro'],
    [
      'several',
      ['b', 'c'],
      'Bo and Cy have no microphone',
      'Bo y Cy no tienen micrófono',
      'Bo und Cy haben kein Mikro',
    ],
  ])('conjugates its verb for %s', (_who, silentIds, ...expected) => {
    expect([english, spanish, german].map((t) => explain(t, createTalkFact(silentIds), 'a'))).toEqual(expected);
  });

  it('says "you" to a reader who fills in or plays on another platform', () => {
    const seats = members.map((id, index) => ({
      id,
      position: ['PG', 'SG', 'SF', 'PF', 'C'][index]!,
      primary: index > 1,
    }));
    expect(explain(spanish, { about: 'positions', seats }, 'a')).toMatch(/^Tú cubres PG y Bo cubre SG; /);
    expect(explain(french, place(['a']), 'a')).toMatch(/^Tu joues sur PC, /);
    expect(explain(german, place(['a', 'b']), 'a')).toMatch(/^Du und Bo spielt auf PC, /);
    expect(explain(german, place(['a', 'b']), 'c')).toMatch(/^Ada und Bo spielen auf PC, /);
  });

  it("names skills and time zones in the reader's language", () => {
    const jobs = [
      { name: 'shooting', ids: ['a'] },
      { name: 'trash talk', ids: ['b'] },
    ];
    expect(explain(spanish, { about: 'jobs', jobs }, null)).toBe('Entre todos cubren tiro y trash talk');
    const time = { about: 'time', weekOf: '2026-03-02', intervals: [[0, 120]], minutes: 120 } as const;
    expect(explain(french, time as unknown as ExplanationFact, null)).toContain('(heure de l’Est nord-américain)');
  });
});

it("suggests changes in whole sentences, with day names in the reader's language", () => {
  const changes = [{ kind: 'time', day: 'Tue', start: '20:00', end: '23:30' }, { kind: 'crossplay' }] as const;
  const reader = { zone: 'UTC', clock: 24 } as const;
  expect(formatHelpfulChange(english, changes, reader)).toBe(
    'Add Tue from 20:00 to 23:30 to your availability. Allow crossplay. You need both changes.',
  );
  expect(formatHelpfulChange(spanish, changes, reader)).toBe(
    'Agrega a tu disponibilidad: mar, de 20:00 a 23:30. Permite el crossplay. Hacen falta los dos cambios.',
  );
});
