import { getTableColumns } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import { createDraft, DEFAULT_FIELDS, findResumeStep, guessLanguage, guessRegion } from './profile-defaults.rules.ts';
import { eachField, FIELD_NAMES, type FieldName, factsOf } from './profile-fields.schema.ts';
import { toDraft } from './profile-form.rules.ts';
import type { OwnProfile } from './profiles.schema.ts';
import { protocolProfiles } from './profiles.tables.ts';

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
  expect(guessRegion(timezone)).toBe(region);
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
  expect(guessLanguage(tag)).toBe(language);
});

const EMPTY = { name: '', text: null, number: null, words: [], switch: false, hours: [] };

test('what nobody has said is what the table gives', () => {
  const columns = getTableColumns(protocolProfiles);
  const given = FIELD_NAMES.filter((name) => {
    const { default: value } = columns[name];
    return name !== 'timezone' && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  expect(Object.fromEntries(given.map((name) => [name, columns[name].default]))).toEqual(DEFAULT_FIELDS);
});

describe('a form begins', () => {
  const profile = (fields: object) =>
    ({ timezone: 'Europe/Berlin', region: null, languages: [], ...fields }) as unknown as OwnProfile;

  test('with guesses for somebody new', () => {
    const fresh = profile({});
    expect(createDraft(fresh, 'en-GB')).toEqual({ ...toDraft(fresh), region: 'EU', languages: ['English'] });
  });

  test('with the languages that somebody has named', () => {
    expect(createDraft(profile({ languages: ['Deutsch'] }), 'en-GB').languages).toEqual(['Deutsch']);
  });

  test('with what it says for whoever has said where they play', () => {
    const said = profile({ region: 'NA-West' });
    expect(createDraft(said, 'en-GB')).toEqual(toDraft(said));
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
    ...{ discord: 'plays_here' },
  };
  /** Saved on the first step alone; the rest is what every profile begins with. */
  const basics = {
    ...eachField<FieldName, Record<FieldName, unknown>>(
      FIELD_NAMES,
      (name) => DEFAULT_FIELDS[name] ?? EMPTY[factsOf(name).kind],
    ),
    ...{ region: 'EU', timezone: 'Europe/Berlin', languages: ['English'], display_name: 'New', published: false },
  };
  const at = (fields: object) => {
    const step = findResumeStep({ ...whole, ...fields } as unknown as OwnProfile);
    return ONBOARDING_STEPS[step]!.key;
  };

  test.each([
    ['position', {}],
    ['game', { role: 'C' }],
    ['game', { height_in: 77 }],
    ['hours', { role: 'C', playstyle: ['Chill'] }],
    ['hours', { modes: ['Rec'] }],
    ['contact', { availability: whole.availability }],
    ['publish', { availability: whole.availability, mic: false }],
  ])('is asked by %s next who has said %j beside the basics', (step, fields) =>
    expect(at({ ...basics, ...fields })).toBe(step),
  );

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
