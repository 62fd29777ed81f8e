import { describe, expect, test } from 'vitest';
import { ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import { draftOf } from './profile-form.rules.ts';
import { beginningOf, guessedLanguage, guessedRegion, stepToGoOn } from './profile-guesses.rules.ts';
import type { OwnProfile } from './profiles.schema.ts';

test.each([
  ['America/New_York', 'NA-East'],
  ['America/Chicago', 'NA-East'],
  ['America/Los_Angeles', 'NA-West'],
  ['America/Argentina/Buenos_Aires', 'SA'],
  ['Europe/Warsaw', 'EU'],
  ['Asia/Tokyo', 'Asia'],
  ['Australia/Sydney', 'Oceania'],
  ['Africa/Lagos', ''],
  ['America/Nuuk', ''],
  ['UTC', ''],
  ['', ''],
])('the region of %s is guessed as "%s"', (timezone, region) => {
  expect(guessedRegion(timezone)).toBe(region);
});

test.each([
  ['en-US', 'English'],
  ['pt-BR', 'Portuguese'],
  ['zh-Hans-CN', 'Chinese'],
  ['de', 'German'],
  ['en-US@posix', 'English'],
  ['C.UTF-8', undefined],
  ['xx', undefined],
  ['', undefined],
  ['not a tag', undefined],
])('the language of the tag "%s" is guessed as %s', (tag, language) => {
  expect(guessedLanguage(tag)).toBe(language);
});

describe('a form begins', () => {
  const profile = (fields: object) =>
    ({ timezone: 'Europe/Berlin', region: null, languages: [], ...fields }) as unknown as OwnProfile;

  test('with guesses for somebody new', () => {
    const fresh = profile({});
    expect(beginningOf(fresh, 'en-GB')).toEqual({ ...draftOf(fresh), region: 'EU', languages: ['English'] });
  });

  test('with the languages that somebody has named', () => {
    expect(beginningOf(profile({ languages: ['Deutsch'] }), 'en-GB').languages).toEqual(['Deutsch']);
  });

  test('with what it says for whoever has said where they play', () => {
    const said = profile({ region: 'NA-West' });
    expect(beginningOf(said, 'en-GB')).toEqual(draftOf(said));
  });
});

describe('somebody who saved and did not publish', () => {
  const whole = {
    ...{
      platform: 'PS5',
      role: 'PG',
      modes: ['Park'],
      region: 'EU',
      timezone: 'Europe/Berlin',
      languages: ['English'],
    },
    ...{ availability: [{ days: ['Tue'], start: '20:00', end: '23:00' }], allow_contact: true, published: false },
  };
  const at = (fields: object) => {
    const step = stepToGoOn({ ...whole, ...fields } as unknown as OwnProfile);
    return ONBOARDING_STEPS[step]!.key;
  };

  test.each([
    ['basics', { languages: [] }],
    ['game', { modes: [] }],
    ['hours', { availability: [] }],
    ['contact', { allow_contact: false }],
    ['hours', { availability: [], allow_contact: false }],
    ['publish', {}],
    ['basics', { region: null }],
    ['basics', { published: true }],
  ])('goes on at %s with %j', (step, fields) => expect(at(fields)).toBe(step));
});
